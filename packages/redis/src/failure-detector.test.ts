import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createFailureDetector, tickMs } from './failure-detector.ts';

function watching({ maxMs = 600 } = {}) {
  let isWaiting = false;
  const silences: number[] = [];
  const watch = createFailureDetector({
    minMs: 60,
    maxMs,
    isWaiting: () => isWaiting,
    onFailure: (silentMs) => silences.push(silentMs),
  });
  return {
    silences,
    ask: () => {
      if (!isWaiting) watch.start();
      isWaiting = true;
    },
    answer: () => {
      isWaiting = false;
      watch.heard();
    },
  };
}

describe('the silence watch', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('says once that nothing is heard', async () => {
    const { ask, silences } = watching({ maxMs: 5_000 });
    ask();
    await pass(2_000);
    // Four times the hundred that are assumed at first, in whole ticks.
    expect(silences).toEqual([14 * tickMs]);
  });

  it('says nothing while answers come, nor while nothing waits', async () => {
    const { ask, answer, silences } = watching();
    for (let i = 0; i < 8; i++) {
      ask();
      await pass(80);
      answer();
    }
    await pass(700);
    expect(silences).toEqual([]);
  });

  it('counts from when something waits', async () => {
    const { ask, answer, silences } = watching();
    await pass(700);
    ask();
    await pass(100);
    answer();
    expect(silences).toEqual([]);
  });
});

describe('the silence watch of a process that is held up', () => {
  it('does not count that time', async () => {
    const { ask, answer, silences } = watching();
    ask();
    const busyUntil = performance.now() + 900;
    while (performance.now() < busyUntil);
    await delay(50);
    answer();
    expect(silences).toEqual([]);
  });
});
