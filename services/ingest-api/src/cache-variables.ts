import { findVariable, type Datafile, type FoundVariable } from '@bunting/evaluator';

/** Finds a variable by its slug in any case. */
export type FindVariable = (slug: string) => FoundVariable | undefined;

/**
 * Looks up each variable once: the entries of a request name few variables many times. With `isClient` the variables that are not marked do
 * not exist.
 */
export function cacheVariables(datafile: Datafile, isClient: boolean): FindVariable {
  const known = new Map<string, FoundVariable | undefined>();
  return (slug) => {
    const found = known.get(slug);
    if (found !== undefined || known.has(slug)) return found;
    const existing = findVariable(datafile, slug.toLowerCase());
    const variable = isClient && existing?.isClient !== true ? undefined : existing;
    known.set(slug, variable);
    return variable;
  };
}
