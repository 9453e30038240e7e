// Each side and case has a separate loop function, so that the type feedback of one side does not slow down another.
const loopBody = `
  let seen = 0;
  for (let index = 0; index < inputs.length; index++) {
    if (evaluateOne(inputs[index]) !== undefined) seen++;
  }
  return seen;`;

export function createLoop(evaluateOne, inputs) {
  // The text is constant, and only a new function has separate type feedback.
  // oxlint-disable-next-line typescript/no-implied-eval
  const loop = new Function('evaluateOne', 'inputs', loopBody);
  return { run: () => loop(evaluateOne, inputs), evaluations: inputs.length };
}

/**
 * Times all loops in turn, round after round, with another one first in each round. Returns the median of each loop in
 * nanoseconds of CPU per evaluation.
 */
export function measureInTurn(loops, { rounds, minMs }) {
  const times = loops.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const position = (turn + round + 1) % loops.length;
      const time = timeOf(loops[position], minMs);
      // The first round is a warm-up and is not counted.
      if (round >= 0) times[position].push(time);
    }
  }
  return times.map(medianOf);
}

/** Measures CPU time of the process, including garbage collection. Other programs on the machine change it less than the clock. */
function timeOf({ run, evaluations }, minMs) {
  const start = process.cpuUsage();
  let count = 0;
  let elapsedUs = 0;
  do {
    run();
    count += evaluations;
    const { user, system } = process.cpuUsage(start);
    elapsedUs = user + system;
  } while (elapsedUs < minMs * 1000);
  return (elapsedUs * 1000) / count;
}

function medianOf(values) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)];
}
