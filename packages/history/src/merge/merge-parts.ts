import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { isEqual } from '../is-equal.ts';
import {
  type Conflict,
  toConflict,
  type Conflicts,
  mergeValue,
  type Sides,
  pickSides,
  undisputed,
} from './conflict.ts';
import type { KeyedFeature, KeyedVariation } from './keyed-feature.ts';
import { type Members, mergeMembers, setMember } from './merge-members.ts';
import { keysToOrder, mergeOrder } from './merge-order.ts';

/** Merges the variables of a feature one by one. The result has their keys. */
export function mergeVariables(keyed: Sides<KeyedFeature>, conflicts: Conflicts): Map<string, Members> {
  const variables = pickSides(keyed, (feature) => feature.variables);
  const merged = new Map<string, Members>();
  for (const key of keysOf(variables)) {
    const sides = pickSides(variables, (parts) => parts.get(key));
    const slug = slugIn(sides);
    const part: Part<Members> = {
      sides,
      shown: sides,
      path: memberPath('variables', slug),
      what: `the variable ${slug}`,
      isChanged: (side) => !isEqual(sides[side], sides.base) || hasOtherValue(keyed[side], keyed.base, key),
    };
    const left = mergePart(part, (each) => mergeDescribed(each, part, conflicts), conflicts);
    if (left !== undefined) merged.set(key, left);
  }
  return inOrder(merged, mergeOrder(keysToOrder(variables, merged)).order);
}

/** Whether a variable has another value in a variation that was there already. */
function hasOtherValue({ variations }: KeyedFeature, base: KeyedFeature, variable: string): boolean {
  return [...variations].some(([key, { values }]) => {
    const known = base.variations.get(key);
    return known !== undefined && !isEqual(values[variable], known.values[variable]);
  });
}

/** Merges the variations of a feature one by one, and their order. `variables` are those that are left. */
export function mergeVariations(
  keyed: Sides<KeyedFeature>,
  variables: ReadonlyMap<string, Members>,
  conflicts: Conflicts,
): JsonValue[] {
  const variations = {
    base: keyed.base.variations,
    now: withKeptValues(keyed.now, keyed.base, variables),
    wanted: withKeptValues(keyed.wanted, keyed.base, variables),
  };
  const names = new Map(
    [...variables].map(([key, variable]) => [
      key,
      nameOf(
        variable,
        pickSides(keyed, (feature) => feature.variables.get(key)),
        conflicts,
      ),
    ]),
  );
  const found = conflictingOrder(variations);
  const taken = found && conflicts.taken?.get(found.path);
  if (found !== undefined && taken === undefined) conflicts.push(found);
  const slugs = new Map([...variables].map(([key, variable]) => [key, slugOf(variable)]));
  const merged = new Map<string, JsonValue>();
  for (const key of keysOf(variations)) {
    const sides = pickSides(variations, (parts) => parts.get(key));
    const slug = slugIn(pickSides(sides, (variation) => variation?.members));
    const part: Part<KeyedVariation> = {
      sides,
      shown: pickSides(keyed, ({ described }) => described.get(key)),
      path: memberPath('variations', slug),
      what: `the variation ${slug}`,
      isChanged: (side) => isVariationChanged(keyed[side], keyed.base, key),
    };
    const merge = (each: Sides<KeyedVariation>): KeyedVariation => ({
      members: mergeDescribed(
        pickSides(each, ({ members }) => members),
        part,
        conflicts,
      ),
      values: mergeValues(each, names, part, conflicts),
    });
    const left = mergePart(part, merge, conflicts);
    if (left !== undefined) {
      merged.set(key, { ...left.members, values: valuesBy(slugs, left) } as JsonValue);
    }
  }
  return [...inOrder(merged, mergeOrder(keysToOrder(variations, merged), taken).order).values()];
}

/** The variations of a side. A variable that it removed, and that is kept all the same, as was decided, has the values of `base` there. */
function withKeptValues(
  { variables, variations }: KeyedFeature,
  base: KeyedFeature,
  left: ReadonlyMap<string, Members>,
): ReadonlyMap<string, KeyedVariation> {
  const kept = new Set([...left.keys()].filter((key) => base.variables.has(key) && !variables.has(key)));
  if (kept.size === 0) return variations;
  return new Map(
    [...variations].map(([key, { members, values }]) => {
      const known = Object.entries(base.variations.get(key)?.values ?? {});
      return [
        key,
        { members, values: { ...values, ...Object.fromEntries(known.filter(([each]) => kept.has(each))) } },
      ];
    }),
  );
}

/** That a variable was added or removed changes no variation. */
function isVariationChanged(feature: KeyedFeature, base: KeyedFeature, key: string): boolean {
  const [left, right] = [feature.variations.get(key), base.variations.get(key)];
  if (!isEqual(left?.members, right?.members)) return true;
  return [...base.variables.keys()].some(
    (variable) =>
      feature.variables.has(variable) && !isEqual(left?.values[variable], right?.values[variable]),
  );
}

