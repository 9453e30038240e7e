// The installation that all services of the benchmark use: PostgreSQL, Redis, a project of a thousand features, one with large values.
import { apply, createDocument, startStores } from '../installation.mjs';
import { processorSeconds } from '../webhooks/processor-time.mjs';
import { largeProject } from './loads/evaluations.mjs';
import { referredProject, token } from './loads/snapshots.mjs';
import { datafileKey, wideProject } from './loads/streams.mjs';

const { createPool } = await import('../../packages/database/dist/index.js');
const { createRedis, untilRedisReady } = await import('../../packages/redis/dist/index.js');

export async function startFootprint() {
  const stores = await startStores();
  const document = createDocument(1_000);
  const [organisation] = document.organisations;
  Object.assign(organisation, {
    members: [{ email: 'owner@acme.example', role: 'owner' }],
    api_tokens: [
      {
        name: 'bench',
        token,
        scopes: ['settings', 'code_references'],
        created_by: 'owner@acme.example',
      },
    ],
  });
  organisation.projects[0].environments[0].api_keys.push({ key: datafileKey, kind: 'datafile' });
  organisation.projects.push(largeProject, referredProject, wideProject);
  await apply(stores, document);
  const pool = createPool(stores.postgresUrl);
  const redis = createRedis(stores.redisUrl, { name: 'bench', log: { info() {}, warn() {} } });
  await untilRedisReady(redis, 5_000);
  return {
    stores,
    pool,
    redis,
    /** Name → processor time used so far, in seconds. */
    processors: Object.fromEntries(
      Object.entries(stores.processes).map(([name, pid]) => [name, () => processorSeconds(pid)]),
    ),
    async stop() {
      redis.disconnect();
      await pool.end();
      await stores.stop();
    },
  };
}
