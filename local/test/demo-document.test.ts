/** The demo on an installation that has it already, as after an upgrade, and its webhook endpoint beside those of people. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, createTestPool, startTestRedis } from '@bunting/testing';
import { applyBootstrap } from '../src/data/apply-bootstrap.ts';
import { receiverPath } from '../src/demo/demo-receiver.ts';
import { ensureEndpoint } from '../src/demo/ensure-endpoint.ts';

const SECRETS_ENCRYPTION_KEY = 'seals the secrets of this test';
const file = join(import.meta.dirname, '../demo.yaml');
let folder: string;
let changed: string;
let pool: Awaited<ReturnType<typeof createTestPool>>;
let env: { DATABASE_URL: string; REDIS_URL: string; SECRETS_ENCRYPTION_KEY: string };
let stop: () => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bunting-demo-'));
  changed = join(folder, 'demo.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(changed, text.replace('Welcome back!', 'Welcome once more!'));
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  env = { DATABASE_URL: database.url, REDIS_URL: redis.url, SECRETS_ENCRYPTION_KEY };
  pool = createTestPool(database.url);
  stop = () => redis.stop();
  await applyBootstrap(file, env, { isDemo: true });
});
afterAll(async () => {
  await pool?.end();
  await stop?.();
  await rm(folder, { recursive: true, force: true });
});

const countRecords = async () => {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM audit_record');
  return rows[0]!.n;
};

describe('a demo that differs from the one before', () => {
  it('changes nothing where its organisation exists, and its credentials are still found', async () => {
    const before = await countRecords();
    const { validHashes, warnings } = await applyBootstrap(changed, env, { isDemo: true });
    expect(await countRecords()).toBe(before);
    expect(validHashes.size).toBeGreaterThan(0);
    expect(warnings).toEqual([]);
  });

  it('is applied as a document that somebody names', async () => {
    const before = await countRecords();
    await applyBootstrap(changed, env);
    expect(await countRecords()).toBeGreaterThan(before);
  });
});

describe('the webhook endpoint of the demo', () => {
  const local = `http://127.0.0.1:8080${receiverPath}`;
  const readUrls = async () => {
    const statement = 'SELECT url FROM webhook_endpoint ORDER BY created_at';
    return (await pool.query<{ url: string }>(statement)).rows.map(({ url }) => url);
  };
  const ofPeople = `https://hooks.acme.example${receiverPath}`;

  it('is created beside one of a person that has the same path', async () => {
    await pool.query('UPDATE webhook_endpoint SET url = $1', [ofPeople]);
    await ensureEndpoint(env, 'acme', local);
    expect(await readUrls()).toEqual([ofPeople, local]);
  });

  it('is the same at the same address, and follows to another one', async () => {
    await ensureEndpoint(env, 'acme', local);
    await ensureEndpoint(env, 'acme', local.replace('8080', '9090'));
    expect(await readUrls()).toEqual([ofPeople, local.replace('8080', '9090')]);
  });
});
