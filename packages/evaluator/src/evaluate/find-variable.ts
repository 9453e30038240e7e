import type { Datafile } from './datafile.ts';

/** A variable and its feature. Ids are UUIDs. */
export interface FoundVariable {
  readonly id: string;
  readonly slug: string;
  /** Client keys get it. */
  readonly isClient: boolean;
  readonly feature: {
    readonly id: string;
    readonly slug: string;
    readonly status: 'live' | 'complete' | 'archived';
  };
  /** Variation slug → variation id. */
  readonly variationIds: ReadonlyMap<string, string>;
}

/** Finds a variable by its lower-cased slug, those of archived features included: events still name them. */
export function findVariable(datafile: Datafile, slug: string): FoundVariable | undefined {
  const variable = datafile.variableOf(slug);
  const shared = variable?.feature.shared;
  const found = shared?.variables[variable?.index ?? 0];
  if (shared === undefined || found === undefined) return undefined;
  return {
    id: found.id,
    slug: found.slug,
    isClient: found.isClient,
    feature: { id: shared.id, slug: shared.slug, status: shared.status },
    variationIds: new Map(shared.variations.map((variation) => [variation.slug, variation.id])),
  };
}

/**
 * Returns whether client keys may read the variable with this lower-cased slug; false if there is none. Unlike `findVariable` it
 * creates no object.
 */
export function isClientVariable(datafile: Datafile, slug: string): boolean {
  const variable = datafile.variableOf(slug);
  return variable?.feature.shared.variables[variable.index]?.isClient ?? false;
}
