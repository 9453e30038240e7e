const sliceSeconds = 3;
const maxSlices = 6;
const steadyWithin = 0.03;

/**
 * Repeats `run(seconds)`, which returns its number of units, until the resident memory after a slice differs by at most 3 % from
 * that after the previous one. Returns the median MiB of the last slice, and the processor time per unit of all slices but the first.
 */
export async function settle({ service, others = {}, run }) {
  const slices = [];
  for (;;) {
    const before = processorTimes(service, others);
    const samples = [];
    const sampling = setInterval(() => samples.push(service.resident()), 100);
    const result = await run(sliceSeconds).finally(() => clearInterval(sampling));
    const after = processorTimes(service, others);
    const used = Object.fromEntries(
      Object.keys(after).map((name) => [name, ((after[name] - before[name]) / result.count) * 1e6]),
    );
    slices.push({ ...result, used, resident: median(samples) });
    const [last, previous] = slices.toReversed();
    const isSteady = slices.length > 2 && Math.abs(last.resident / previous.resident - 1) < steadyWithin;
    if (isSteady || slices.length === maxSlices) return summary(slices, isSteady);
  }
}

function summary(slices, isSteady) {
  const counted = slices.slice(1);
  const medianOf = (read) => median(counted.map(read));
  return {
    isSteady,
    slices: slices.length,
    resident: slices.at(-1).resident,
    perSecond: medianOf(({ perSecond }) => perSecond),
    /** In milliseconds; undefined if a load reports none. */
    p50: medianOf(({ p50 }) => p50),
    /** Process → microseconds per unit. */
    micros: Object.fromEntries(
      Object.keys(counted[0].used).map((name) => [name, medianOf(({ used }) => used[name])]),
    ),
  };
}

function processorTimes(service, others) {
  return {
    service: service.cpuSeconds(),
    ...Object.fromEntries(Object.entries(others).map(([name, seconds]) => [name, seconds()])),
  };
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
