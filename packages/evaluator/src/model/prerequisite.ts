import type { Variable } from './feature.ts';
import type { ReferenceChanges } from './segment-use.ts';

/** A variable of a datafile that a prerequisite names. Changing the variable assigns the members and keeps the cell, as with segments. */
export interface VariableCell {
  /** `undefined` = no variable has this slug, or it is not compiled yet. */
  variable: Variable | undefined;
  /** Compiles the variable; `undefined` = it is compiled, or there is none. */
  compile: (() => Variable | undefined) | undefined;
}

/** A variable that must serve one of some variations. */
export interface Prerequisite {
  /** The slug of the variable, lower-cased. */
  readonly slug: string;
  readonly variations: readonly string[];
  /** Set when the fragment is applied to a datafile. */
  cell: VariableCell | undefined;
  /** The variable, and whether each of its variations meets the prerequisite, by index; looked up when something has changed. */
  variable: Variable | undefined;
  accepts: readonly boolean[];
}

/** The prerequisites of a feature. All must be met, and none is if they lead too far. */
export interface Prerequisites {
  readonly entries: readonly Prerequisite[];
  /** The counter of the datafile that the feature belongs to. */
  changes: ReferenceChanges | undefined;
  seenCount: number;
  isWithin: boolean;
}

export function createPrerequisites(
  entries: readonly Pick<Prerequisite, 'slug' | 'variations'>[],
): Prerequisites {
  return {
    entries: entries.map(({ slug, variations }) => ({
      slug,
      variations,
      cell: undefined,
      variable: undefined,
      accepts: [],
    })),
    changes: undefined,
    seenCount: -1,
    isWithin: false,
  };
}
