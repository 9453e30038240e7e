import type { FeatureFragment } from '@bunting/evaluator/definition';
import { isDeepStrictEqual } from 'node:util';
import { findConstancy, type Constancy, type ServedFragment } from './constancy.ts';

/** The serving of a feature in one environment. */
export interface WatchedFragment {
  /** Slug. */
  readonly environment: string;
  /** Milliseconds: when the fragment was last written. */
  readonly writtenAt: number;
  readonly fragment: ServedFragment & {
    /** Values in the order of the variables. Only compared with each other. */
    readonly variations: readonly Pick<FeatureFragment['variations'][number], 'slug' | 'values'>[];
  };
}

/** A feature that is constant in all watched environments, with one value for each variable. */
export interface Constant {
  /** Milliseconds. */
  readonly since: number;
  /** Variable → variation; a variable that nothing is served of has null. Null = nothing is served of any. */
  readonly forward: ReadonlyMap<string, string | null> | null;
  /** Slugs of the watched environments. */
  readonly environments: readonly string[];
  /** Targeting is off in all of them. */
  readonly isOff: boolean;
  /** The one variation of all variables in all environments; undefined = there are several with the same values. */
  readonly variation: string | undefined;
}

/**
 * Returns the constant; null = the feature is not constant everywhere, or not with one value, or there is no
 * environment to check.
 */
export function findConstant(watched: readonly WatchedFragment[], now: number): Constant | null {
  const found: { readonly in: WatchedFragment; readonly is: Constancy }[] = [];
  for (const each of watched) {
    const is = findConstancy(each.fragment, now);
    if (is === undefined) return null;
    found.push({ in: each, is });
  }
  const [first] = found;
  if (first === undefined) return null;
  const { served } = first.is;
  for (const variable of served.keys()) {
    const values = found.map(({ is }) => valueIn(first.in, is, variable));
    if (values.some((value) => !isDeepStrictEqual(value, values[0]))) return null;
  }
  const isAnyServed = [...served.values()].some((variation) => variation !== null);
  const variations = new Set(found.flatMap(({ is }) => [...is.served.values()]));
  return {
    since: Math.max(...found.map((each) => Math.max(each.in.writtenAt, each.is.changedAt))),
    forward: isAnyServed ? served : null,
    environments: found.map((each) => each.in.environment),
    isOff: found.every(({ is }) => is.isOff),
    variation: variations.size === 1 ? ([...variations][0] ?? undefined) : undefined,
  };
}

/**
 * Returns the value as the only entry of a list; an empty list = nothing is served, which is not the value null. Variations have the
 * same values in every environment.
 */
function valueIn({ fragment }: WatchedFragment, { served }: Constancy, variable: string): readonly unknown[] {
  const variation = fragment.variations.find(({ slug }) => slug === served.get(variable));
  const index = fragment.variables.findIndex(({ slug }) => slug === variable);
  return variation === undefined ? [] : [variation.values[index]];
}
