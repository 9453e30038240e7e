import type { JsonValue } from '@bunting/evaluator/definition';
import type { DescribedFeature, Members } from '../snapshot.ts';
import { mergeList, mergeMembers } from './merge-keyed.ts';
import { mergeParts } from './merge-parts.ts';
import {
  type Conflicts,
  type Merged,
  mergeStates,
  pickSides,
  type Resolutions,
  type Sides,
} from './three-way.ts';

/** The members that are lists of entries with keys. Every other member is one whole, except variables and variations. */
const lists: readonly {
  readonly name: string;
  readonly label: string;
  getKey: (entry: JsonValue) => string;
}[] = [
  { name: 'tags', label: 'the tag', getKey: String },
  { name: 'owners', label: 'the owner', getKey: String },
  { name: 'links', label: 'the link', getKey: (link) => (link as { readonly url: string }).url },
];

/** Merges a feature as records describe it; `null` = it does not exist. */
export function mergeFeature(
  base: DescribedFeature | null,
  theirs: DescribedFeature | null,
  ours: DescribedFeature | null,
  resolutions?: Resolutions,
): Merged<DescribedFeature | null> {
  return mergeStates({ base, theirs, ours }, 'the feature', mergeMembersAndParts, resolutions);
}

function mergeMembersAndParts(sides: Sides<DescribedFeature>, conflicts: Conflicts): DescribedFeature {
  const parts = mergeParts(sides, conflicts);
  const wholes = mergeMembers(pickSides(sides, getWholes), '', (name) => `the ${name}`, conflicts);
  const merged: Record<string, unknown> = { ...wholes };
  for (const { name, label, getKey } of lists) {
    if (sides.theirs[name] === undefined && sides.ours[name] === undefined) continue;
    const list = pickSides(sides, (feature) => (feature[name] ?? []) as readonly JsonValue[]);
    merged[name] = mergeList(list, getKey, { path: name, label }, conflicts);
  }
  return { ...merged, ...parts } as unknown as DescribedFeature;
}

function getWholes({
  variables: _variables,
  variations: _variations,
  ...members
}: DescribedFeature): Members {
  const isWhole = (name: string) => !lists.some((list) => list.name === name);
  return Object.fromEntries(Object.entries(members).filter(([name]) => isWhole(name))) as Members;
}
