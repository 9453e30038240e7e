import type { Datafile } from './datafile.ts';

/** A variable and its feature. Ids are UUIDs. */
export interface FoundVariable {
  readonly id: string;
  readonly slug: string;
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
    feature: { id: shared.id, slug: shared.slug, status: shared.status },
    variationIds: new Map(shared.variations.map((variation) => [variation.slug, variation.id])),
  };
}
