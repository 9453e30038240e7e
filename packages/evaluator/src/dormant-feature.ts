import type { Catalogue } from './catalogue.ts';
import type { FeatureFragment } from './definition.ts';
import { compileFeature } from './feature.ts';
import type { CompiledFeature } from './feature.ts';
import type { Pattern } from './pattern.ts';
import { listOf, recordOf, textOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

/**
 * A feature that nobody has asked for yet. Of an environment's thousands of features its clients ask for some
 * hundreds; the others lie as text, which takes a third of the memory and is one object for the garbage
 * collector instead of forty. Compiling one takes tens of microseconds.
 */
export interface DormantFeature {
  /** Tells it from a variable, which always has one. */
  readonly feature: undefined;
  readonly id: string;
  /** The document as JSON, parsed once already. */
  readonly text: string;
  readonly catalogue: Catalogue;
  /** Keeps them in the catalogue: patterns are compiled with the fragment, never during a request. */
  readonly patterns: readonly Pattern[] | undefined;
}

const namesPatternOperator = /"(?:not_)?matches"/;

/** `undefined` = a pattern is malformed; then let the whole feature be compiled at once. */
export function layDormant(
  id: string,
  stored: StoredRecord,
  text: string,
  catalogue: Catalogue,
): DormantFeature | undefined {
  if (!namesPatternOperator.test(text)) {
    return { feature: undefined, id, text, catalogue, patterns: undefined };
  }
  const patterns: Pattern[] = [];
  let areAllRight = true;
  compileFeature(id, stored, {
    share: (outline) => outline,
    patternOf(source, foldsCase) {
      const pattern = catalogue.patternOf(source, foldsCase);
      if (pattern === undefined) areAllRight = false;
      else patterns.push(pattern);
      return pattern;
    },
  });
  return areAllRight ? { feature: undefined, id, text, catalogue, patterns } : undefined;
}

export function wakeFeature({ id, text, catalogue }: DormantFeature): CompiledFeature {
  return compileFeature(id, JSON.parse(text) as FeatureFragment & StoredRecord, catalogue);
}

export function variableSlugsOf(stored: StoredRecord): readonly string[] {
  return (listOf(stored['variables']) ?? [])
    .map(recordOf)
    .filter((variable) => variable !== undefined)
    .map((variable) => textOf(variable['slug']) ?? '');
}
