// npm run bench:datafiles: one eval-api with 100 environments of 10,000 variables in memory, with a real PostgreSQL and Redis.
// By default every environment has a separate project, the worst case, in which no memory is shared. `--shared` puts four into each.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describePinning, otherCores, pin } from '../evaluate/processes.mjs';
import { apiKey, createDocument, startInstallation } from '../installation.mjs';
import { fillEnvironments } from './fill.mjs';

const count = Number(process.env.BENCH_ENVIRONMENTS ?? 100);
const variableCount = 10_000;
const changes = 40;
const environmentsPerProject = process.argv.includes('--shared') ? 4 : 1;

const { createPool } = await import('../../packages/database/dist/index.js');
const { announce } = await import('../../packages/datafile/dist/index.js');
const { createRedis } = await import('../../packages/redis/dist/index.js');

const bunting = await startInstallation(createDocument(1));
const pool = createPool(bunting.postgresUrl);
const redis = createRedis(bunting.redisUrl, { name: 'bench', log: { info() {}, warn() {} } });
try {
  await run();
} finally {
  redis.disconnect();
  await pool.end();
  await bunting.stop();
}

async function run() {
  console.log(`${count} environments of ${variableCount} variables, ${environmentsPerProject} in a project.`);
  console.log(`${describePinning()}.\n`);
  console.log('Filling PostgreSQL and Redis …');
  const environments = await fillEnvironments(pool, { count, variableCount, environmentsPerProject });
  await pool.query('VACUUM ANALYZE');
  for (const { id } of environments) await publish({ environmentId: id, version: 1 });

  const small = await startProbe({ key: apiKey, variable: 'flag-0' });
  await small.report();
  await eventLoopLagMs();
  const empty = memory();
  const loads = [];
  const stalls = [];
  const worstMeanwhile = [];
  for (const environment of environments) {
    const startedAt = performance.now();
    await ask(environment, environment.variables.slice(0, 1));
    loads.push(performance.now() - startedAt);
    stalls.push(await eventLoopLagMs());
    worstMeanwhile.push((await small.report()).worst);
  }
  small.stop();
  await delay(10_000);
  const loaded = memory();
  const firstBatches = [];
  for (const environment of environments) {
    for (let from = 100; from < 300; from += 100) {
      const startedAt = performance.now();
      await ask(environment, environment.variables.slice(from, from + 100));
      firstBatches.push(performance.now() - startedAt);
    }
  }
  const used = memory();
  const inLarge = await change(environments[0]);
  const inSmall = await change(await findDemo());

  print('resident memory', [
    ['nothing held but the demo', `${empty.rss} MiB`],
    [`${count} environments held`, `${loaded.rss} MiB (peak ${loaded.peak} MiB)`],
    ['200 variables asked for in each', `${used.rss} MiB`],
  ]);
  print('one environment from nothing: first request to its answer', [
    ['median', `${median(loads).toFixed(0)} ms`],
    ['slowest', `${Math.max(...loads).toFixed(0)} ms`],
    ['a batch of 100 variables nobody has asked for yet, median', `${median(firstBatches).toFixed(1)} ms`],
    ['longest stall of the event loop, median', `${median(stalls).toFixed(1)} ms`],
    ['longest stall of the event loop, worst', `${Math.max(...stalls).toFixed(1)} ms`],
    ['slowest request to another environment meanwhile, median', `${median(worstMeanwhile).toFixed(1)} ms`],
    [
      'slowest request to another environment meanwhile, worst',
      `${Math.max(...worstMeanwhile).toFixed(1)} ms`,
    ],
  ]);
  printChanges('this large', inLarge);
  printChanges('with a single feature', inSmall);
  console.log(`figure datafiles_rss ${loaded.rss} MiB`);
  console.log(`figure datafile_compile ${median(loads).toFixed(0)} ms`);
  console.log(`figure reload_worst_request ${median(inLarge.slowest).toFixed(2)} ms`);
}