/**
 * The name of a variable in the paths of its values: its slug after the merge. As long as nobody has decided between two new slugs, it
 * is the first in the alphabet, so that it does not depend on which change is which.
 */
function nameOf(variable: Members, sides: Sides<Members | undefined>, { taken }: Conflicts): string {
  const { base, now, wanted } = pickSides(sides, (each) => each && slugOf(each));
  const isRenamedTwice = base !== now && base !== wanted && now !== wanted;
  if (!isRenamedTwice || base === undefined || now === undefined || wanted === undefined)
    return slugOf(variable);
  const isDecided = taken?.has(memberPath(memberPath('variables', base), 'slug')) === true;
  return isDecided || now < wanted ? slugOf(variable) : wanted;
}

/** Only of the variables that are left, by their names: what becomes of a removed one was decided with it. */
function mergeValues(
  sides: Sides<KeyedVariation>,
  names: ReadonlyMap<string, string>,
  { path, what }: Pick<Part<unknown>, 'path' | 'what'>,
  conflicts: Conflicts,
): Members {
  const keys = new Map([...names].map(([key, name]) => [name, key]));
  const values = mergeMembers(
    pickSides(sides, (variation) => valuesBy(names, variation)),
    memberPath(path, 'values'),
    (name) => `the value of ${name} in ${what}`,
    conflicts,
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, typeof value] => [keys.get(name) ?? name, value]),
  );
}

/** The values of the variables that have names, by these. */
function valuesBy(names: ReadonlyMap<string, string>, { values }: KeyedVariation): Members {
  const named: Record<string, JsonValue> = {};
  for (const [key, name] of names) {
    if (Object.hasOwn(values, key)) setMember(named, name, values[key] as JsonValue);
  }
  return named;
}

interface Part<State> {
  readonly sides: Sides<State | undefined>;
  /** As conflicts show it. */
  readonly shown: Sides<unknown>;
  readonly path: string;
  readonly what: string;
  /** Whether a side changed the part, which the other one removed. */
  readonly isChanged: (side: 'now' | 'wanted') => boolean;
}

/** A variable or a variation; `undefined` = it is removed. */
function mergePart<State>(
  { sides, shown, path, what, isChanged }: Part<State>,
  merge: (sides: Sides<State>) => State,
  conflicts: Conflicts,
): State | undefined {
  const { base, now, wanted } = sides;
  if (base === undefined) {
    if (undisputed(sides) !== undefined) return now ?? wanted;
    mergeValue(shown, path, what, conflicts);
    return conflicts.taken?.get(path) === 'wanted' ? wanted : now;
  }
  if (now !== undefined && wanted !== undefined) return merge({ base, now, wanted });
  const message =
    wanted !== undefined && isChanged('wanted')
      ? `${what} was removed by the other change, but changed by yours`
      : now !== undefined && isChanged('now')
        ? `${what} was changed by the other change, but removed by yours`
        : undefined;
  if (message === undefined) return undefined;
  const taken = conflicts.taken?.get(path);
  if (taken !== undefined) return sides[taken];
  conflicts.push(toConflict(shown, path, message));
  return undefined;
}

function mergeDescribed(
  sides: Sides<Members>,
  { path, what }: Pick<Part<unknown>, 'path' | 'what'>,
  conflicts: Conflicts,
): Members {
  return mergeMembers(sides, path, (name) => `the ${name} of ${what}`, conflicts);
}

/** The name of a part in messages: its slug in `base`, or the first in the alphabet of those that it was added with. */
function slugIn({ base, now, wanted }: Sides<Members | undefined>): string {
  const [slug = ''] = (base ? [base] : [now, wanted])
    .flatMap((part) => (part ? [slugOf(part)] : []))
    .toSorted();
  return slug;
}

function slugOf({ slug }: Members): string {
  return typeof slug === 'string' ? slug : '';
}

/** Variables have no order of their own; variations are shown in theirs. */
function conflictingOrder(parts: Sides<ReadonlyMap<string, KeyedVariation>>): Conflict | undefined {
  const { areBothMoved } = mergeOrder(pickSides(parts, (entries) => [...entries.keys()]));
  if (!areBothMoved) return undefined;
  const slugs = pickSides(parts, (entries) => [...entries.values()].map(({ members }) => members['slug']));
  return toConflict(slugs, 'variations', 'the variations were reordered on both sides, differently');
}

/** Keys of all parts: those of `base`, then the added ones. */
function keysOf({ base, now, wanted }: Sides<ReadonlyMap<string, unknown>>): Set<string> {
  return new Set([...base.keys(), ...now.keys(), ...wanted.keys()]);
}

function inOrder<Value>(parts: ReadonlyMap<string, Value>, order: readonly string[]): Map<string, Value> {
  return new Map(order.filter((key) => parts.has(key)).map((key) => [key, parts.get(key) as Value]));
}
