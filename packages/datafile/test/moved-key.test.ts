import { describe, expect, it } from '@jest/globals';
import { withTransaction } from '@bunting/database';
import { announce } from '../src/publish/announce.ts';
import { writeFragments } from '../src/publish/write-fragments.ts';
import { until } from '@bunting/testing';
import { useInstallation } from './installation.ts';
import { insertEnvironment, sha256 } from './rows.ts';

const installation = useInstallation();

describe('a key that moves to a cached environment, because its own is deleted', () => {
  it.each(['first', 'last'])('finds it, the deletion being announced %s', async (order) => {
    const { pool, project, production } = installation;
    const staging = await insertEnvironment(pool, project.projectId, 'staging');
    await installation.publish({ environments: [staging.id] });
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    await Promise.all([production.key, staging.key].map((key) => evaluator.lookUp(key)));

    const publications = await withTransaction(pool, async (client) => {
      await client.query('DELETE FROM environment WHERE id = $1', [production.id]);
      await client.query(
        `INSERT INTO environment_key (id, environment_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
        [production.id, staging.id, sha256(production.key), production.key.slice(-4)],
      );
      const deletion = { environmentId: production.id, version: 0 };
      const others = await writeFragments(client, { access: [staging.id] });
      return order === 'first' ? [deletion, ...others] : [...others, deletion];
    });
    await announce(installation, publications);

    await until(() => evaluator.stats().cachedEnvironments === 1);
    await until(async () => (await evaluator.find(production.key))?.environmentId === staging.id);
    expect((await evaluator.find(staging.key))?.environmentId).toBe(staging.id);
    expect(await installation.redis.get(`bunting:key:${sha256(production.key)}`)).toBe(staging.id);
  });
});
