import { describe, expect, it } from '@jest/globals';
import { createManualClock } from '@bunting/async/testing';
import { createFailureDetector, startTimeout } from './failure-detector.ts';

function detecting({ maxMs = 600 } = {}) {
  const clock = createManualClock();
  let isWaiting = false;
  const failures: number[] = [];
  const detector = createFailureDetector({
    timeoutMs: { min: 60, max: maxMs },
    clock,
    isWaiting: () => isWaiting,
    onFailure: (silentMs) => failures.push(silentMs),
  });
  return {
    clock,
    failures,
    ask: () => {
      if (!isWaiting) detector.start();
      isWaiting = true;
    },
    answer: () => {
      isWaiting = false;
      detector.received();
    },
  };
}

describe('the failure detector', () => {
  it('reports once that nothing is received', () => {
    const { clock, ask, failures } = detecting({ maxMs: 5_000 });
    ask();
    clock.advance(10_000);
    // Four times the initial 100 ms, in whole ticks.
    expect(failures).toEqual([420]);
  });

  it('reports nothing while answers arrive, nor while nothing waits', () => {
    const { clock, ask, answer, failures } = detecting();
    for (let i = 0; i < 100; i++) {
      ask();
      clock.advance(80);
      answer();
    }
    clock.advance(10_000);
    expect(failures).toEqual([]);
  });

  it('counts from the moment at which something waits', () => {
    const { clock, ask, answer, failures } = detecting();
    clock.advance(10_000);
    ask();
    clock.advance(100);
    answer();
    clock.advance(10_000);
    expect(failures).toEqual([]);
  });

  it('does not count the time in which this process was blocked', () => {
    const { clock, ask, answer, failures } = detecting();
    ask();
    clock.block(60_000);
    answer();
    clock.advance(10_000);
    expect(failures).toEqual([]);
  });

  it('gives less time to a server that has always answered at once, and more to one that was slow', () => {
    const timeoutAfterAnswersIn = (waitMs: number) => {
      const { clock, ask, answer, failures } = detecting();
      for (let i = 0; i < 200; i++) {
        ask();
        clock.advance(waitMs);
        answer();
        clock.advance(100);
      }
      ask();
      clock.advance(10_000);
      return failures.at(-1);
    };
    expect(timeoutAfterAnswersIn(1)).toBe(60); // never below the minimum
    expect(timeoutAfterAnswersIn(50)).toBe(210);
    expect(timeoutAfterAnswersIn(500)).toBe(600); // never above the maximum
  });
});

describe('a time-out for one request', () => {
  it('is called when its time is over, and not when it was ended', () => {
    const clock = createManualClock();
    const called: string[] = [];
    startTimeout(clock, 100, () => called.push('waited for'));
    startTimeout(clock, 100, () => called.push('ended'))();
    clock.advance(110);
    expect(called).toEqual([]);
    clock.advance(20);
    expect(called).toEqual(['waited for']);
  });

  it('does not count the time in which this process was blocked', () => {
    const clock = createManualClock();
    const called: string[] = [];
    const end = startTimeout(clock, 100, () => called.push('waited for'));
    clock.block(60_000);
    end();
    clock.advance(10_000);
    expect(called).toEqual([]);
  });
});
