// npm run bench:coderefs: snapshots of 100,000 code references, pushed to coderefs-api as CI would, over HTTP, with a real
// PostgreSQL. Each round pushes to another repository: a first snapshot, the same again, one with 100 changes.
// `--stale` adds a repository with a million stale references.
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { startNode } from '../evaluate/processes.mjs';
import { untilReady } from '../installation.mjs';
import {
  createBody,
  changedReferences,
  documentFor,
  referenceCount,
  references,
  variableCount,
} from './snapshots.mjs';

const { findFreePort, startPostgres } = await import('../../packages/embedded-servers/dist/index.js');
const { createPool } = await import('../../packages/database/dist/index.js');
const { migrate } = await import('../../packages/database/dist/migrations/migrate.js');
const { applyDocument } = await import('../../packages/bootstrap/dist/index.js');

const rounds = Number(process.env.ROUNDS ?? 5);
const token = 'rpa_bench_0123456789abcdefghijklmnopqrstuvwx';
const main = fileURLToPath(new URL('../../services/coderefs-api/dist/service.js', import.meta.url));

const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port: await findFreePort() });
let service;
try {
  await migrate({ databaseUrl: postgres.url });
  const pool = createPool(postgres.url);
  await applyDocument({ pool }, documentFor(token));
  await pool.query('VACUUM ANALYZE');
  const port = await findFreePort();
  service = startNode([main], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: String(port), DATABASE_URL: postgres.url },
  });
  service.stdout.resume();
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/readyz`);
  await run(url, pool);
  await pool.end();
} finally {
  service?.kill('SIGKILL');
  await postgres.stop();
  // Started by root, PostgreSQL keeps its data in another folder, which its user can reach.
  for (const path of [folder, postgres.dataDir]) await rm(path, { recursive: true, force: true });
}

async function run(url, pool) {
  const idle = memory();
  const keys = await measureKeys(url);
  const times = { first: [], same: [], changes: [], compressed: [] };
  for (let round = 0; round < rounds; round++) {
    const repository = `acme/web-${round}`;
    times.first.push(await push(url, createBody(references, repository, 'a')));
    times.same.push(await push(url, createBody(references, repository, 'b')));
    times.changes.push(await push(url, createBody(changedReferences, repository, 'c')));
    const compressed = gzipSync(createBody(references, `acme/app-${round}`, 'a'));
    times.compressed.push(await push(url, compressed, { 'Content-Encoding': 'gzip' }));
    await expectCounts(pool, repository);
  }
  const peak = memory();
  const megabytes = (createBody(references, 'acme/web', 'a').length / 1e6).toFixed(1);
  console.log(
    `${referenceCount} references (${megabytes} MB) of ${variableCount} variables; medians of ${rounds} rounds, ` +
      `each another repository; Node.js ${process.version}; service, database and client share the machine.`,
  );
  console.table({
    'a first snapshot': summary(times.first),
    'a first snapshot, gzip': summary(times.compressed),
    'the same again': summary(times.same),
    'one with 100 changes': summary(times.changes),
    [`the keys of ${variableCount} variables`]: summary(keys),
  });
  console.log(`resident memory: ${idle.resident} MiB at the start, ${peak.highest} MiB at most`);
  if (process.argv.includes('--stale')) {
    const stale = await measureStale(url, pool);
    console.log(`100 changes beside a million stale references, median: ${median(stale).toFixed(0)} ms`);
  }
  console.log(`figure coderefs_first_100k ${median(times.first).toFixed(0)} ms`);
  console.log(`figure coderefs_same_100k ${median(times.same).toFixed(0)} ms`);
  console.log(`figure coderefs_100_changes ${median(times.changes).toFixed(0)} ms`);
  console.log(`figure coderefs_rss ${peak.highest} MiB`);
  console.log(`figure coderefs_keys_10k ${median(keys).toFixed(1)} ms`);
}

async function push(url, body, headers = {}) {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/v1/code-references`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
    body,
  });
  const { accepted, matched, error } = await answer.json();
  const durationMs = performance.now() - startedAt;
  if (accepted !== referenceCount || matched !== referenceCount * 0.98) {
    throw new Error(`The snapshot was not taken in: ${answer.status} ${error ?? matched}`);
  }
  return durationMs;
}

async function measureKeys(url) {
  const durations = [];
  for (let i = 0; i < 30; i++) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/v1/code-references/keys?project=shop`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { keys } = await answer.json();
    durations.push(performance.now() - startedAt);
    if (keys.length !== variableCount)
      throw new Error(`${keys.length} keys came instead of ${variableCount}.`);
  }
  return durations.slice(5);
}

/** Fails if a push did not store what it should. */
async function expectCounts(pool, repository) {
  const { rows } = await pool.query(
    `SELECT state, count(*)::integer FROM code_reference
     JOIN repository_connection ON repository_connection.id = repository_connection_id
     WHERE repository = $1 GROUP BY state ORDER BY state`,
    [repository],
  );
  const found = JSON.stringify(rows);
  const expected = JSON.stringify([
    { state: 'recorded', count: referenceCount },
    { state: 'stale', count: 100 },
  ]);
  if (found !== expected) throw new Error(`Stored is ${found} instead of ${expected}.`);
}

async function measureStale(url, pool) {
  const repository = 'acme/old';
  await push(url, createBody(references, repository, 'a'));
  await pool.query(
    `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, location_hash, state, last_seen_at)
     SELECT gen_random_uuid(), id, 'checkout-limit-' || n % 10000, 'src/gone.ts', n, sha256(n::text::bytea), 'stale', now()
     FROM repository_connection, generate_series(1, 1000000) AS n WHERE repository = $1`,
    [repository],
  );
  await pool.query('VACUUM ANALYZE code_reference');
  const durations = [];
  for (let round = 0; round < rounds; round++) {
    const list = round % 2 === 0 ? changedReferences : references;
    durations.push(await push(url, createBody(list, repository, 'b')));
  }
  return durations;
}

function memory() {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const mebibytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)[1]) / 1024);
  return { resident: mebibytes('VmRSS'), highest: mebibytes('VmHWM') };
}

function summary(durations) {
  return {
    'median ms': Number(median(durations).toFixed(1)),
    'slowest ms': Number(Math.max(...durations).toFixed(1)),
  };
}

function median(durations) {
  return durations.toSorted((a, b) => a - b)[Math.floor(durations.length / 2)];
}
