/** Every built service, with PostgreSQL behind a real pgbouncer in transaction mode with five connections. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { applyDocument, parseDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { migrate } from '@bunting/database/migrate';
import {
  createTestDatabase,
  findPgBouncer,
  startTestPgBouncer,
  startTestReceiver,
  startTestRedis,
  startTestService,
  until,
  type ServiceProcess,
  type TestDatabase,
  type TestPgBouncer,
  type TestReceiver,
  type TestRedis,
} from '@bunting/testing';
import { describeWith } from '@bunting/testing/requirements';
import { services } from '../src/services.ts';

const requirement = { name: 'pgbouncer here (apt-get install pgbouncer)', found: findPgBouncer() };
const apiKey = { 'X-API-Key': '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f' };
const token = { Authorization: 'Bearer rpa_demo_ci_0123456789abcdefghijklmnopqrstuv' };
const features = '/settings/v1/organisations/acme/projects/shop/features';

let database: TestDatabase;
let redis: TestRedis;
let pooler: TestPgBouncer;
let receiver: TestReceiver;
const started = new Map<string, ServiceProcess>();

/** Applies the demo, with its webhook endpoint at this test and enabled, through the pooler, too. */
async function applyDemo(): Promise<void> {
  const demo = await readFile(new URL('../demo.yaml', import.meta.url), 'utf8');
  const document = demo
    .replace('https://hooks.acme.example/flags', receiver.url)
    .replace(/events: \[feature\.updated.*\n\s+enabled: false/, "events: ['*']");
  const pool = createPool(pooler.url);
  await applyDocument({ pool, targetRules: { allowInsecure: true } }, parseDocument(document));
  await pool.end();
}

async function start(name: string): Promise<void> {
  const env = {
    DATABASE_URL: pooler.url,
    REDIS_URL: redis.url,
    WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
    // Waiting for one of five connections on a busy machine must not count as an outage.
    INGEST_API_WRITE_TIMEOUT_MS: '30000',
  };
  started.set(name, await startTestService(name, env));
}

async function ask(service: string, path: string, method: string, headers: object, body?: unknown) {
  const answer = await fetch(`${started.get(service)!.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    etag: answer.headers.get('etag') ?? '',
    body: text === '' ? {} : JSON.parse(text),
  };
}

const evaluate = (user: object = {}) =>
  ask('eval-api', '/v1/variables/banner-text', 'POST', apiKey, { user });

function ingest(eventIds: readonly string[]) {
  const events = eventIds.map((id) => ({
    event: 'purchase',
    variable: 'banner-text',
    variation: 'friendly',
    event_id: id,
    user: { id },
  }));
  return ask('ingest-api', '/v1/events', 'POST', apiKey, { events });
}

const push = (repository: string, references: readonly object[], commit: string) =>
  ask('coderefs-api', '/v1/code-references', 'POST', token, {
    project: 'shop',
    provider: 'github',
    repository,
    branch: 'main',
    commit_sha: commit,
    references,
  });

async function serveBanner(variation: string) {
  const path = `${features}/banner/environments/production/defaults`;
  return ask('settings-api', path, 'PUT', token, { 'banner-text': variation });
}

describeWith(requirement, 'PostgreSQL behind pgbouncer in transaction mode', () => {
  beforeAll(async () => {
    [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
    pooler = await startTestPgBouncer(database.url, 5);
    receiver = await startTestReceiver();
    await applyDemo();
    await Promise.all(services.map(({ name }) => start(name)));
  });

  afterAll(async () => {
    await Promise.all([...started.values()].map((service) => service.stop()));
    await receiver.stop();
    await pooler.stop();
    await Promise.all([redis.stop(), database.drop()]);
  });

  it('works for evaluations, events, references, changes and webhooks', async () => {
    expect((await evaluate()).body).toMatchObject({ value: 'Welcome back!' });

    expect(await ingest(['a', 'b'])).toMatchObject({ status: 202, body: { accepted: 2 } });
    for (let i = 0; i < 20; i++) {
      expect(await ingest(['a', `new-${i}`])).toMatchObject({
        status: 202,
        body: { accepted: 1, duplicates: 1 },
      });
    }

    const references = [1, 2, 3].map((line) => ({ key: 'banner-text', file: 'a.ts', line_number: line }));
    expect((await push('acme/shop', references, 'c0ffee')).status).toBeLessThan(300);
    expect((await push('acme/shop', references.slice(1), 'c0ffee2')).status).toBeLessThan(300);
    const keys = await ask('coderefs-api', '/v1/code-references/keys?project=shop', 'GET', token);
    expect(keys.status).toBe(200);
    const types = await ask('coderefs-api', '/v1/types?project=shop&include=values', 'GET', token);
    expect(types.status).toBe(200);

    expect(await serveBanner('free-shipping')).toMatchObject({ status: 200 });
    await until(async () => ((await evaluate()).body as { value: string }).value === 'Free shipping from 50');
    await until(() => receiver.received.length > 0);
  });

  it('answers 200 requests at a time, of every kind, on its five connections', async () => {
    const before = receiver.received.length;
    const asked = Array.from({ length: 200 }, async (_, n) => {
      // Twenty snapshots: four that are read and sixteen that wait, the limits of one organisation.
      if (n % 10 === 0)
        return push(`acme/shop-${n}`, [{ key: 'banner-text', file: 'a.ts', line_number: n + 1 }], 'c0');
      if (n % 10 === 1) return serveBanner(n % 20 === 1 ? 'friendly' : 'free-shipping');
      if (n % 10 < 6) return ingest(['a', `parallel-${n % 40}`, `own-${n}`]);
      if (n % 10 < 8) return evaluate({ id: `user-${n}` });
      return ask('settings-api', features, 'GET', token);
    });
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    await until(() => receiver.received.length > before);
    // Every connection was given back to the pool.
    for (let i = 0; i < 10; i++) expect((await ingest([`after-${i}`])).status).toBe(202);
    const output = [...started.values()].map((service) => service.outputSoFar()).join('\n');
    expect(output).not.toMatch(/prepared statement|unsupported startup parameter/);
  });

  it('is not used by migrations, which refuse it', async () => {
    await expect(migrate({ databaseUrl: pooler.url })).rejects.toThrow(/set DATABASE_DIRECT_URL/);
    expect(await migrate({ databaseUrl: database.url })).toEqual({ applied: [] });
  });
});
