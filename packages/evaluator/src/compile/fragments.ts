import type { FeatureFragment, SegmentFragment } from '../definition/definition.ts';
import { limits } from '../definition/limits.ts';
import { asRecord, asText } from '../definition/stored.ts';
import type { Test } from '../model/condition.ts';
import { matchesAny } from '../model/rule-index-block.ts';
import { compileAnyOf } from './compile-any-of.ts';
import { compileFeature, type CompiledFeature } from './compile-feature.ts';
import { costs } from './cost.ts';
import type { DefinitionMeasure } from './definition-measure.ts';
import { createInternPool, type InternPool } from './intern-pool.ts';
import { deferCompilation, type DocumentSource, type LazyFeature } from './lazy-feature.ts';
import { measureSegmentInSteps } from './measure.ts';
import { createBlocks } from './rule-index/create-blocks.ts';
import { finish, type Steps } from './steps.ts';
import { weightOfFeature, weightOfSegment, type DocumentSize } from './weight.ts';

/** In nanoseconds; a look-up in the cache of answers costs about 50. */
const costWorthRemembering = 150;

/** One feature or segment as it stands from some version on; `document: null` = deleted. */
export type DatafileFragment =
  | {
      readonly kind: 'feature';
      readonly id: string;
      readonly document: FeatureFragment | null;
      /** The source of the document for a second reading. With it the feature is compiled lazily. */
      readonly again?: {
        readonly source: DocumentSource;
        readonly index: number;
        readonly packedBytes?: number;
      };
      /** Characters of the document, by which its memory is estimated; absent = not estimated. */
      readonly size?: DocumentSize;
    }
  | {
      readonly kind: 'segment';
      readonly id: string;
      readonly document: SegmentFragment | null;
      readonly size?: DocumentSize;
    };

/** A fragment that `Datafile.apply` takes without further work. A feature may be lazy: it is compiled when it is first asked for. */
export type CompiledFragment =
  | { readonly kind: 'feature'; readonly id: string; readonly compiled: CompiledFeature | undefined }
  | { readonly kind: 'lazy'; readonly id: string; readonly lazy: LazyFeature }
  | {
      readonly kind: 'segment';
      readonly id: string;
      readonly slug: string;
      readonly matches: Test | undefined;
      /** Worst cost, in nanoseconds. */
      readonly cost: number;
      /** Estimated bytes in memory. */
      readonly weight: number;
    };

/** A feature is for one datafile only, a segment for any number. Slices are joined by concatenation. */
export type CompiledFragments = readonly CompiledFragment[];

/**
 * Compiles fragments, patterns included, before the datafile is changed. Never throws; malformed parts are left out. With a
 * process-wide intern pool, environments of a project share what they have in common.
 */
export function compileFragments(
  fragments: readonly DatafileFragment[],
  internPool: InternPool = createInternPool(),
): CompiledFragments {
  return fragments.map((fragment) => finish(compileInSteps(fragment, internPool)));
}

/** Compiles one fragment in steps of at most some milliseconds, between which the caller may do other work. */
export function* compileInSteps(
  fragment: DatafileFragment,
  internPool: InternPool = createInternPool(),
): Steps<CompiledFragment> {
  return fragment.kind === 'feature'
    ? yield* compileFeatureFragment(fragment, internPool)
    : yield* compileSegmentFragment(fragment, internPool);
}

function* compileFeatureFragment(
  { id, document, again, size }: DatafileFragment & { kind: 'feature' },
  internPool: InternPool,
): Steps<CompiledFragment> {
  const stored = asRecord(document);
  const weight = stored && size ? weightOfFeature(stored, size) : 0;
  const lazy = stored && again && (yield* deferCompilation(id, stored, { ...again, weight }, internPool));
  if (lazy) return { kind: 'lazy', id, lazy };
  const compiled = stored && (yield* compileFeature(id, stored, internPool, weight));
  return { kind: 'feature', id, compiled };
}

/** Compiles a segment. One beyond the limits is treated as missing. */
function* compileSegmentFragment(
  fragment: DatafileFragment & { kind: 'segment' },
  internPool: InternPool,
): Steps<CompiledFragment> {
  const stored = asRecord(fragment.document);
  const slug = (asText(stored?.['slug']) ?? '').toLowerCase();
  const measure = yield* measureSegmentInSteps(stored, internPool);
  const { cost, exceeded } = measure;
  const weight = fragment.size ? weightOfSegment(fragment.size) : 0;
  const isWithinLimits = exceeded.length === 0;
  if (!isWithinLimits) internPool.onExceeded?.({ kind: 'segment', id: fragment.id, exceeded });
  const matches =
    stored && isWithinLimits ? yield* compileSegment(stored['any_of'], measure, internPool) : undefined;
  return { kind: 'segment', id: fragment.id, slug, matches, cost, weight };
}

function* compileSegment(anyOf: unknown, measure: DefinitionMeasure, { patternOf }: InternPool): Steps<Test> {
  const maxSearchedLength = measure.maxSearchedLength ?? limits.maxTextLength;
  const referents = { segments: undefined, patternOf, maxSearchedLength };
  const groups = (yield* compileAnyOf(anyOf, referents)) ?? [];
  const blocks = yield* createBlocks(groups);
  const test: Test = (context) => matchesAny(blocks, context);
  // Many features of a batch, and many conditions of one feature, may use the same segment.
  const cost = groups.flat().reduce((sum, condition) => sum + condition.cost, 0);
  const isCheap = cost < costWorthRemembering && measure.cost < costs.namedSegment;
  return isCheap ? test : (context) => context.answerOf(test);
}
