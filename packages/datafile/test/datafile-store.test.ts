import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { announce } from '../src/publish/announce.ts';
import { until } from '@bunting/testing';
import { evaluateToValue } from './evaluator.ts';
import { useInstallation } from './installation.ts';
import { insertEnvironment, insertKey, sha256 } from './rows.ts';

const installation = useInstallation();

describe('finding an environment', () => {
  it('loads it at the first request and returns it from the cache afterwards', async () => {
    const evaluator = installation.start();
    const environment = await evaluator.find(installation.production.key);
    expect(environment).toMatchObject({
      environmentId: installation.production.id,
      version: 1,
      access: {
        organisation: {
          id: installation.project.organisationId,
          status: 'active',
          plan: 'business',
          mauCap: 5000,
        },
        project: { id: installation.project.projectId, slug: 'web' },
        environment: { id: installation.production.id, slug: 'production' },
      },
    });
    expect(evaluateToValue(environment, 'left')).toBe('a');
    expect(evaluator.find(installation.production.key)).toBe(environment);
    expect(evaluator.stats()).toMatchObject({ cachedEnvironments: 1 });
    expect(evaluator.reloads).toMatchObject([
      { environmentId: installation.production.id, extent: 'whole', source: 'postgres' },
    ]);
  });

  it('accepts the key in either case and nothing but a UUID', async () => {
    const evaluator = installation.start();
    const environment = await evaluator.find(installation.production.key.toUpperCase());
    expect(environment?.environmentId).toBe(installation.production.id);
    expect(evaluator.find(installation.production.key.toUpperCase())).toBe(environment);
    const queries = evaluator.queryCount();
    for (const key of [
      '',
      'rpa_x',
      installation.production.key.slice(1),
      ` ${installation.production.key}`,
      installation.production.key.replace('-', '0'),
    ]) {
      expect(evaluator.find(key)).toBeUndefined();
    }
    expect(evaluator.queryCount()).toBe(queries);
  });

  it('is one load for all concurrent requests', async () => {
    const evaluator = installation.start();
    const found = await Promise.all(
      Array.from({ length: 50 }, () => evaluator.lookUp(installation.production.key)),
    );
    expect(new Set(found).size).toBe(1);
    expect(evaluator.reloads).toHaveLength(1);
  });

  it('reads an environment of many pages whole', async () => {
    const environment = await insertEnvironment(installation.pool, installation.project.projectId, 'large');
    await installation.write({ environments: [environment.id] });
    await installation.pool.query(
      `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
       SELECT $1, 'feature', id, 1 + n % 3, json_build_object('id', id, 'slug', 'f' || n, 'status', 'live', 'salt', 's',
         'variables', json_build_array(json_build_object('id', id, 'slug', 'v' || n, 'default_variation', 'on')),
         'variations', json_build_array(json_build_object('id', id, 'slug', 'on', 'values', json_build_array(n))),
         'targeting', null, 'overrides', json_build_object())
       FROM (SELECT gen_random_uuid() AS id, n FROM generate_series(1, 2000) AS n) AS made`,
      [environment.id],
    );
    const found = await installation.start().find(environment.key);
    for (let n = 1; n <= 2000; n++) expect(evaluateToValue(found, `v${n}`)).toBe(n);
  });
});

describe('unknown keys', () => {
  it('cost few queries at a high rate', async () => {
    const evaluator = installation.start();
    const repeated = Array.from({ length: 100 }, () => randomUUID());
    const found: unknown[] = [];
    for (let round = 0; round < 20; round++) {
      const fresh = Array.from({ length: 100 }, () => randomUUID());
      found.push(...(await Promise.all([...repeated, ...fresh].map((key) => evaluator.lookUp(key)))));
    }
    expect(found).toHaveLength(4_000);
    expect(found.every((environment) => environment === undefined)).toBe(true);
    expect(evaluator.queryCount()).toBeLessThan(50);
  });

  it('work at once when the key was created and announced meanwhile', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    await evaluator.find(installation.production.key);
    const key = randomUUID();
    expect(await evaluator.find(key)).toBeUndefined();
    expect(evaluator.find(key)).toBeUndefined();

    await installation.pool.query(
      `INSERT INTO environment_key (id, environment_id, key_hash, last_four) VALUES ($1, $2, $3, $4)`,
      [randomUUID(), installation.production.id, sha256(key), key.slice(-4)],
    );
    await installation.publish({ access: [installation.production.id] });
    await until(async () => (await evaluator.find(key)) !== undefined);
  });

  it('work although the announcement is lost, once they have expired as unknown', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    await evaluator.find(installation.production.key);
    const key = await insertKey(installation.pool, installation.production.id);
    await installation.write({ access: [installation.production.id] });
    expect(await evaluator.find(key)).toMatchObject({
      environmentId: installation.production.id,
      version: 2,
    });
  });
});

describe('access', () => {
  it('ends with the revocation of the key, and of no other', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const key = await insertKey(installation.pool, installation.production.id);
    await installation.publish({ access: [installation.production.id] });
    await Promise.all([evaluator.lookUp(key), evaluator.lookUp(installation.production.key)]);
    await installation.pool.query('UPDATE environment_key SET revoked_at = now() WHERE key_hash = $1', [
      sha256(key),
    ]);
    await installation.publish({ access: [installation.production.id] });
    await until(async () => (await evaluator.find(key)) === undefined);
    expect(evaluator.find(installation.production.key)).toMatchObject({
      environmentId: installation.production.id,
    });
    expect(await installation.redis.exists(`bunting:key:${sha256(key)}`)).toBe(0);
  });

  it('follows the organisation', async () => {
    const evaluator = installation.start({ pollIntervalMs: 600_000 });
    const environment = await evaluator.find(installation.production.key);
    await installation.pool.query(
      `UPDATE organisation SET status = 'suspended', plan = 'free', mau_cap = NULL WHERE id = $1`,
      [installation.project.organisationId],
    );
    await installation.publish({ organisations: [installation.project.organisationId] });
    await until(() => environment?.access.organisation.status === 'suspended');
    expect(environment?.access.organisation).toMatchObject({ plan: 'free', mauCap: null });
  });

  it('ends when the environment is deleted, announced or not', async () => {
    const announced = installation.start({ pollIntervalMs: 600_000 });
    const polling = installation.start({ pollIntervalMs: 50 });
    await Promise.all([
      announced.lookUp(installation.production.key),
      polling.lookUp(installation.production.key),
    ]);
    await installation.pool.query('DELETE FROM environment WHERE id = $1', [installation.production.id]);
    await until(async () => (await polling.find(installation.production.key)) === undefined);
    await announce(installation, [{ environmentId: installation.production.id, version: 0 }]);
    await until(async () => (await announced.find(installation.production.key)) === undefined);
    expect(announced.stats().cachedEnvironments).toBe(0);
    expect(await installation.redis.keys(`*${installation.production.id}*`)).toStrictEqual([]);
    expect(await installation.redis.exists(`bunting:key:${sha256(installation.production.key)}`)).toBe(0);
  });
});
