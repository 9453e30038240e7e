import type { Pair } from '../pair-entries.ts';
import type { Keyed } from './merge-keyed.ts';
import type { Sides } from './three-way.ts';

/** Functions that match the entries of three lists. */
export interface Recognition<Entry> {
  readonly pair: (side: 'theirs' | 'ours') => readonly Pair[];
  /** Returns the key of an entry that a side added: the same for entries that both sides added as one. */
  readonly getAddedKey: (entry: Entry, side: 'theirs' | 'ours', index: number) => string;
}

/** Gives entries that became one another the same key: the id that one of them has. The others get this id, too. */
export function keyEntries<Entry extends { readonly id?: string }>(
  sides: Sides<readonly Entry[]>,
  { pair, getAddedKey }: Recognition<Entry>,
): Sides<Keyed<Entry>> {
  const pairs = { theirs: pair('theirs'), ours: pair('ours') };
  const ids = sides.base.map(({ id }) => id);
  for (const side of ['theirs', 'ours'] as const) {
    for (const [from, to] of pairs[side]) ids[from] ??= sides[side][to]?.id;
  }
  const toKey = (index: number) => ids[index] ?? `base ${index}`;
  const keySide = (side: 'theirs' | 'ours'): Keyed<Entry> => {
    const origins = new Map(pairs[side].map(([from, to]) => [to, from]));
    const keyed = new Map<string, Entry>();
    for (const [index, entry] of sides[side].entries()) {
      const from = origins.get(index);
      const key = from === undefined ? getAddedKey(entry, side, index) : toKey(from);
      // Only entries that somebody sends can have one id twice. None of them is lost.
      keyed.set(keyed.has(key) ? `${key} ${index}` : key, withId(entry, ids[from ?? -1]));
    }
    return keyed;
  };
  const base = new Map(sides.base.map((entry, index) => [toKey(index), withId(entry, ids[index])]));
  return { base, theirs: keySide('theirs'), ours: keySide('ours') };
}

function withId<Entry extends { readonly id?: string }>(entry: Entry, id: string | undefined): Entry {
  return entry.id !== undefined || id === undefined ? entry : { id, ...entry };
}
