import type { InternPool } from './intern-pool.ts';
import { compileFeature, type CompiledFeature } from './feature.ts';
import { measureRulesInSteps } from './measure.ts';
import type { Pattern } from '../patterns/pattern.ts';
import { finish, type Steps } from './steps.ts';
import { listOf, recordOf, textOf, type StoredRecord } from './stored.ts';

/** Stores documents compactly until they are needed. */
export interface DocumentSource {
  /** The document in this place, read anew. */
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
  readonly internPool: InternPool;
  /** Keeps its patterns alive in the intern pool, because patterns are compiled with the fragment, never during a request. */
  readonly patterns: readonly Pattern[] | undefined;
}

const patternOperator = /"(?:not_)?matches"/;

/** Returns `undefined` when a pattern is malformed or the rules exceed the limits; the caller then compiles the feature at once. */
export function* deferCompilation(
  id: string,
  stored: StoredRecord,
  { source, index }: { source: DocumentSource; index: number },
  internPool: InternPool,
): Steps<LazyFeature | undefined> {
  const slugs = variableSlugsOf(stored);
  if (!patternOperator.test(JSON.stringify(stored['targeting'] ?? null))) {
    return { feature: undefined, id, source, index, slugs, internPool, patterns: undefined };
  }
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
  return { feature: undefined, id, source, index, slugs, internPool, patterns };
}

export function compileNow({ id, source, index, internPool }: LazyFeature): CompiledFeature {
  return finish(compileFeature(id, recordOf(source.read(index)) ?? {}, internPool));
}

function variableSlugsOf(stored: StoredRecord): readonly string[] {
  return (listOf(stored['variables']) ?? [])
    .map(recordOf)
    .filter((variable) => variable !== undefined)
    .map((variable) => textOf(variable['slug']) ?? '');
}
