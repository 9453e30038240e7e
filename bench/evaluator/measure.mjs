// One loop per side and case, each its own function, so that no side suffers from what the engine learned about another.
const loopBody = `
  let seen = 0;
  for (let index = 0; index < inputs.length; index++) {
    if (evaluateOne(inputs[index]) !== undefined) seen++;
  }
  return seen;`;

export function createLoop(evaluateOne, inputs) {
  // The text is ours and constant; only a function made anew has its own type feedback.
  // oxlint-disable-next-line typescript/no-implied-eval
  const loop = new Function('evaluateOne', 'inputs', loopBody);
  return { run: () => loop(evaluateOne, inputs), evaluations: inputs.length };
}

/**
 * Times all loops in turn, round after round, each round beginning with another one, and gives each one's median in
 * nanoseconds of CPU per evaluation.
 */
export function measureInTurn(loops, { rounds, minMs }) {
  const times = loops.map(() => []);
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < loops.length; turn++) {
      const position = (turn + round + 1) % loops.length;
      const time = timeOf(loops[position], minMs);
      // The first round warms up.
      if (round >= 0) times[position].push(time);
    }
  }
  return times.map(medianOf);
}

/** In CPU time of the process, garbage collection included: it tells less of what else runs on the machine. */
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
