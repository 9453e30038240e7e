/** What somebody else saved meanwhile, and what is edited here, put together cell by cell. Pure. */
import type { ConflictPart, Taken } from '../../../editing/conflicts.tsx';
import { isNew, newKey, type Grid, type GridVariable, type GridVariation } from './model.ts';

export interface Merged {
  readonly grid: Grid;
  /** What both changed, differently. The grid has what was chosen, and one's own where nothing was yet. */
  readonly conflicts: readonly ConflictPart[];
  /** Changes that have nothing to stand on any more. */
  readonly lost: readonly string[];
}

type Part = GridVariable | GridVariation;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Picks a side of each value, and remembers what both changed. */
function createPicker(taken: Taken, conflicts: ConflictPart[]) {
  return <Value>(path: string, message: string, was: Value | undefined, theirs: Value, own: Value): Value => {
    if (same(was, own) || same(theirs, own)) return theirs;
    if (same(was, theirs)) return own;
    conflicts.push({ path, message, now: shown(theirs), wanted: shown(own) });
    return taken[path] === 'now' ? theirs : own;
  };
}

export function mergeGrids(from: Grid, now: Grid, draft: Grid, taken: Taken = {}): Merged {
  const conflicts: ConflictPart[] = [];
  const lost: string[] = [];
  const pick = createPicker(taken, conflicts);
  const lists = { conflicts, lost, taken };
  const variables = mergeParts(
    { from: from.variables, now: now.variables, draft: draft.variables },
    'variable',
    lists,
    (theirs, was, own) => {
      const member = <Name extends keyof GridVariable>(name: Name) =>
        pick(`${theirs.key}: ${name}`, `${name} of ${theirs.slug}`, was?.[name], theirs[name], own[name]);
      return {
        ...theirs,
        slug: member('slug'),
        client: member('client'),
        description: member('description'),
        constraints: member('constraints'),
      };
    },
  );
  const variations = mergeParts(
    { from: from.variations, now: now.variations, draft: draft.variations },
    'variation',
    lists,
    (theirs, was, own) => {
      const label = theirs.name || theirs.slug;
      const member = (name: 'slug' | 'name') =>
        pick(`${theirs.key}; ${name}`, `${name} of ${label}`, was?.[name], theirs[name], own[name]);
      const cells = variables.flatMap(({ key, slug }): [string, string][] => {
        const [before, there, here] = [was?.values[key], theirs.values[key], own.values[key]];
        // A variable that only one of both has: its values are there alone.
        if (there === undefined || here === undefined) return [[key, there ?? here ?? '']];
        return [[key, pick(`${theirs.key}/${key}`, `${slug} of ${label}`, before, there, here)]];
      });
      return { ...theirs, slug: member('slug'), name: member('name'), values: Object.fromEntries(cells) };
    },
  );
  const ordered = inOrder(from, draft, variations);
  return { grid: { variables, variations: withEveryValue(ordered, variables, draft, now) }, conflicts, lost };
}

/** One's own grid over whatever is there now: what is gone there is made anew, and what only they have goes. */
export function gridOver(now: Grid, draft: Grid): Grid {
  const variables = keysOver(now.variables, draft.variables);
  const variations = keysOver(now.variations, draft.variations);
  return {
    variables: draft.variables.map((each) => ({ ...each, key: variables(each.key) })),
    variations: draft.variations.map(({ key, values, ...each }) => ({
      ...each,
      key: variations(key),
      values: Object.fromEntries(Object.entries(values).map(([of, value]) => [variables(of), value])),
    })),
  };
}

/** The keys that parts have over those that are there. */
function keysOver(now: readonly Part[], draft: readonly Part[]): (key: string) => string {
  const there = new Set(now.map(({ key }) => key));
  const gone = draft.filter(({ key }) => !isNew(key) && !there.has(key));
  const all: { readonly key: string }[] = [...draft];
  const keys = new Map<string, string>();
  for (const { key } of gone) {
    const made = newKey(all);
    all.push({ key: made });
    keys.set(key, made);
  }
  return (key) => keys.get(key) ?? key;
}

interface Sides<Of> {
  readonly from: readonly Of[];
  readonly now: readonly Of[];
  readonly draft: readonly Of[];
}

/** Parts that both have are merged; those that one side added stay; those that one side removed go, unless the other changed them. */
function mergeParts<Of extends Part>(
  { from, now, draft }: Sides<Of>,
  noun: string,
  { conflicts, lost, taken }: { conflicts: ConflictPart[]; lost: string[]; taken: Taken },
  merge: (theirs: Of, was: Of | undefined, own: Of) => Of,
): Of[] {
  const [was, theirs, own] = [from, now, draft].map(
    (parts) => new Map(parts.map((part) => [part.key, part])),
  ) as [Map<string, Of>, Map<string, Of>, Map<string, Of>];
  const kept = now.flatMap((part) => {
    const here = own.get(part.key);
    const before = was.get(part.key);
    if (here !== undefined) return [merge(part, before, here)];
    if (before === undefined) return [part];
    if (same(before, part)) return [];
    const path = `remove ${noun} ${part.key}`;
    conflicts.push({ path, message: `${noun} ${part.slug}`, now: 'changed', wanted: 'deleted' });
    return taken[path] === 'now' ? [part] : [];
  });
  for (const part of draft) {
    if (theirs.has(part.key) || !was.has(part.key)) continue;
    if (!same(was.get(part.key), part))
      lost.push(`The ${noun} ${part.slug} was deleted or renamed meanwhile.`);
  }
  return [...kept, ...draft.filter(({ key }) => !was.has(key) && !theirs.has(key))];
}

/** One's own order, where one changed it. */
function inOrder(from: Grid, draft: Grid, merged: readonly GridVariation[]): readonly GridVariation[] {
  const common = (parts: readonly Part[], among: readonly Part[]) =>
    parts.map(({ key }) => key).filter((key) => among.some((each) => each.key === key));
  if (same(common(draft.variations, from.variations), common(from.variations, draft.variations)))
    return merged;
  const rank = new Map(draft.variations.map(({ key }, index) => [key, index]));
  const rankOf = ({ key }: Part) => rank.get(key) ?? draft.variations.length;
  return merged.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** A variation that one side added has no value of a variable that the other added: it gets that of the first row that has one. */
function withEveryValue(
  variations: readonly GridVariation[],
  variables: readonly GridVariable[],
  ...sides: readonly Grid[]
): GridVariation[] {
  const rows = sides.flatMap((side) => side.variations);
  const someValue = (key: string) => rows.find(({ values }) => values[key] !== undefined)?.values[key] ?? '';
  return variations.map((variation) => ({
    ...variation,
    values: Object.fromEntries(variables.map(({ key }) => [key, variation.values[key] ?? someValue(key)])),
  }));
}
