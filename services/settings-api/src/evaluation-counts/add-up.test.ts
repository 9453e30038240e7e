import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addUp, type StoredBatch } from './add-up.ts';

const environments = ['e1', 'e2'];
const ids = ['01a1fd21-39ee-723a-ad11-b56754f26431', '01a1fd21-39ee-723a-ad11-b56754f26432'];
const cell = fc.tuple(
  fc.constantFrom(...ids),
  fc.constantFrom(null, ...ids),
  fc.integer({ min: 0, max: 6 }),
  fc.integer({ min: 0, max: 1 }),
  fc.integer({ min: 1, max: 1_000 }),
);
const batch = fc
  .record({
    environmentId: fc.constantFrom(...environments),
    minute: fc.integer({ min: 0, max: 300 }),
    cells: fc.array(cell, { maxLength: 20 }),
    unknown: fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 1, max: 1_000 })), {
      maxLength: 5,
    }),
  })
  .map(({ environmentId, minute, cells, unknown }): StoredBatch => {
    const beginsAt = new Date(minute * 60_000);
    const endsAt = new Date((minute + 1) * 60_000);
    return {
      id: `${minute}`,
      environmentId,
      beginsAt,
      endsAt,
      cells: JSON.stringify(cells),
      unknown: JSON.stringify(unknown),
    };
  });

const sumOf = (counts: readonly { count: number }[]) => counts.reduce((sum, { count }) => sum + count, 0);
const stored = (text: string | null) =>
  sumOf((JSON.parse(text!) as unknown[][]).map((entry) => ({ count: entry.at(-1) as number })));

it('loses and repeats nothing, and has no cell twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 20 }), async (batches) => {
      const { cells, keys, countedSince, unread } = await addUp(batches);
      expect(unread).toEqual([]);
      for (const environmentId of environments) {
        const own = batches.filter((each) => each.environmentId === environmentId);
        const isOwn = (sum: { environmentId: string }) => sum.environmentId === environmentId;
        expect(sumOf(cells.filter(isOwn))).toBe(sumOf(own.map((each) => ({ count: stored(each.cells) }))));
        expect(sumOf(keys.filter(isOwn))).toBe(sumOf(own.map((each) => ({ count: stored(each.unknown) }))));
        const begins = own.map(({ beginsAt }) => beginsAt.getTime());
        expect(countedSince.get(environmentId)?.getTime()).toBe(
          begins.length ? Math.min(...begins) : undefined,
        );
      }
      const names = cells.map(({ count: _count, firstAt, lastAt, ...name }) => {
        expect(firstAt.getTime()).toBeGreaterThanOrEqual(name.hour.getTime());
        expect(lastAt.getTime()).toBeLessThanOrEqual(name.hour.getTime() + 3_600_000);
        return JSON.stringify(name);
      });
      expect(new Set(names).size).toBe(names.length);
    }),
    { numRuns: 50 },
  );
});
