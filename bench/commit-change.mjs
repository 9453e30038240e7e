// Changes a benchmark's project without settings-api, so that the moment of the commit is known.
const load = (path) => import(new URL(`../${path}`, import.meta.url).href);

/**
 * Opens changes. `commit(text, values)` runs a statement that returns the changed feature's id, writes its fragments and announces them. Needs a
 * built workspace.
 */
export async function openChanges({ postgresUrl, redisUrl }) {
  const { announce, writeFragments } = await load('packages/datafile/dist/index.js');
  const { createPool, withTransaction } = await load('packages/database/dist/index.js');
  const { createRedis, untilRedisReady } = await load('packages/redis/dist/index.js');
  const pool = createPool(postgresUrl);
  const redis = createRedis(redisUrl, { name: 'bench', log: { info() {}, warn() {} } });
  await untilRedisReady(redis, 5_000);
  return {
    /** Resolves with the version, and when it was committed in milliseconds since 1970. */
    commit: async (text, values = []) => {
      const [written] = await withTransaction(pool, async (client) => {
        const { rows } = await client.query(text, values);
        return writeFragments(client, { features: [rows[0].id] });
      });
      const committedAt = performance.timeOrigin + performance.now();
      await announce({ redis, pool }, [written]);
      return { version: written.version, committedAt };
    },
    close: async () => {
      redis.disconnect();
      await pool.end();
    },
  };
}