/** Changes the default of one feature repeatedly, during requests for it. */
async function change({ id, key, version: before, feature }) {
  const { slug } = feature.variables[0];
  const probe = await startProbe({ key, variable: slug });
  await delay(1_000);
  const delays = [];
  const slowest = [];
  for (let version = before + 1; version <= before + changes; version++) {
    const { slug: variation } = feature.variations[version % feature.variations.length];
    const variables = feature.variables.map((variable) => ({ ...variable, default_variation: variation }));
    await probe.report();
    await write(id, version, { ...feature, variables, targeting: null });
    const committedAt = performance.now();
    const announced = publish({ environmentId: id, version });
    while ((await ask({ key }, [slug])).results[slug].variation !== variation);
    delays.push(performance.now() - committedAt);
    await announced;
    await delay(50);
    slowest.push((await probe.report()).worst);
  }
  probe.stop();
  return { slowest, delays };
}

async function write(environmentId, version, document) {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('UPDATE environment SET version = $2 WHERE id = $1', [environmentId, version]);
  await client.query(
    'UPDATE datafile_fragment SET version = $3, document = $4 WHERE environment_id = $1 AND entity_id = $2',
    [environmentId, document.id, version, JSON.stringify(document)],
  );
  await client.query('COMMIT');
  client.release();
}

/** Finds the environment of the demo, which has one feature. */
async function findDemo() {
  const { rows } = await pool.query(
    `SELECT environment.id, environment.version, document AS feature
     FROM environment JOIN datafile_fragment ON environment_id = environment.id
     WHERE kind = 'feature' AND document ->> 'slug' = 'feature-0'`,
  );
  const [{ id, version, feature }] = rows;
  return { id, version: Number(version), feature, key: apiKey };
}

async function ask({ key }, keys) {
  const response = await fetch(`http://127.0.0.1:${bunting.port}/v1/variables`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ keys, user: { id: 'user-1', country: 'CA' } }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

function publish(publication) {
  return announce({ redis, pool, onError: (error) => console.log(String(error)) }, [publication]);
}

/** Returns the longest delay of the server's event loop since the last call, without the 10 ms of its sampling. */
async function eventLoopLagMs() {
  const response = await fetch(`http://127.0.0.1:${bunting.port}/metrics`);
  const [, seconds] = /^nodejs_eventloop_lag_max_seconds(?:{.*})? (\S+)$/m.exec(await response.text());
  return Math.max(0, Number(seconds) * 1000 - 10);
}

function memory() {
  const status = readFileSync(`/proc/${bunting.pid}/status`, 'utf8');
  const read = (name) =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)[1]) / 1024);
  return { rss: read('VmRSS'), peak: read('VmHWM') };
}

async function startProbe(target) {
  const settings = JSON.stringify({ port: bunting.port, connections: 4, ...target });
  const child = fork(fileURLToPath(new URL('probe.mjs', import.meta.url)), [settings]);
  pin(child.pid, otherCores);
  await delay(500);
  return {
    async report() {
      child.send('report');
      const [report] = await once(child, 'message');
      return report;
    },
    stop: () => child.send('stop'),
  };
}

function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor((sorted.length - 1) * share)];
}

function median(values) {
  return percentile(values, 0.5);
}

function printChanges(size, { slowest, delays }) {
  print(`${changes} changes in an environment ${size}, under requests to it`, [
    ['slowest request of each change, median', `${median(slowest).toFixed(2)} ms`],
    ['slowest request of all', `${Math.max(...slowest).toFixed(2)} ms`],
    ['committed to served, median', `${median(delays).toFixed(1)} ms`],
    ['committed to served, 95th percentile', `${percentile(delays, 0.95).toFixed(1)} ms`],
  ]);
}

function print(title, rows) {
  console.log(`\n${title}`);
  for (const [name, value] of rows) console.log(`  ${String(name).padEnd(60)} ${value}`);
}
