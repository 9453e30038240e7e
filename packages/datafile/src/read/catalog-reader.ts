import { createSemaphore, createSliceQueue, type SliceQueue } from '@bunting/async';
import type { FeatureFragment, SegmentFragment } from '@bunting/evaluator/definition';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { FragmentPage, StoredFragment } from '../fragments/fragment-pages.ts';
import type { EnvironmentReader } from './environment-reader.ts';
import {
  applyToCatalog,
  namesUsers,
  getFeatureNames,
  type ChangedVariables,
  type Catalog,
  type CatalogFragment,
} from './catalog.ts';
import { parseInSteps } from './parse-in-steps.ts';

/** The part of an environment that a process keeps which evaluates nothing. */
export interface CatalogContent {
  readonly catalog: Catalog;
}

const sliceMs = 4;
/** Each reader has a page in memory. Changes do not wait for environments that are loaded. */
const maxConcurrentReads = 4;
/** Applying a change is one synchronous step. */
const maxChangedFragments = 1_000;

type Steps<Result> = Generator<undefined, Result, undefined>;

/** Keeps catalogs, and compiles nothing. */
export function createCatalogReader(): EnvironmentReader<CatalogContent, ChangedVariables | undefined> {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const wholeReads = createSemaphore(maxConcurrentReads);
  const changeReads = createSemaphore(maxConcurrentReads);
  return {
    readWhole: (_environmentId, pages, onWeight) =>
      wholeReads(async () => {
        const catalog: Catalog = { features: new Map(), personalSegments: new Map(), weight: 0 };
        let access: AccessFragment | undefined;
        let version: number | undefined;
        for await (const page of pages) {
          const read = await catalogPage(slices, page);
          version = page.version;
          access = read.access ?? access;
          applyToCatalog(catalog, read.fragments);
          await onWeight?.(catalog.weight);
        }
        return version === undefined || !access ? undefined : { version, access, content: { catalog } };
      }),
    readChange: (pages) =>
      changeReads(async () => {
        let access: AccessFragment | undefined;
        let version: number | undefined;
        // A fragment that changed between two pages is in both; the later one replaces the earlier.
        const byId = new Map<string, CatalogFragment>();
        for await (const page of pages) {
          const read = await catalogPage(slices, page);
          version = page.version;
          access = read.access ?? access;
          for (const fragment of read.fragments) byId.set(fragment.id, fragment);
          if (byId.size > maxChangedFragments) return undefined;
        }
        if (version === undefined) return undefined;
        return { version, access, apply: ({ catalog }) => applyToCatalog(catalog, [...byId.values()]) };
      }),
    weightOf: ({ catalog }) => catalog.weight,
  };
}

async function catalogPage(
  slices: SliceQueue,
  { fragments }: FragmentPage,
): Promise<{ fragments: readonly CatalogFragment[]; access: AccessFragment | undefined }> {
  const cataloged: CatalogFragment[] = [];
  let access: AccessFragment | undefined;
  function* steps(): Steps<void> {
    for (const fragment of fragments) {
      if (fragment.kind === 'access') {
        if (fragment.text !== null) access = (yield* parseInSteps(fragment.text)) as AccessFragment;
      } else {
        cataloged.push(yield* catalogFragment(fragment));
      }
    }
  }
  await slices.run(steps());
  return { fragments: cataloged, access };
}

/** Reads a fragment. An unreadable one counts as deleted, as in evaluators. */
function* catalogFragment({ kind, id, text }: StoredFragment): Steps<CatalogFragment> {
  let document: unknown = null;
  try {
    if (text !== null) document = yield* parseInSteps(text);
    if (kind === 'feature') {
      return { kind, id, feature: document === null ? null : getFeatureNames(document as FeatureFragment) };
    }
    const segment = document as SegmentFragment | null;
    return { kind: 'segment', id, personalSlug: segment && namesUsers(segment.any_of) ? segment.slug : null };
  } catch {
    return kind === 'feature' ? { kind, id, feature: null } : { kind: 'segment', id, personalSlug: null };
  }
}
