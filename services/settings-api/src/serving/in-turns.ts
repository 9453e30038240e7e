import { setImmediate as nextTurn } from 'node:timers/promises';

/** Waits until others had their turn. */
export type Turn = () => Promise<void>;

/** The time that other requests may wait. */
const sliceMs = 5;

/** Waits only where the caller has worked for some milliseconds since others had their turn. */
export function createTurn(): Turn {
  let began = performance.now();
  return async () => {
    if (performance.now() - began <= sliceMs) return;
    await nextTurn();
    began = performance.now();
  };
}

/** Returns the result of work in steps, with a turn after each. */
export async function inTurns<Result>(
  steps: Iterator<unknown, Result>,
  turn: Turn = nextTurn,
): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}
