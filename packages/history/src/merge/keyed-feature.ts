import type { JsonValue } from '@bunting/evaluator/definition';
import { type FeatureDescription, renamedVariables } from '../describe/feature-differences.ts';
import { isEqual } from '../is-equal.ts';
import { type Members, setMember } from './merge-members.ts';
import type { Sides } from './conflict.ts';

/** A variable or a variation as records describe it. Those of older releases have no ids. */
export interface DescribedPart extends Members {
  readonly id?: string;
  readonly slug: string;
}

/** A feature as records describe it. */
export interface DescribedFeature {
  readonly [member: string]: unknown;
  readonly slug: string;
  readonly variables: readonly (DescribedPart & { readonly type: string })[];
  readonly variations: readonly (DescribedPart & { readonly values: Readonly<Record<string, JsonValue>> })[];
}

/** The variables and variations of a feature by keys, which follow them through renames. */
export interface KeyedFeature {
  readonly variables: ReadonlyMap<string, Members>;
  readonly variations: ReadonlyMap<string, KeyedVariation>;
  /** The variations as records have them. */
  readonly described: ReadonlyMap<string, JsonValue>;
}

export interface KeyedVariation {
  /** Besides the values. */
  readonly members: Members;
  /** By the key of the variable. */
  readonly values: Members;
}

/** The three features with the same keys for the same parts. */
export function keyFeatures(sides: Sides<DescribedFeature>): Sides<KeyedFeature> {
  const variables = keyParts(sides, ({ variables }) => variables, {
    now: renamed(sides.base, sides.now),
    wanted: renamed(sides.base, sides.wanted),
  });
  const variations = keyParts(sides, ({ variations }) => variations, {
    now: sameValues(sides.base, sides.now),
    wanted: sameValues(sides.base, sides.wanted),
  });
  const keyed = (side: keyof Sides<unknown>): KeyedFeature => ({
    variables: new Map(
      sides[side].variables.map((variable, index) => [variables[side][index] as string, variable]),
    ),
    variations: new Map(
      sides[side].variations.map(({ values, ...members }, index) => [
        variations[side][index] as string,
        { members, values: keyValues(values, sides[side].variables, variables[side]) },
      ]),
    ),
    described: new Map(
      sides[side].variations.map((variation, index) => [
        variations[side][index] as string,
        variation as JsonValue,
      ]),
    ),
  });
  return { base: keyed('base'), now: keyed('now'), wanted: keyed('wanted') };
}

function keyValues(
  values: Readonly<Record<string, JsonValue>>,
  variables: readonly DescribedPart[],
  keys: readonly string[],
): Members {
  const keyed: Record<string, JsonValue> = {};
  for (const [index, { slug }] of variables.entries()) {
    if (Object.hasOwn(values, slug)) setMember(keyed, keys[index] as string, values[slug] as JsonValue);
  }
  return keyed;
}

/** What a part of one side probably was in `base`, if neither its id nor its slug tell. */
type Guess = (part: DescribedPart) => DescribedPart | undefined;

/** Keys of the parts of each side, in their order. */
function keyParts(
  sides: Sides<DescribedFeature>,
  partsOf: (feature: DescribedFeature) => readonly DescribedPart[],
  guesses: { readonly now: Guess; readonly wanted: Guess },
): Sides<readonly string[]> {
  const base = partsOf(sides.base);
  const sideOf = (side: 'now' | 'wanted'): Side => {
    const parts = partsOf(sides[side]);
    return { parts, origins: originsOf(parts, base, guesses[side]) };
  };
  const [now, wanted] = [sideOf('now'), sideOf('wanted')];
  const addedNow = addedIn(now);
  const twins = twinsOf(addedIn(wanted), addedNow);
  const baseKeys = new Map(base.map((part, index) => [part, `${index}`]));
  // Keys begin with slugs, because what both sides add is sorted by key, whichever side is which.
  const keyOfAdded = (part: DescribedPart, side: string): string => `${part.slug} ${side}`;
  const keysOf = ({ parts, origins }: Side, keyAdded: (part: DescribedPart) => string): string[] =>
    parts.map((part) => baseKeys.get(origins.get(part) as DescribedPart) ?? keyAdded(part));
  const twinned = new Set(twins.values());
  return {
    base: [...baseKeys.values()],
    now: keysOf(now, (part) => keyOfAdded(part, twinned.has(part) ? 'both' : 'now')),
    wanted: keysOf(wanted, (part) => {
      const twin = twins.get(part);
      return twin === undefined ? keyOfAdded(part, 'wanted') : keyOfAdded(twin, 'both');
    }),
  };
}

