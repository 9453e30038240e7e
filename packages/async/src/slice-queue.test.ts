import { describe, expect, it } from '@jest/globals';
import { createSliceQueue } from './slice-queue.ts';

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a queue of slices', () => {
  it('gives all its jobs together at most the budget in each turn of the event loop', async () => {
    const slices = createSliceQueue({ budgetMs: 4 });
    let turns = 0;
    let isDone = false;
    const countTurns = () => {
      turns += 1;
      if (!isDone) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    function* steps() {
      for (let step = 0; step < 20; step++) yield spin(1);
    }
    await Promise.all([1, 2, 3].map(() => slices.run(steps())));
    isDone = true;
    // 60 ms of work: at least 60 / 5 turns, a slice ending with the step that exceeds the budget.
    expect(turns).toBeGreaterThanOrEqual(12);
  });

  it('keeps the order of the steps', async () => {
    const slices = createSliceQueue({ budgetMs: 0 });
    const seen: number[] = [];
    function* steps() {
      for (const step of [1, 2, 3]) yield seen.push(step);
    }
    await slices.run(steps());
    expect(seen).toStrictEqual([1, 2, 3]);
  });

  it('rejects with the error of a step, and continues with the other jobs', async () => {
    const slices = createSliceQueue({ budgetMs: 4 });
    function* failingSteps() {
      yield 1;
      throw new Error('malformed');
    }
    const failing = slices.run(failingSteps());
    const other = slices.run([1]);
    await expect(failing).rejects.toThrow('malformed');
    await expect(other).resolves.toBeUndefined();
  });
});
