import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { pairVariables, pairVariations } from '../older-records.ts';
import { keyEntries } from './key-entries.ts';
import type { Paired } from '../pair-entries.ts';
import type { DescribedFeature, DescribedPart, Members } from '../snapshot.ts';
import { inOrder, type Keyed, mergeKeyed, mergeMembers } from './merge-keyed.ts';
import { mergeOrder } from './merge-order.ts';
import { type Conflicts, type Part, pickSides, resolve, type Sides } from './three-way.ts';

/** The variables and variations of a feature by id, so that they stay the same when somebody renames them. */
interface KeyedFeature {
  readonly variables: Keyed<Members>;
  readonly variations: Keyed<KeyedVariation>;
}

interface KeyedVariation {
  /** All except the values. */
  readonly members: Members;
  /** By the id of the variable. */
  readonly values: Members;
}

/** Merges the variables and variations of a feature by id, and the order of the variations. */
export function mergeParts(
  sides: Sides<DescribedFeature>,
  conflicts: Conflicts,
): { readonly variables: readonly Members[]; readonly variations: readonly Members[] } {
  const keyed = keyFeatures(sides);
  const variables = mergeVariables(keyed, conflicts);
  const variations = mergeVariations(keyed, variables, conflicts);
  return {
    variables: [...variables.values()],
    variations: [...variations.values()].map((variation) => toDescribed(variation, variables)),
  };
}

function keyFeatures(sides: Sides<DescribedFeature>): Sides<KeyedFeature> {
  const variables = keyParts(
    pickSides(sides, (feature) => feature.variables),
    (side) => pairVariables(sides.base.variables, sides[side].variables),
  );
  const variations = keyParts(
    pickSides(sides, (feature) => feature.variations),
    (side) => pairVariations(sides.base, sides[side]),
  );
  const toKeyed = (side: keyof Sides<unknown>): KeyedFeature => {
    const keys = new Map([...variables[side]].map(([key, { slug }]) => [slug, key]));
    const keyed = [...variations[side]].map(([key, { values, ...members }]): [string, KeyedVariation] => {
      const known = Object.entries(values).flatMap(([slug, value]): [string, JsonValue][] =>
        keys.has(slug) ? [[keys.get(slug) as string, value]] : [],
      );
      return [key, { members, values: Object.fromEntries(known) }];
    });
    return { variables: variables[side], variations: new Map(keyed) };
  };
  return { base: toKeyed('base'), theirs: toKeyed('theirs'), ours: toKeyed('ours') };
}

/** Parts that both sides added are one part if they have the same id or the same slug. Keys begin with the slug, so that they sort by it. */
function keyParts<Part extends DescribedPart>(
  sides: Sides<readonly Part[]>,
  pair: (side: 'theirs' | 'ours') => Paired,
): Sides<Keyed<Part>> {
  const paired = { theirs: pair('theirs'), ours: pair('ours') };
  const slugs = new Map(
    paired.theirs.added.flatMap((index) => {
      const { id, slug } = sides.theirs[index] as Part;
      return id === undefined ? [] : [[id, slug]];
    }),
  );
  return keyEntries(sides, {
    pair: (side) => paired[side].pairs,
    getAddedKey: ({ id, slug }) => `${slugs.get(id ?? '') ?? slug} added`,
  });
}

interface KeyedVariable {
  readonly members: Members;
  /** In the variations of `base`, because they change the variable, too. */
  readonly values: readonly unknown[];
}

function mergeVariables(keyed: Sides<KeyedFeature>, conflicts: Conflicts): Keyed<Members> {
  const sides = pickSides(keyed, ({ variables, variations }): Keyed<KeyedVariable> => {
    const getValues = (id: string) =>
      [...keyed.base.variations.keys()].map((each) => variations.get(each)?.values[id]);
    return new Map([...variables].map(([id, members]) => [id, { members, values: getValues(id) }]));
  });
  const describe = (_: string, part: Sides<KeyedVariable | undefined>): Part<KeyedVariable | undefined> => {
    const members = pickSides(part, (variable) => variable?.members);
    const slug = getSlug(members);
    const [path, label] = [memberPath('variables', slug), `the variable ${slug}`];
    const merge = (each: Sides<KeyedVariable>): KeyedVariable => ({
      members: mergeMembers(
        pickSides(each, (variable) => variable.members),
        path,
        (name) => `the ${name} of ${label}`,
        conflicts,
      ),
      values: [],
    });
    return { path, label, shown: members, merge };
  };
  const merged = mergeKeyed(sides, describe, conflicts);
  const ordered = inOrder(merged, mergeOrder(sides, merged).order);
  return new Map([...ordered].map(([id, { members }]) => [id, members]));
}

