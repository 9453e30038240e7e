import { describe, expect, it } from '@jest/globals';
import { afterRunning } from './after-running.ts';

/** Timers that the test calls, however late. */
function createTimers() {
  const waiting: { work: () => void; delayMs: number; isAwaited: boolean | undefined }[] = [];
  return {
    waiting,
    setTimeout(work: () => void, delayMs: number, isAwaited?: boolean) {
      const timer = { work, delayMs, isAwaited };
      waiting.push(timer);
      return () => void waiting.splice(waiting.indexOf(timer), 1);
    },
    fire: () => waiting.shift()!.work(),
  };
}

function start() {
  const timers = createTimers();
  let calls = 0;
  const stop = afterRunning(timers as never, () => void (calls += 1), 1_000);
  return { timers, stop, calls: () => calls };
}

describe('a time of which only what the process runs is counted', () => {
  it('is over after its parts, each a timer that keeps the process alive', () => {
    const { timers, calls } = start();
    for (let part = 0; part < 9; part++) {
      expect(timers.waiting).toMatchObject([{ delayMs: 100, isAwaited: true }]);
      timers.fire();
    }
    expect(calls()).toBe(0);
    timers.fire();
    expect([calls(), timers.waiting]).toEqual([1, []]);
  });

  it('may end before', () => {
    const { timers, stop, calls } = start();
    timers.fire();
    stop();
    expect([calls(), timers.waiting]).toEqual([0, []]);
  });
});
