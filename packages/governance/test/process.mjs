// A process with governance, which tests of several processes start. The first line of its input is the task as JSON, the
// second one starts it; it prints the outcome. It uses the built package.
import { createInterface } from 'node:readline';
import { createPool } from '@bunting/database';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { createGovernance, defaultLimits } from '../dist/index.js';

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const task = JSON.parse((await lines.next()).value);
const {
  redis: target,
  databaseUrl,
  organisation,
  ratePerMinute,
  storeIntervalMs,
  redisTimeoutMs,
  restoreWaitMs,
  identities,
  concurrency,
  forMs,
} = task;
const log = { info() {}, warn: (details, message) => console.error(message, details) };
const redis = createRedis(target, { name: 'test', log });
const pool = createPool(databaseUrl);
if (!(await untilRedisReady(redis, 60_000))) throw new Error('Redis was not ready within a minute.');
const governance = createGovernance({
  redis,
  pool,
  limits: { ...defaultLimits, ratePerMinute: ratePerMinute ?? Infinity },
  now: Date.now,
  log,
  storeIntervalMs,
  redisTimeoutMs,
  restoreWaitMs,
});

console.log('ready');
await lines.next();
const outcomeCounts = {};
const admitted = [];
const startedAt = performance.now();
let next = 0;
async function ask() {
  while (forMs === undefined ? next < identities.length : performance.now() - startedAt < forMs) {
    const identity = identities[next++ % identities.length];
    const admission = await governance.admit(organisation, { identity });
    const outcome = admission.admitted ? 'admitted' : admission.code;
    outcomeCounts[outcome] = (outcomeCounts[outcome] ?? 0) + 1;
    if (admission.admitted && forMs === undefined) admitted.push(identity);
  }
}
await Promise.all(Array.from({ length: concurrency }, ask));
console.log(JSON.stringify({ outcomeCounts, admitted, decidedAlone: governance.stats().decidedAlone }));
