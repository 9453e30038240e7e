// PostgreSQL, Redis and one dispatcher, for npm run bench:webhooks.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startNode } from '../evaluate/processes.mjs';
import { untilReady } from '../installation.mjs';
import { processorSeconds } from './processor-time.mjs';

const root = new URL('../..', import.meta.url);
const load = (path) => import(new URL(path, root).href);

/** Needs a built workspace. Stop it when done: nothing stays behind. */
export async function startDispatching() {
  const { findFreePort, findRedisProgram, startPostgres, startRedis } = await load('local/dist/index.js');
  const { createPool, migrate, newId } = await load('packages/database/dist/index.js');
  const { createRedis, untilRedisReady } = await load('packages/access/dist/index.js');

  const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'));
  const program = findRedisProgram();
  if (program === undefined) throw new Error('Install redis-server or valkey-server, or run npm start once.');
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), port: await findFreePort() });
  const redisServer = await startRedis({
    program,
    dataDir: join(folder, 'redis'),
    port: await findFreePort(),
  });
  await migrate({ databaseUrl: postgres.url });
  const pool = createPool(postgres.url);
  const redis = createRedis(redisServer.url, { name: 'bench', log: { info() {}, warn() {} } });
  await untilRedisReady(redis, 5_000);

  const port = await findFreePort();
  const dispatcher = startNode([fileURLToPath(new URL('services/webhook-dispatcher/dist/main.js', root))], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: postgres.url,
      REDIS_URL: redisServer.url,
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      LOG_LEVEL: 'error',
    },
  });
  await untilReady(`http://127.0.0.1:${port}/readyz`);

  async function organisationId() {
    const id = newId();
    await pool.query(
      `INSERT INTO organisation (id, slug, name, plan, status, updated_at)
       VALUES ($1, $2, 'Bench', 'enterprise', 'active', now())`,
      [id, `bench-${id}`],
    );
    return id;
  }

  return {
    pool,
    redis,
    organisationId,
    /** `count` endpoints at one address, as the outbox reads them. */
    async addEndpoints(organisation, url, count) {
      const ids = Array.from({ length: count }, () => newId());
      await pool.query(
        `INSERT INTO webhook_endpoint (id, organisation_id, url, events, secret)
         SELECT id, $2, $3, '{*}', 'whsec_of_a_benchmark' FROM unnest($1::uuid[]) AS given(id)`,
        [ids, organisation, url],
      );
      return ids.map((id) => ({
        id,
        organisationId: organisation,
        organisation: 'bench',
        events: ['*'],
        isHeld: false,
      }));
    },
    /** Seconds of processor time so far. */
    processorSeconds() {
      const servers = { dispatcher, PostgreSQL: postgres.process, Redis: redisServer.process };
      return Object.entries(servers).map(([name, { pid }]) => [name, processorSeconds(pid)]);
    },
    async stopDispatcher() {
      const ended = once(dispatcher, 'exit');
      dispatcher.kill('SIGTERM');
      await ended;
    },
    async stop() {
      dispatcher.kill('SIGKILL');
      redis.disconnect();
      await pool.end();
      await Promise.all([redisServer.stop(), postgres.stop()]);
      for (const path of [folder, postgres.dataDir]) await rm(path, { recursive: true, force: true });
    },
  };
}
