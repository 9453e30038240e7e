// npm run bench:counts: what counting evaluations costs beside answering, in one process and without servers: the memory of a cell, in
// evaluators and while PostgreSQL is away, and how long the event loop stands still while 200,000 cells are taken, encoded and handed to
// PostgreSQL's client. (What it costs an evaluation is in bench:evaluate and bench:evaluator.)
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCountCollector } from '../../packages/evaluation-counts/dist/collect-counts.js';
import { encodeBatches } from '../../packages/evaluation-counts/dist/encode-batches.js';
import { createPendingCounts } from '../../packages/evaluation-counts/dist/pending-counts.js';
import { batchesOfStatement, storeBatches } from '../../packages/evaluation-counts/dist/store-batches.js';
import {
  compileFragments,
  createDatafile,
  evaluate,
  evaluateUncounted,
  readContext,
} from '../../packages/evaluator/dist/index.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

const variables = 10_000;
const variations = 20;
const cells = variables * variations;
const rounds = Number(process.env.ROUNDS ?? 7);

const idOf = (kind, n) =>
  `01900000-0000-7000-8${String(kind).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
const numbers = Array.from({ length: variations }, (_, n) => n);

/** Creates an environment of 10,000 variables, with a user for each variation. */
function makeDatafile() {
  const datafile = createDatafile();
  const fragments = Array.from({ length: variables }, (_, n) => ({
    kind: 'feature',
    id: idOf(1, n),
    document: {
      id: idOf(1, n),
      slug: `f${n}`,
      status: 'live',
      salt: 'a1b2c3d4',
      variables: [{ id: idOf(2, n), slug: `f${n}`, default_variation: 'v0' }],
      variations: numbers.map((v) => ({ id: idOf(3, n * variations + v), slug: `v${v}`, values: [v] })),
      targeting: null,
      overrides: Object.fromEntries(numbers.map((v) => [`u${v}`, `v${v}`])),
    },
  }));
  datafile.apply(compileFragments(fragments));
  return datafile;
}

const users = numbers.map((v) => readContext({ id: `u${v}` }));
function askAll(datafile, ask) {
  for (let n = 0; n < variables; n++) for (const user of users) ask(datafile, `f${n}`, user, 0);
}

async function heapBytes() {
  for (let n = 0; n < 4; n++) {
    collectGarbage();
    await nextTurn();
  }
  return process.memoryUsage().heapUsed;
}

/** Returns milliseconds of CPU that the main thread has used, without the time of other processes. */
const cpuMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * Returns the longest turn of the event loop while `work` runs, in CPU time of the main thread, garbage collection
 * included.
 */
async function longestTurn(work) {
  let longest = 0;
  let isOver = false;
  const watching = (async () => {
    for (let last = cpuMs(); !isOver;) {
      await nextTurn();
      const now = cpuMs();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await work();
  isOver = true;
  await watching;
  return longest;
}

const medianOf = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

const datafile = makeDatafile();
const environments = () => [{ environmentId: idOf(4, 1), datafile }];
askAll(datafile, evaluateUncounted);
const empty = await heapBytes();
askAll(datafile, evaluate);
const cellBytes = ((await heapBytes()) - empty) / cells;

/** Like PostgreSQL's client: it measures the text and writes it into a buffer. */
const pool = { query: async ({ values: [text] }) => Buffer.allocUnsafe(Buffer.byteLength(text)).write(text) };
const stalls = { taking: [], encoding: [], storing: [] };
let keptBytes = 0;
for (let round = 0; round <= rounds; round++) {
  askAll(datafile, evaluate);
  const kept = createPendingCounts({ now: Date.now(), maxSize: cells, onDropped: () => {} });
  const collector = createCountCollector({ environments, receiver: kept });
  const before = await heapBytes();
  const taking = await longestTurn(() => collector.collect());
  if (kept.size() !== cells) throw new Error(`${kept.size()} cells were taken`);
  // The cells of the evaluator are gone now.
  keptBytes = ((await heapBytes()) - before) / cells + cellBytes;
  const batches = [];
  const encoding = await longestTurn(async () => {
    for (const batch of encodeBatches(kept.take(Date.now()))) {
      if (batch !== undefined) batches.push(batch);
      await nextTurn();
    }
  });
  const storing = await longestTurn(async () => {
    while (batches.length > 0) {
      await storeBatches(pool, batches.splice(0, batchesOfStatement(batches)), 1_000);
      await nextTurn();
    }
  });
  // The first round compiles.
  if (round > 0)
    for (const [name, ms] of Object.entries({ taking, encoding, storing })) stalls[name].push(ms);
}

console.log(
  `${cells} cells of ${variables} variables in one environment; medians of ${rounds} rounds; Node.js ${process.version}.`,
);
console.table(
  Object.fromEntries(
    Object.entries(stalls).map(([name, all]) => [
      name,
      { 'longest turn, ms': Number(medianOf(all).toFixed(2)), worst: Number(Math.max(...all).toFixed(2)) },
    ]),
  ),
);
console.log(`figure count_cell_bytes ${cellBytes.toFixed(1)} bytes`);
console.log(`figure kept_cell_bytes ${keptBytes.toFixed(1)} bytes`);
console.log(
  `figure counts_take_stall ${Math.max(...Object.values(stalls).map((all) => medianOf(all))).toFixed(2)} ms`,
);
