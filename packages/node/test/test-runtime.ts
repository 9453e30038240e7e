import { createManualClock, type ManualClock } from '@bunting/async/testing';
import type { Runtime } from '../src/schedule/runtime.ts';

/** Time that the test moves. Immediates run after `turn`, or with time. */
export interface TestRuntime extends Runtime, Pick<ManualClock, 'advance'> {
  /** Sets the number that `random` returns. */
  setRandom(value: number): void;
  /** Returns the number of timers that wait. */
  timers(): number;
  /** Moves time, and lets what was waiting for it go on. */
  pass(ms: number): Promise<void>;
}

/** The moment at which a test begins. */
export const beginning = Date.parse('2026-11-22T12:00:00.000Z');

export function createTestRuntime(): TestRuntime {
  const clock = createManualClock();
  let random = 1;
  const waiting = new Set<object>();
  return {
    ...clock,
    setTimeout(work, delayMs) {
      const timer = {};
      waiting.add(timer);
      const stop = clock.setTimeout(() => {
        waiting.delete(timer);
        work();
      }, delayMs);
      return () => {
        waiting.delete(timer);
        stop();
      };
    },
    timers: () => waiting.size,
    date: () => beginning + clock.now(),
    random: () => random,
    setImmediate: (work) => void setImmediate(work),
    setRandom: (value) => void (random = value),
    async pass(ms) {
      clock.advance(ms);
      await turns();
    },
  };
}

/** Lets everything go on that waits for nothing but other work of this process. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
}
