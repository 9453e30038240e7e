// The costliest features within the limits, a hundred of each kind in a batch, evaluated for the user for whom they cost most.
// Prints one line of JSON per kind: microseconds of CPU for one and for the batch, the least of some rounds, and the first, cold one.
// Other work on the machine only adds to CPU time, because cores share their caches and units, so the least of the rounds counts. Given
// bounds after the number of rounds, in microseconds for one and for the batch, it ends the rounds of a kind that keeps both.
import {
  compileInSteps,
  createInternPool,
  createDatafile,
  evaluate,
  explain,
  measureFeature,
  readContext,
} from '../../dist/index.js';
import { hostile, hostileFeature, worstWithinLimits } from './definitions.mjs';

const BATCH = 100;
const [ROUNDS = 7, SINGLE_US = 0, BATCH_US = 0] = process.argv.slice(2).map(Number);

for (const each of hostile) {
  const count = worstWithinLimits(each);
  const rulesOf = (variant) => each.rulesOf(Math.max(1, Math.floor(count * 0.99)), variant);
  const { cost, maxSearchedLength } = measureFeature(hostileFeature(rulesOf(0), 0), () => undefined);
  const beyond = [];
  const catalog = createInternPool({ onExceeded: (excess) => beyond.push(excess) });
  const datafile = createDatafile();
  const longestSteps = [];
  let fragment;
  for (let variant = 0; variant < BATCH; variant++) {
    const text = JSON.stringify(hostileFeature(rulesOf(variant), variant));
    fragment = { kind: 'feature', id: `feature-${variant}`, document: JSON.parse(text) };
    const steps = compileInSteps(fragment, catalog);
    let longestUs = 0;
    // Short steps are measured together, because reading the processor time takes longer than they do.
    for (let isDone = false; !isDone;) {
      const spanUs = cpuOf(() => {
        const end = performance.now() + 1;
        let step;
        do step = steps.next();
        while (!step.done && performance.now() < end);
        isDone = step.done;
        if (isDone) datafile.apply([step.value]);
      });
      longestUs = Math.max(longestUs, spanUs);
    }
    longestSteps.push(longestUs);
  }
  const userText = JSON.stringify(userOf(each.user, maxSearchedLength));
  const batches = [];
  const singles = [];
  let served = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const user = JSON.parse(userText);
    batches.push(
      cpuOf(() => {
        const context = readContext(user);
        for (let index = 0; index < BATCH; index++) {
          const { reason } = evaluate(datafile, `flag-${index}`, context, 50);
          if (reason === 'targeting_rule_matched') served++;
        }
      }),
    );
    const alone = JSON.parse(userText);
    singles.push(cpuOf(() => evaluate(datafile, 'flag-0', readContext(alone), 50)));
    if (Math.min(...singles) < SINGLE_US && Math.min(...batches) < BATCH_US) break;
  }
  const explanations = [0, 1, 2].map(() => {
    let text;
    const us = cpuOf(
      () => (text = JSON.stringify(explain([fragment], `flag-${BATCH - 1}`, JSON.parse(userText), 50))),
    );
    return { us, bytes: Buffer.byteLength(text) };
  });
  const figures = {
    name: each.name,
    count,
    costUs: Math.round(cost / 1000),
    maxSearchedLength,
    userBytes: Buffer.byteLength(userText),
    beyond: beyond.length,
    served,
    coldBatchUs: batches[0],
    batchUs: Math.min(...batches),
    singleUs: Math.min(...singles),
    // The median of features, because the garbage collector runs during some of them.
    longestStepUs: medianOf(longestSteps),
    explainUs: Math.min(...explanations.map(({ us }) => us)),
    explainBytes: explanations[0].bytes,
  };
  console.log(JSON.stringify(figures));
}

function userOf(user, maxSearchedLength) {
  const { x } = user.custom_data ?? {};
  const whole = { id: 'user-1', ...user };
  if (typeof x !== 'string' || maxSearchedLength === undefined) return whole;
  const text = x.repeat(Math.ceil(maxSearchedLength / x.length)).slice(0, maxSearchedLength);
  return { ...whole, custom_data: { ...user.custom_data, x: text } };
}

/** Returns the CPU time in microseconds, including garbage collection. */
function cpuOf(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function medianOf(values) {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
}
