import { asList, asRecord, asText, type StoredRecord } from '../definition/stored.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { compileFeature, type CompiledFeature } from './compile-feature.ts';
import type { InternPool } from './intern-pool.ts';
import { measureRulesInSteps } from './measure.ts';
import { isServed } from './read-shared-feature.ts';
import { finish, type Steps } from './steps.ts';
import { readTimetable, timedMembers, type Timetable } from './timetable.ts';
import { weightOfLazy } from './weight.ts';

/** Stores documents compactly until they are needed. */
export interface DocumentSource {
  /** Reads the document at this index again. */
  read(index: number): unknown;
}

/**
 * A feature that no request has used yet. Clients use some hundred of an environment's thousands of features; the others stay packed in
 * their sources, where they take a fraction of the memory and the garbage collector traces five objects instead of forty. Compiling one
 * takes about as long as a request.
 */
export interface LazyFeature {
  /** Distinguishes it from a variable, which always has a feature. */
  readonly feature: undefined;
  readonly id: string;
  readonly source: DocumentSource;
  readonly index: number;
  /** The slugs of its variables. */
  readonly slugs: readonly string[];
  /** Slugs of the variables that client keys may read. */
  readonly clientSlugs: readonly string[];
  readonly isArchived: boolean;
  readonly timetable: Timetable | undefined;
  readonly internPool: InternPool;
  /** Estimated bytes in memory, as it is and once it is compiled. */
  readonly weight: number;
  readonly compiledWeight: number;
  /** Keeps its patterns alive in the intern pool, because patterns are compiled with the fragment, never during a request. */
  readonly patterns: readonly Pattern[] | undefined;
}

/** The source of a feature's document, and the estimated bytes of the compiled feature. */
interface DeferredDocument {
  readonly source: DocumentSource;
  readonly index: number;
  readonly packedBytes?: number;
  readonly weight: number;
}

const patternOperator = /"(?:not_)?matches"/;
const prerequisiteMember = /"prerequisites"/;

/**
 * Returns `undefined` when the caller is to compile the feature at once: when a pattern is malformed, the rules exceed the limits, or there are
 * prerequisites, which the datafile must know from the start (`nextRefresh`).
 */
export function* deferCompilation(
  id: string,
  stored: StoredRecord,
  { source, index, packedBytes = 0, weight: compiledWeight }: DeferredDocument,
  internPool: InternPool,
): Steps<LazyFeature | undefined> {
  const targeting = JSON.stringify(stored['targeting'] ?? null);
  if (prerequisiteMember.test(targeting)) return undefined;
  const isTimed = stored['status'] === 'live' && timedMembers.test(targeting);
  const timetable = isTimed ? yield* readTimetable(stored['targeting']) : undefined;
  const { slugs, clientSlugs } = variableSlugsOf(stored);
  const isArchived = !isServed(stored['status']);
  const withPatterns = (patterns: readonly Pattern[] | undefined): LazyFeature => ({
    feature: undefined,
    id,
    source,
    index,
    slugs,
    clientSlugs,
    isArchived,
    timetable,
    internPool,
    weight: weightOfLazy(packedBytes, patterns?.reduce((sum, { size }) => sum + size, 0) ?? 0),
    compiledWeight,
    patterns,
  });
  if (!patternOperator.test(targeting)) return withPatterns(undefined);
  const patterns: Pattern[] = [];
  let areAllRight = true;
  const { exceeded } = yield* measureRulesInSteps(stored['targeting'], {
    patternOf(sources, foldsCase) {
      const pattern = internPool.patternOf(sources, foldsCase);
      if (pattern === undefined) areAllRight = false;
      else patterns.push(pattern);
      return pattern;
    },
  });
  if (!areAllRight || exceeded.length > 0) return undefined;
  return withPatterns(patterns);
}

export function compileNow({ id, source, index, internPool, compiledWeight }: LazyFeature): CompiledFeature {
  return finish(compileFeature(id, asRecord(source.read(index)) ?? {}, internPool, compiledWeight));
}

/** Most features have none. */
const noSlugs: readonly string[] = [];

function variableSlugsOf(stored: StoredRecord): Pick<LazyFeature, 'slugs' | 'clientSlugs'> {
  const variables = (asList(stored['variables']) ?? [])
    .map(asRecord)
    .filter((variable) => variable !== undefined);
  const slugs = variables.map((variable) => asText(variable['slug']) ?? '');
  const clientSlugs = slugs.filter((_, index) => variables[index]?.['client'] === true);
  if (clientSlugs.length === 0) return { slugs, clientSlugs: noSlugs };
  return { slugs, clientSlugs: clientSlugs.length === slugs.length ? slugs : clientSlugs };
}
