// A Bunting installation for a benchmark: PostgreSQL, Redis, a bootstrap document, one service.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { otherCores, pin, serverCore, startNode } from './evaluate/processes.mjs';

const root = new URL('..', import.meta.url);
const load = (path) => import(new URL(path, root).href);

/** Starts PostgreSQL with the schema, and an empty Redis. Needs a built workspace (`npm run build`). */
export async function startStores({ isPinned = true } = {}) {
  const { findFreePort, findRedisProgram, startPostgres, startRedis } = await load(
    'packages/embedded-servers/dist/index.js',
  );
  const { migrate } = await load('packages/database/dist/migrations/migrate.js');

  const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'));
  const program = findRedisProgram();
  if (program === undefined) throw new Error('Install redis-server or valkey-server, or run npm start once.');
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port: await findFreePort() });
  const redis = await startRedis({ program, dataDir: join(folder, 'redis'), port: await findFreePort() });
  const processes = { PostgreSQL: postgres.process.pid, Redis: redis.process.pid };
  if (isPinned) for (const pid of Object.values(processes)) pin(pid, otherCores);
  await migrate({ databaseUrl: postgres.url });
  return {
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    processes,
    async stop() {
      await Promise.all([redis.stop(), postgres.stop()]);
      // Started by root, PostgreSQL keeps its data in another folder, which its user can reach.
      for (const path of [folder, postgres.dataDir]) await rm(path, { recursive: true, force: true });
    },
  };
}

/** Returns the environment variables of every service. Governance is on, with limits that refuse nothing. */
export function createEnvironmentVariables({ postgresUrl, redisUrl }, port) {
  return {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE_URL: postgresUrl,
    REDIS_URL: redisUrl,
    EVALUATION_TRACE_SECRET: 'a secret that signs the traces of a benchmark',
    SESSION_SECRET: 'a secret that signs the cookies of a benchmark',
    PUBLIC_URL: 'http://localhost:8080',
    EVAL_API_RATE_LIMIT_PER_MINUTE: '1000000000',
    INGEST_API_MAX_BYTES_PER_MINUTE: String(Number.MAX_SAFE_INTEGER),
    LOG_LEVEL: 'warn',
  };
}

export function getMainFile(service) {
  return fileURLToPath(new URL(`services/${service}/dist/service.js`, root));
}

/** Starts a service. `stop` removes everything. `isPinned`: the service has a core to itself, and the databases use the others. */
export async function startInstallation(
  document,
  { env = {}, node, service = 'eval-api', isPinned = true } = {},
) {
  const stores = await startStores({ isPinned });
  await apply(stores, document);
  const { findFreePort } = await load('packages/embedded-servers/dist/index.js');
  const port = await findFreePort();
  const server = startNode([getMainFile(service)], {
    core: isPinned ? serverCore : undefined,
    node,
    env: { ...createEnvironmentVariables(stores, port), ...env },
  });
  await untilReady(`http://127.0.0.1:${port}/readyz`);
  return {
    port,
    pid: server.pid,
    postgresUrl: stores.postgresUrl,
    redisUrl: stores.redisUrl,
    async stop() {
      server.kill('SIGKILL');
      await stores.stop();
    },
  };
}

/** Applies a bootstrap document. */
export async function apply({ postgresUrl }, document) {
  const { createPool } = await load('packages/database/dist/index.js');
  const { applyDocument } = await load('packages/bootstrap/dist/index.js');
  const pool = createPool(postgresUrl);
  await applyDocument({ pool }, document);
  await pool.end();
}

export async function untilReady(url, seconds = 60) {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await delay(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not answer within ${seconds} seconds.`);
}

export const apiKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';

/**
 * Returns a document with `count` features, each of which splits users from Canada between two variations, half and
 * half.
 */
export function createDocument(count) {
  const features = Array.from({ length: count }, (_, n) => ({
    slug: `feature-${n}`,
    name: `Feature ${n}`,
    variables: [{ slug: `flag-${n}`, type: 'string' }],
    variations: ['control', 'treatment'].map((slug) => ({
      slug,
      name: slug,
      values: { [`flag-${n}`]: slug },
    })),
    environments: {
      production: {
        defaults: { [`flag-${n}`]: 'control' },
        targeting: {
          enabled: true,
          rules: [
            {
              name: 'Half of Canada',
              any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
              serve: { split: ['control', 'treatment'].map((variation) => ({ variation, weight: 50 })) },
            },
          ],
        },
      },
    },
  }));
  const environments = [{ slug: 'production', name: 'Production', api_keys: [apiKey] }];
  const project = { slug: 'shop', name: 'Shop', environments, features };
  return { organisations: [{ slug: 'acme', name: 'Acme', plan: 'enterprise', projects: [project] }] };
}