interface Side {
  readonly parts: readonly DescribedPart[];
  /** Part → what it was in `base`. */
  readonly origins: ReadonlyMap<DescribedPart, DescribedPart>;
}

function addedIn({ parts, origins }: Side): DescribedPart[] {
  return parts.filter((part) => !origins.has(part));
}

/** What both sides add is one part if it has one id or one slug. */
function twinsOf(
  parts: readonly DescribedPart[],
  others: readonly DescribedPart[],
): Map<DescribedPart, DescribedPart> {
  const byId = originsOf(parts, others, () => undefined);
  const taken = new Set(byId.values());
  const bySlug = new Map(others.flatMap((part) => (taken.has(part) ? [] : [[part.slug, part]])));
  return new Map(
    parts.flatMap((part) => {
      const twin = byId.get(part) ?? bySlug.get(part.slug);
      return twin === undefined ? [] : [[part, twin]];
    }),
  );
}

/** Ids tell which part became which; for parts without, slugs do. */
function originsOf(
  parts: readonly DescribedPart[],
  base: readonly DescribedPart[],
  guess: Guess,
): Map<DescribedPart, DescribedPart> {
  const byId = new Map(base.flatMap((part) => (part.id === undefined ? [] : [[part.id, part]])));
  const bySlug = new Map(base.map((part) => [part.slug, part]));
  const origins = new Map<DescribedPart, DescribedPart>();
  const taken = new Set<DescribedPart>();
  const pairBy = (find: Guess): void => {
    for (const part of parts) {
      if (origins.has(part)) continue;
      const origin = find(part);
      if (origin === undefined || taken.has(origin) || areTwo(origin, part)) continue;
      origins.set(part, origin);
      taken.add(origin);
    }
  };
  pairBy(({ id }) => (id === undefined ? undefined : byId.get(id)));
  pairBy(({ slug }) => bySlug.get(slug));
  pairBy(guess);
  return origins;
}

function areTwo(one: DescribedPart, other: DescribedPart): boolean {
  return one.id !== undefined && other.id !== undefined && one.id !== other.id;
}

function renamed(base: DescribedFeature, side: DescribedFeature): Guess {
  const slugs = renamedVariables(
    base as unknown as FeatureDescription,
    side as unknown as FeatureDescription,
  );
  const oldSlugs = new Map([...slugs].map(([oldSlug, newSlug]) => [newSlug, oldSlug]));
  return ({ slug }) => base.variables.find((variable) => variable.slug === oldSlugs.get(slug));
}

/** A variation with another slug that serves the same, if there is one such variation. */
function sameValues(base: DescribedFeature, side: DescribedFeature): Guess {
  const textOf = (values: unknown): string => JSON.stringify(values);
  const known = new Map<string, DescribedPart | undefined>();
  for (const variation of base.variations) {
    const text = textOf(variation.values);
    known.set(text, known.has(text) ? undefined : variation);
  }
  return (part) => {
    const variation = side.variations.find((each) => each === part);
    const origin = variation && known.get(textOf(variation.values));
    return origin && isEqual(origin['values'], variation?.values) ? origin : undefined;
  };
}
