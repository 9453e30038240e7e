import type { JsonValue } from '@bunting/evaluator/definition';
import {
  type Conflicts,
  type Merged,
  mergeStates,
  type Sides,
  pickSides,
  type Resolutions,
} from './conflict.ts';
import { type DescribedFeature, keyFeatures } from './keyed-feature.ts';
import { mergeList } from './merge-list.ts';
import { type Members, mergeMembers } from './merge-members.ts';
import { mergeVariables, mergeVariations } from './merge-parts.ts';

/** The members that are lists of entries with keys of their own. All others, except variables and variations, are merged whole. */
const lists: readonly {
  readonly name: string;
  readonly what: string;
  keyOf: (entry: JsonValue) => string;
}[] = [
  { name: 'tags', what: 'the tag', keyOf: text },
  { name: 'owners', what: 'the owner', keyOf: text },
  { name: 'links', what: 'the link', keyOf: (link) => (link as { readonly url: string }).url },
];

function text(entry: JsonValue): string {
  return entry as string;
}

/** Merges a feature as records describe it; `null` = there is none. */
export function mergeFeature(
  base: DescribedFeature | null,
  now: DescribedFeature | null,
  wanted: DescribedFeature | null,
  taken?: Resolutions,
): Merged<DescribedFeature | null> {
  return mergeStates({ base, now, wanted }, 'the feature', mergeParts, taken);
}

function mergeParts(sides: Sides<DescribedFeature>, conflicts: Conflicts): DescribedFeature {
  const keyed = keyFeatures(sides);
  const variables = mergeVariables(keyed, conflicts);
  const variations = mergeVariations(keyed, variables, conflicts);
  const merged = mergeMembers(pickSides(sides, wholeMembers), '', (name) => `the ${name}`, conflicts);
  return {
    ...merged,
    ...mergeLists(sides, conflicts),
    variables: [...variables.values()],
    variations,
  } as unknown as DescribedFeature;
}

function wholeMembers({
  variables: _variables,
  variations: _variations,
  ...members
}: DescribedFeature): Members {
  return Object.fromEntries(
    Object.entries(members).filter(([name]) => !lists.some((list) => list.name === name)),
  ) as Members;
}

function mergeLists(sides: Sides<DescribedFeature>, conflicts: Conflicts): Members {
  const merged: Record<string, JsonValue> = {};
  for (const { name, what, keyOf } of lists) {
    if (sides.now[name] === undefined && sides.wanted[name] === undefined) continue;
    const list = pickSides(sides, (feature) => (feature[name] ?? []) as readonly JsonValue[]);
    merged[name] = mergeList(list, keyOf, { path: name, what }, conflicts);
  }
  return merged;
}
