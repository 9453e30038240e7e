import { createSemaphore } from '@bunting/async';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { FragmentPage, StoredFragment } from '../fragments/fragment-pages.ts';
import type { EnvironmentReader } from './environment-reader.ts';

/** The features and segments of an environment as they are stored. */
export interface Documents {
  readonly fragments: readonly StoredFragment[];
}

/** Clients that lack more than this read everything. */
export const maxChangedDocuments = 1_000;
/** Each holds all documents of an environment, at most 32 MiB. */
const maxConcurrentReads = 2;

/** Keeps documents as text, for whoever sends them on. */
export function createDocumentReader(): EnvironmentReader<Documents, readonly StoredFragment[]> {
  const semaphore = createSemaphore(maxConcurrentReads);
  return {
    readWhole: (_environmentId, pages) =>
      semaphore(async () => {
        const read = await readDocuments(pages, Infinity);
        if (!read?.access) return undefined;
        const fragments = [...read.byId.values()].filter(({ text }) => text !== null);
        return { version: read.version, access: read.access, content: { fragments } };
      }),
    readChange: (pages) =>
      semaphore(async () => {
        const read = await readDocuments(pages, maxChangedDocuments);
        if (!read) return undefined;
        const fragments = [...read.byId.values()];
        return { version: read.version, access: read.access, apply: () => fragments };
      }),
    // Nothing is kept of them.
    weightOf: () => 0,
  };
}

async function readDocuments(pages: AsyncIterable<FragmentPage>, max: number) {
  // A fragment that changed between two pages is in both; the later one replaces the earlier.
  const byId = new Map<string, StoredFragment>();
  let access: AccessFragment | undefined;
  let version: number | undefined;
  for await (const page of pages) {
    version = page.version;
    for (const fragment of page.fragments) {
      if (fragment.kind !== 'access') byId.set(fragment.id, fragment);
      else if (fragment.text !== null) access = JSON.parse(fragment.text) as AccessFragment;
    }
    if (byId.size > max) return undefined;
  }
  return version === undefined ? undefined : { version, access, byId };
}
