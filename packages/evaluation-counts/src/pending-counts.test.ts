import { describe, expect, it } from '@jest/globals';
import type { EvaluationCount } from '@bunting/evaluator';
import {
  maxCellsPerBatch,
  maxPublicUnknownKeys,
  maxUnknownKeys,
  otherKeys,
  type EvaluationBatch,
} from './batch.ts';
import { encodeBatches } from './encode-batches.ts';
import type { EnvironmentCounts } from './environment-counts.ts';
import { createPendingCounts } from './pending-counts.ts';
import { batchesOfStatement } from './store-batches.ts';

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 10, 22, 12);

function keptFrom(now: number, maxSize = 1_000_000) {
  const dropped: number[] = [];
  const kept = createPendingCounts({ now, maxSize, onDropped: (count) => dropped.push(count) });
  return { kept, dropped };
}
/** Returns a UUID for each number. */
const idOf = (kind: number, n: number) => `0190000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [variableId, variationId] = [idOf(1, 0), idOf(2, 0)];
const countOf = (parts: Partial<EvaluationCount> = {}): EvaluationCount => ({
  variableId,
  variationId,
  reason: 0,
  asked: 0,
  count: 1,
  ...parts,
});
const batchesOf = (taken: readonly EnvironmentCounts[]) =>
  [...encodeBatches(taken)]
    .filter((batch) => batch !== undefined)
    .map(({ text }) => JSON.parse(text) as Record<'id' | 'begins_at' | 'ends_at', string> & EvaluationBatch);
const timesOf = (taken: readonly EnvironmentCounts[]) =>
  taken.map((counts) => [
    counts.environmentId,
    (counts.beginsAt - noon) / minute,
    (counts.endsAt - noon) / minute,
    batchesOf([counts]).reduce((sum, { cells, unknown }) => sum + cells.length + unknown.length, 0),
  ]);
const everything = () => true;
const keyOf = (key: string, count = 1, isPublic = false) => ({ key, count, isPublic });

describe('counts that are kept', () => {
  it('are summed by variable, variation, reason and how it was asked for', () => {
    const { kept } = keptFrom(noon);
    for (const parts of [{}, { count: 2 }, { reason: 1 }, { asked: 1 }, { variationId: null }] as const) {
      kept.add('a', countOf(parts));
    }
    kept.add('b', countOf());
    const [first, second] = batchesOf(kept.take(noon + minute));
    expect(first!.cells.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      [variableId, null, 0, 0, 1],
      [variableId, variationId, 0, 0, 3],
      [variableId, variationId, 0, 1, 1],
      [variableId, variationId, 1, 0, 1],
    ]);
    expect([second!.cells, kept.size()]).toEqual([[[variableId, variationId, 0, 0, 1]], 5]);
    kept.forget(5);
    expect([kept.size(), kept.take(noon + minute)]).toEqual([0, []]);
  });

  it('begin where the interval began, or since when the environment is held', () => {
    const { kept } = keptFrom(noon + minute);
    kept.cache('late', noon + 1.5 * minute);
    kept.add('early', countOf());
    kept.add('late', countOf());
    expect(timesOf(kept.take(noon + 2 * minute))).toEqual([
      ['early', 1, 2, 1],
      ['late', 1.5, 2, 1],
    ]);
    kept.add('early', countOf());
    expect(timesOf(kept.take(noon + 3 * minute))).toEqual([['early', 2, 3, 1]]);
  });

  it('are those of some environments alone, where these are told at once', () => {
    const { kept } = keptFrom(noon);
    kept.add('a', countOf());
    kept.add('b', countOf());
    expect([kept.unreported(), kept.isUnreported('never seen')]).toEqual([['a', 'b'], true]);
    expect(timesOf(kept.take(noon + minute, new Set(['b'])))).toEqual([['b', 0, 1, 1]]);
    expect([kept.unreported(), kept.isUnreported('b')]).toEqual([['a'], false]);
    kept.add('b', countOf());
    expect(timesOf(kept.take(noon + 2 * minute))).toEqual([
      ['a', 0, 2, 1],
      ['b', 1, 2, 1],
    ]);
  });

  it('do not end before they begin when the clock is set back', () => {
    const { kept } = keptFrom(noon);
    kept.add('a', countOf());
    expect(timesOf(kept.take(noon - hour))).toEqual([['a', 0, 0, 1]]);
  });
});

describe('a full hour', () => {
  it('divides counts, however late it is noticed', () => {
    const { kept } = keptFrom(noon + 59 * minute);
    kept.add('a', countOf());
    kept.endHour(noon + 61 * minute, everything);
    kept.add('a', countOf());
    expect(timesOf(kept.take(noon + 62 * minute))).toEqual([
      ['a', 59, 60, 1],
      ['a', 60, 62, 1],
    ]);
  });

  it('adds the intervals of an hour up that were not taken', () => {
    const { kept } = keptFrom(noon + 57 * minute);
    kept.add('a', countOf());
    kept.endHour(noon + 58 * minute, everything);
    kept.add('a', countOf({ count: 4 }));
    kept.endHour(noon + 60 * minute, everything);
    const taken = kept.take(noon + 60 * minute);
    expect([timesOf(taken), batchesOf(taken)[0]!.cells[0]![4]]).toEqual([[['a', 57, 60, 1]], 5]);
  });

  it('says of held environments without counts that nothing was asked', () => {
    const { kept } = keptFrom(noon);
    for (const id of ['quiet', 'asked', 'gone']) kept.cache(id, noon + minute);
    kept.add('asked', countOf());
    kept.take(noon + 2 * minute);
    kept.endHour(noon + hour, (id) => id !== 'gone');
    const taken = kept.take(noon + hour);
    expect(timesOf(taken)).toEqual([['quiet', 1, 60, 0]]);
    expect(batchesOf(taken)).toMatchObject([{ cells: [], unknown: [] }]);
    kept.endHour(noon + 2 * hour, (id) => id !== 'gone');
    expect(timesOf(kept.take(noon + 2 * hour))).toEqual([
      ['quiet', 60, 120, 0],
      ['asked', 60, 120, 0],
    ]);
  });
});

describe('keys that resolve to nothing', () => {
  const unknownOf = (keys: readonly string[]) => {
    const { kept } = keptFrom(noon);
    for (const key of keys) kept.addUnknownKey('a', keyOf(key));
    return new Map(batchesOf(kept.take(noon))[0]!.unknown.map(([key, count]) => [key, count]));
  };

  it('are counted by key', () => {
    expect(unknownOf(['typo', 'other-typo', 'typo'])).toEqual(
      new Map([
        ['typo', 2],
        ['other-typo', 1],
      ]),
    );
  });

  it('that could be no slugs, for their signs or for more than 100 characters, have one name', () => {
    expect(unknownOf(['a b', 'x'.repeat(101), '', '<script>', 'x'.repeat(100)])).toEqual(
      new Map([
        [otherKeys, 4],
        ['x'.repeat(100), 1],
      ]),
    );
  });

  it('are 200 in an interval; all others have one name', () => {
    const keys = Array.from({ length: maxUnknownKeys + 5 }, (_, n) => `key-${n}`);
    const counted = unknownOf(['-', ...keys, 'key-0']);
    expect([counted.size, counted.get('key-0'), counted.get(otherKeys)]).toEqual([maxUnknownKeys + 1, 2, 6]);
  });

  it('that are asked for with client keys have 50 names of their own, and leave the others their 200', () => {
    const { kept } = keptFrom(noon);
    for (let n = 0; n < 1_000; n++) kept.addUnknownKey('a', keyOf(`flood-${n}`, 1, true));
    for (let n = 0; n < maxUnknownKeys; n++) kept.addUnknownKey('a', keyOf(`typo-${n}`));
    kept.addUnknownKey('a', keyOf('flood-0', 2));
    kept.addUnknownKey('a', keyOf('typo-0', 3, true));
    const { unknown } = batchesOf(kept.take(noon))[0]!;
    const [own, others] = [1, 0].map((isPublic) => unknown.filter((entry) => entry[2] === isPublic));
    expect(own).toEqual([
      ...Array.from({ length: maxPublicUnknownKeys }, (_, n) => [`flood-${n}`, 1, 1]),
      [otherKeys, 953, 1],
    ]);
    expect(others).toEqual([
      ...Array.from({ length: maxUnknownKeys }, (_, n) => [`typo-${n}`, 1, 0]),
      [otherKeys, 2, 0],
    ]);
  });
});

describe('bounds', () => {
  it('drop new cells, and go on counting those that are there', () => {
    const { kept, dropped } = keptFrom(noon, 3);
    for (const n of [1, 2]) kept.add('a', countOf({ variableId: idOf(1, n) }));
    kept.addUnknownKey('a', keyOf('typo'));
    kept.add('a', countOf({ variableId: idOf(1, 3), count: 7 }));
    kept.addUnknownKey('b', keyOf('typo', 4));
    kept.add('a', countOf({ variableId: idOf(1, 1), count: 5 }));
    const taken = kept.take(noon);
    expect([dropped, timesOf(taken)]).toEqual([
      [7, 4],
      [
        ['a', 0, 0, 3],
        ['b', 0, 0, 0],
      ],
    ]);
    expect(batchesOf(taken)[0]!.cells[0]![4]).toBe(6);
    // Counts that were taken still count until they are stored.
    kept.add('a', countOf());
    kept.forget(3);
    kept.add('a', countOf());
    expect([dropped, kept.size()]).toEqual([[7, 4, 1], 1]);
  });

  it('leave out what has other ids than UUIDs, which a definition has that was stored past all checks', () => {
    const { kept } = keptFrom(noon);
    kept.add('a', countOf({ variableId: '"],' }));
    kept.add('a', countOf({ variationId: '' }));
    expect(batchesOf(kept.take(noon))).toMatchObject([{ cells: [] }]);
  });

  it('hold no count beyond a million millions', () => {
    const { kept } = keptFrom(noon);
    for (let n = 0; n < 3; n++) kept.add('a', countOf({ count: 9e11 }));
    expect(batchesOf(kept.take(noon))[0]!.cells[0]![4]).toBe(1e12);
  });

  it('put at most 5,000 cells into a batch, and all unknown keys into the first', () => {
    const { kept } = keptFrom(noon);
    const cells = 2 * maxCellsPerBatch + 1;
    for (let n = 0; n < cells; n++)
      kept.add('a', countOf({ variableId: idOf(1, n % 300), variationId: idOf(2, n) }));
    kept.addUnknownKey('a', keyOf('typo'));
    const batches = batchesOf(kept.take(noon));
    expect(batches.map((batch) => [batch.cells.length, batch.unknown.length])).toEqual([
      [maxCellsPerBatch, 1],
      [maxCellsPerBatch, 0],
      [1, 0],
    ]);
    const seen = new Set(batches.flatMap((batch) => batch.cells.map((cell) => cell[1])));
    expect([seen.size, new Set(batches.map(({ id }) => id)).size]).toEqual([cells, 3]);
  });

  it('put at most 5,000 cells into a statement, but one batch at least', () => {
    const sizes = (...list: readonly number[]) =>
      batchesOfStatement(list.map((size) => ({ text: '', size })));
    expect([sizes(), sizes(30_000, 1), sizes(2_500, 2_500, 1), sizes(0, 0, 5)]).toEqual([0, 1, 2, 3]);
  });
});
