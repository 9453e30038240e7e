import type { Clock } from './clock.ts';

/** A clock that a test moves. */
export interface ManualClock extends Clock {
  /** Advances time as in a running process: each timer runs when it is due. */
  advance(ms: number): void;
  /** Advances time as in a blocked process: due timers run late and once, as in Node.js. */
  block(ms: number): void;
}

interface Timer {
  readonly dueAt: number;
  readonly work: () => void;
}

/** Returns a clock that stands at 0 milliseconds until the test moves it. */
export function createManualClock(): ManualClock {
  let time = 0;
  let immediates: (() => void)[] = [];
  const timers = new Set<Timer>();

  function runImmediates(): void {
    while (immediates.length > 0) {
      const due = immediates;
      immediates = [];
      for (const work of due) work();
    }
  }

  function run(timer: Timer): void {
    if (!timers.delete(timer)) return;
    timer.work();
    runImmediates();
  }

  const dueUntil = (end: number) =>
    [...timers].filter(({ dueAt }) => dueAt <= end).toSorted((a, b) => a.dueAt - b.dueAt);

  return {
    now: () => time,
    setTimeout(work, delayMs) {
      const timer = { dueAt: time + delayMs, work };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    setImmediate: (work) => void immediates.push(work),
    advance(ms) {
      const end = time + ms;
      for (let [next] = dueUntil(end); next !== undefined; [next] = dueUntil(end)) {
        time = next.dueAt;
        run(next);
      }
      time = end;
    },
    block(ms) {
      time += ms;
      for (const timer of dueUntil(time)) run(timer);
    },
  };
}
