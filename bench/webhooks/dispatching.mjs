// PostgreSQL, Redis and one dispatcher, for npm run bench:webhooks.
import { once } from 'node:events';
import { startNode } from '../evaluate/processes.mjs';
import { createEnvironmentVariables, getMainFile, startStores, untilReady } from '../installation.mjs';
import { processorSeconds } from './processor-time.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');
const { createPool, newId } = await import('../../packages/database/dist/index.js');
const { createRedis, untilRedisReady } = await import('../../packages/redis/dist/index.js');

/** Starts them. Needs a built workspace. `stop` removes everything. */
export async function startDispatching() {
  const stores = await startStores({ isPinned: false });
  const pool = createPool(stores.postgresUrl);
  const redis = createRedis(stores.redisUrl, { name: 'bench', log: { info() {}, warn() {} } });
  await untilRedisReady(redis, 5_000);

  const port = await findFreePort();
  const dispatcher = startNode([getMainFile('webhook-dispatcher')], {
    env: {
      ...createEnvironmentVariables(stores, port),
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      LOG_LEVEL: 'error',
    },
  });
  await untilReady(`http://127.0.0.1:${port}/readyz`);

  return {
    pool,
    redis,
    organisationId: () => addOrganisation(pool),
    addEndpoints: (organisation, url, count) => addEndpoints(pool, organisation, url, count),
    /** Returns the processor time used so far, in seconds. */
    processorSeconds() {
      const servers = { dispatcher: dispatcher.pid, ...stores.processes };
      return Object.entries(servers).map(([name, pid]) => [name, processorSeconds(pid)]);
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
      await stores.stop();
    },
  };
}

export async function addOrganisation(pool) {
  const id = newId();
  await pool.query(
    `INSERT INTO organisation (id, slug, name, plan, status, updated_at)
     VALUES ($1, $2, 'Bench', 'enterprise', 'active', now())`,
    [id, `bench-${id}`],
  );
  return id;
}

/**
 * Adds `count` endpoints at one address, as the outbox reads them. `{host}` in the address becomes a different host for
 * each, because the limit of connections counts per host.
 */
export async function addEndpoints(pool, organisation, url, count) {
  const ids = Array.from({ length: count }, () => newId());
  await pool.query(
    `INSERT INTO webhook_endpoint (id, organisation_id, url, host, events, secret)
     SELECT id, $2, replace($3, '{host}', host), host, '{*}', 'whsec_of_a_benchmark'
     FROM (SELECT id, 'host-' || n || '.localhost' AS host FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, n)) AS made`,
    [ids, organisation, url],
  );
  return ids.map((id) => ({
    id,
    organisationId: organisation,
    organisation: 'bench',
    events: ['*'],
    isOnHold: false,
  }));
}
