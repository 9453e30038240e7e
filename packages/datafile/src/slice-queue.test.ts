import { describe, expect, it } from '@jest/globals';
import { createSliceQueue } from './slice-queue.ts';

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a queue of slices', () => {
  it('gives all its jobs together no more than the budget per turn of the event loop', async () => {
    const slices = createSliceQueue({ budgetMs: 4 });
    let turns = 0;
    let isDone = false;
    const countTurns = () => {
      turns += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const chunks = Array.from({ length: 20 }, (_, index) => index);
    await Promise.all([1, 2, 3].map(() => slices.run(chunks, () => spin(1))));
    isDone = true;
    // 60 ms of work: at least 60 / 5 turns, a slice ending with the chunk that exceeds the budget.
    expect(turns).toBeGreaterThanOrEqual(12);
  });

  it('keeps the order of the chunks', async () => {
    const slices = createSliceQueue({ budgetMs: 0 });
    const seen: number[] = [];
    await slices.run([1, 2, 3], (chunk) => seen.push(chunk));
    expect(seen).toStrictEqual([1, 2, 3]);
  });

  it('rejects with what the work throws, and goes on with the other jobs', async () => {
    const slices = createSliceQueue({ budgetMs: 4 });
    const failing = slices.run([1], () => {
      throw new Error('malformed');
    });
    const other = slices.run([1], () => {});
    await expect(failing).rejects.toThrow('malformed');
    await expect(other).resolves.toBeUndefined();
  });
});
