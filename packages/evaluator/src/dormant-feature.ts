import type { Catalogue } from './catalogue.ts';
import type { FeatureFragment } from './definition.ts';
import { compileFeature } from './feature.ts';
import type { CompiledFeature } from './feature.ts';
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
}

const namesPatternOperator = /"(?:not_)?matches"/;

/** Patterns are compiled with the fragment, never during a request: a feature that may have some stays awake. */
export function mayLieDormant(text: string): boolean {
  return !namesPatternOperator.test(text);
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
