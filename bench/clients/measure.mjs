// Times calls of clients, whose work goes on beside the calls: what they count is sent meanwhile, in the same process.
import { setImmediate } from 'node:timers/promises';

/** One call after the other; each side has a separate function, so that the type feedback of one does not slow down another. */
const bodies = {
  sync: `
  let seen = 0;
  for (let index = 0; index < inputs.length; index++) {
    if (call(inputs[index]) === expected) seen++;
  }
  return seen;`,
  async: `
  let seen = 0;
  for (let index = 0; index < inputs.length; index++) {
    if ((await call(inputs[index])) === expected) seen++;
  }
  return seen;`,
};
const AsyncFunction = (async () => {}).constructor;

/**
 * Creates a loop. `run` calls `call` once for each input, and throws if the result is not the expected one. `isAsync`: each call
 * is awaited.
 */
export function createLoop({ call, inputs, expected, isAsync = false }) {
  const parameters = ['call', 'inputs', 'expected'];
  // The text is constant, and only a new function has separate type feedback.
  const Constructor = isAsync ? AsyncFunction : Function;
  const loop = new Constructor(...parameters, isAsync ? bodies.async : bodies.sync);
  return {
    calls: inputs.length,
    async run() {
      const seen = await loop(call, inputs, expected);
      if (seen !== inputs.length)
        throw new Error(`${seen} of ${inputs.length} calls got ${String(expected)}.`);
    },
  };
}

/**
 * Times all loops in turn, round after round, with another one first in each round. Resolves with the median of each in nanoseconds of CPU of
 * the whole process per call. Between two runs of a loop the event loop turns, so that clients do what they do beside the calls.
 */
export async function measureInTurn(loops, { rounds, minMs }) {
  const times = loops.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const position = (turn + round + 1) % loops.length;
      const time = await timeOf(loops[position], minMs);
      // The first round is a warm-up and is not counted.
      if (round >= 0) times[position].push(time);
    }
  }
  return times.map(getMedian);
}

/**
 * Returns the time of a run. The clock decides when it is enough: reading the CPU time of a process may take as long
 * as a thousand calls.
 */
async function timeOf({ run, calls }, minMs) {
  const endsAt = performance.now() + minMs;
  const start = process.cpuUsage();
  let count = 0;
  do {
    await run();
    await setImmediate();
    count += calls;
  } while (performance.now() < endsAt);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / count;
}

export function getMedian(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}
