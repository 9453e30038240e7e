import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createFailureDetector } from './failure-detector.ts';

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
  it('says once that nothing is heard', async () => {
    const { ask, silences } = watching({ maxMs: 5_000 });
    ask();
    await delay(2_000);
    expect(silences).toHaveLength(1);
    expect(silences[0]).toBeGreaterThanOrEqual(400); // four times the hundred that are assumed at first
    expect(silences[0]).toBeLessThan(1_900);
  });

  it('says nothing while answers come, nor while nothing waits', async () => {
    const { ask, answer, silences } = watching();
    for (let i = 0; i < 8; i++) {
      ask();
      await delay(80);
      answer();
    }
    await delay(700);
    expect(silences).toEqual([]);
  });

  it('counts from when something waits', async () => {
    const { ask, answer, silences } = watching();
    await delay(700);
    ask();
    await delay(100);
    answer();
    expect(silences).toEqual([]);
  });

  it('does not count the time in which this process was held up', async () => {
    const { ask, answer, silences } = watching();
    ask();
    const busyUntil = performance.now() + 900;
    while (performance.now() < busyUntil);
    await delay(50);
    answer();
    expect(silences).toEqual([]);
  });
});
