import type { VariableType } from '../schemas/feature-schema.ts';
import { compileConstraints, type CompiledConstraints } from './compile-constraints.ts';
import type { VariableConstraints } from './variable-constraints.ts';

/** Compiled constraints, those that were used last. */
export interface ConstraintsCache {
  /** Returns the compiled constraints. `isNew` = they had to be compiled. */
  get(
    constraints: VariableConstraints,
    type: VariableType,
  ): { readonly compiled: CompiledConstraints; readonly isNew: boolean };
  readonly size: number;
}

/**
 * Creates a cache. A compiled schema takes some ten times the memory of its text, so the cache is bounded in the characters of the texts as
 * well as in entries.
 */
export function createConstraintsCache({ maxEntries = 500, maxCharacters = 500_000 } = {}): ConstraintsCache {
  const entries = new Map<string, CompiledConstraints>();
  let characters = 0;
  const forget = (text: string) => {
    entries.delete(text);
    characters -= text.length;
  };
  return {
    get(constraints, type) {
      const text = `${type} ${JSON.stringify(constraints)}`;
      const known = entries.get(text);
      if (known !== undefined) forget(text);
      const compiled = known ?? compileConstraints(constraints, type);
      entries.set(text, compiled);
      characters += text.length;
      while (entries.size > maxEntries || characters > maxCharacters) forget(entries.keys().next().value!);
      return { compiled, isNew: known === undefined };
    },
    get size() {
      return entries.size;
    },
  };
}
