import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { keyKinds } from '@bunting/definitions';
import { announce } from '../src/publish/announce.ts';
import { useInstallation } from './installation.ts';
import { insertKey, sha256 } from './rows.ts';

const installation = useInstallation();

describe('a key', () => {
  it.each(keyKinds)('is found with its kind: %s', async (kind) => {
    const { pool, production } = installation;
    const key = await insertKey(pool, production.id, kind);
    await installation.publish({ access: [production.id] });
    const evaluator = installation.start();
    expect(await evaluator.findKey(key)).toMatchObject({
      kind,
      environment: { environmentId: production.id },
    });
    expect(evaluator.findKey(key.toUpperCase())).toMatchObject({ kind });
    expect(evaluator.findKey(production.key)).toMatchObject({ kind: 'server' });
  });

  it('made while the environment is cached is found by its kind, and refused once it is revoked', async () => {
    const { pool, production } = installation;
    const evaluator = installation.start();
    await evaluator.findKey(production.key);
    const key = await insertKey(pool, production.id, 'client');
    await installation.publish({ access: [production.id] });
    await until(async () => (await evaluator.findKey(key))?.kind === 'client');
    expect(evaluator.findKey(key)).toMatchObject({ environment: { environmentId: production.id } });
    await pool.query('UPDATE environment_key SET revoked_at = now() WHERE last_four = $1', [key.slice(-4)]);
    await installation.publish({ access: [production.id] });
    await until(async () => (await evaluator.findKey(key)) === undefined);
  });

  it('whose fragment names another kind now is found by that one', async () => {
    const { pool, production } = installation;
    const key = await insertKey(pool, production.id, 'datafile');
    await installation.publish({ access: [production.id] });
    const evaluator = installation.start();
    expect(await evaluator.findKey(key)).toMatchObject({ kind: 'datafile' });
    await pool.query(`UPDATE environment_key SET kind = 'server' WHERE last_four = $1`, [key.slice(-4)]);
    await installation.publish({ access: [production.id] });
    await until(async () => (await evaluator.findKey(key))?.kind === 'server');
  });

  it('of every kind is found in the copy in Redis', async () => {
    const { pool, redis, production } = installation;
    const keys = await Promise.all(keyKinds.map((kind) => insertKey(pool, production.id, kind)));
    await installation.publish({ access: [production.id] });
    const [server, client, datafile] = keys as [string, string, string];
    const mapped = [sha256(server), sha256(`client ${client}`), sha256(datafile)];
    expect(await redis.mget(...mapped.map((hash) => `bunting:key:${hash}`))).toEqual(
      mapped.map(() => production.id),
    );
    expect(await redis.get(`bunting:key:${sha256(client)}`)).toBeNull();
    await pool.query(`UPDATE environment_key SET revoked_at = now() WHERE kind = 'client'`);
    await installation.publish({ access: [production.id] });
    expect(await redis.get(`bunting:key:${mapped[1]}`)).toBeNull();
  });

  it('of a fragment that a release before kinds wrote is a server key, without rules for browsers', async () => {
    const { pool, production } = installation;
    await pool.query(
      `UPDATE datafile_fragment SET document = (document::jsonb - 'client_key_hashes' - 'datafile_key_hashes'
         - 'allowed_origins' - 'signed_users' - 'datafile_personal_data')::json
       WHERE kind = 'access' AND environment_id = $1`,
      [production.id],
    );
    const found = await installation.start().findKey(production.key);
    expect(found).toMatchObject({
      kind: 'server',
      environment: {
        access: { allowedOrigins: ['*'], signedUsers: undefined, datafilePersonalData: true },
      },
    });
  });

  it('of a client opens nothing where a release before kinds wrote the fragment, neither there nor here', async () => {
    const { pool, production } = installation;
    const client = await insertKey(pool, production.id, 'client');
    await installation.publish({ access: [production.id] });
    const evaluator = installation.start();
    expect(await evaluator.findKey(client)).toMatchObject({ kind: 'client' });
    // The previous release writes the hashes of all keys that are not revoked as those of server keys.
    await pool.query(
      `UPDATE datafile_fragment SET version = version + 1, document = (
         document::jsonb - 'client_key_hashes' - 'datafile_key_hashes' || jsonb_build_object('key_hashes', ARRAY(
           SELECT key_hash FROM environment_key WHERE environment_id = $1 AND revoked_at IS NULL)))::json
       WHERE kind = 'access' AND environment_id = $1`,
      [production.id],
    );
    const { rows } = await pool.query<{ version: string; hashes: string[] }>(
      `UPDATE environment SET version = environment.version + 1 FROM datafile_fragment
       WHERE id = $1 AND environment_id = id AND kind = 'access'
       RETURNING environment.version, ARRAY(SELECT json_array_elements_text(document->'key_hashes')) AS hashes`,
      [production.id],
    );
    const { version, hashes } = rows[0]!;
    expect(hashes).toHaveLength(2);
    // It looks for a key by the SHA-256 of it alone.
    expect(hashes).toContain(sha256(production.key));
    expect(hashes).not.toContain(sha256(client));
    await announce(installation, [{ environmentId: production.id, version: Number(version) }]);
    await until(async () => (await evaluator.findKey(client)) === undefined);
    expect(evaluator.findKey(production.key)).toMatchObject({ kind: 'server' });
    expect(await installation.start().findKey(client)).toBeUndefined();
    await installation.publish({ access: [production.id] });
    await until(async () => (await evaluator.findKey(client))?.kind === 'client');
  });
});