function mergeVariations(
  keyed: Sides<KeyedFeature>,
  variables: Keyed<Members>,
  conflicts: Conflicts,
): Keyed<KeyedVariation> {
  const sides = pickSides(keyed, (feature) => keepValues(feature, keyed.base, variables));
  const names = nameVariables(keyed, variables);
  const describe = (
    id: string,
    part: Sides<KeyedVariation | undefined>,
  ): Part<KeyedVariation | undefined> => {
    const slug = getSlug(pickSides(part, (each) => each?.members));
    const [path, label] = [memberPath('variations', slug), `the variation ${slug}`];
    const described = pickSides(keyed, (feature) => {
      const variation = feature.variations.get(id);
      return variation && toDescribed(variation, feature.variables);
    });
    // Adding or removing a variable changes no variation.
    const { variables: left } = part.theirs === undefined ? keyed.ours : keyed.theirs;
    const isCommon = ([each]: [string, unknown]) => keyed.base.variables.has(each) && left.has(each);
    const compared = pickSides(part, (variation) => {
      const values = Object.entries(variation?.values ?? {}).filter(isCommon);
      return variation && { members: variation.members, values: Object.fromEntries(values) };
    });
    return {
      path,
      label,
      shown: described,
      compared: part.base === undefined ? part : compared,
      merge: (each) => ({
        members: mergeMembers(
          pickSides(each, ({ members }) => members),
          path,
          (name) => `the ${name} of ${label}`,
          conflicts,
        ),
        values: mergeValues(each, names, path, label, conflicts),
      }),
    };
  };
  const merged = mergeKeyed(sides, describe, conflicts);
  const order = mergeOrder(sides, merged);
  if (!order.areBothMoved) return inOrder(merged, order.order);
  const slugs = pickSides(sides, (parts) => [...parts.values()].map(({ members }) => members['slug']));
  const first = resolve(
    slugs,
    'variations',
    'the variations were reordered on both sides, differently',
    conflicts,
  );
  return inOrder(merged, mergeOrder(sides, merged, first).order);
}

/** Merges the values of the variables that are left. The others were decided with their variables. */
function mergeValues(
  sides: Sides<KeyedVariation>,
  names: ReadonlyMap<string, string>,
  path: string,
  label: string,
  conflicts: Conflicts,
): Members {
  const isLeft = ([id]: [string, unknown]) => names.has(id);
  const keyed = pickSides(sides, ({ values }) => new Map(Object.entries(values).filter(isLeft)));
  const describe = (id: string) => ({
    path: memberPath(memberPath(path, 'values'), names.get(id) as string),
    label: `the value of ${names.get(id)} in ${label}`,
  });
  return Object.fromEntries(mergeKeyed(keyed, describe, conflicts));
}

/** Returns the variations of a side. A variable that it removed, and that somebody chose to keep, has the values of `base`. */
function keepValues(
  { variables, variations }: KeyedFeature,
  base: KeyedFeature,
  left: Keyed<Members>,
): Keyed<KeyedVariation> {
  const isKept = ([id]: [string, unknown]) => left.has(id) && !variables.has(id);
  return new Map(
    [...variations].map(([id, { members, values }]) => {
      const kept = Object.entries(base.variations.get(id)?.values ?? {}).filter(isKept);
      return [id, { members, values: { ...values, ...Object.fromEntries(kept) } }];
    }),
  );
}

/**
 * Names the variables in the paths of their values: by their new slugs, of which the first in the alphabet counts where both sides have
 * chosen one, so that a path does not depend on which side is which.
 */
function nameVariables(keyed: Sides<KeyedFeature>, left: Keyed<Members>): ReadonlyMap<string, string> {
  return new Map(
    [...left.keys()].map((id) => {
      const { base, ...sides } = pickSides(keyed, ({ variables }) => toSlug(variables.get(id) ?? {}));
      const [slug = base] = [sides.theirs, sides.ours]
        .filter((each) => each !== '' && each !== base)
        .toSorted();
      return [id, slug];
    }),
  );
}

function toDescribed({ members, values }: KeyedVariation, variables: Keyed<Members>): Members {
  const named = [...variables].flatMap(([id, variable]): [string, JsonValue][] =>
    Object.hasOwn(values, id) ? [[toSlug(variable), values[id] as JsonValue]] : [],
  );
  return { ...members, values: Object.fromEntries(named) };
}

/** Returns the slug of a part in `base`, or the first in the alphabet of those that it was added with. */
function getSlug({ base, theirs, ours }: Sides<Members | undefined>): string {
  const [slug = ''] = (base ? [base] : [theirs, ours])
    .flatMap((part) => (part ? toSlug(part) : []))
    .toSorted();
  return slug;
}

function toSlug({ slug }: Members): string {
  return typeof slug === 'string' ? slug : '';
}
