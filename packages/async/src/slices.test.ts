import { expect, it } from '@jest/globals';
import { createPause, inSlices, runInSlices } from './slices.ts';

/** Returns the result of the work and the number of turns of the event loop meanwhile. */
async function countTurns<Result>(work: Promise<Result>): Promise<{ result: Result; turns: number }> {
  let turns = 0;
  let other = setImmediate(function turn() {
    turns += 1;
    other = setImmediate(turn);
  });
  try {
    return { result: await work, turns };
  } finally {
    clearImmediate(other);
  }
}

function* steps(count: number) {
  for (let step = 0; step < count; step++) yield step;
  return count;
}

it('a pause lets the event loop turn once the slice is over', async () => {
  const { result, turns } = await countTurns(runInSlices(steps(3), createPause(0)));
  expect(result).toBe(3);
  expect(turns).toBeGreaterThanOrEqual(2);
});

it('a pause within the slice does not wait', async () => {
  const { result, turns } = await countTurns(runInSlices(steps(3), createPause(60_000)));
  expect([result, turns]).toEqual([3, 0]);
});

it('what a step throws rejects', async () => {
  const failing = {
    next(): IteratorResult<unknown, never> {
      throw new Error('broken');
    },
  };
  await expect(runInSlices(failing)).rejects.toThrow('broken');
});

it('a list is yielded in slices, in order', async () => {
  const slices: number[][] = [];
  for await (const slice of inSlices([1, 2, 3, 4, 5], 2)) slices.push([...slice]);
  expect(slices).toEqual([[1, 2], [3, 4], [5]]);
});
