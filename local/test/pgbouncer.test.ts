/** Every service, as built, with PostgreSQL behind a real pgbouncer that lends connections by the transaction: five of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument, parseDocument } from '@bunting/bootstrap';
import { createPool, migrate } from '@bunting/database';
import {
  createTestDatabase,
  findPgBouncer,
  startTestPgBouncer,
  startTestRedis,
  type TestDatabase,
  type TestPgBouncer,
} from '@bunting/local/testing';
import { findFreePort } from '../src/free-port.ts';
import type { LocalRedis } from '../src/redis.ts';
import { services } from '../src/services.ts';

const isThere = findPgBouncer() !== undefined;
const apiKey = { 'X-API-Key': '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f' };
const token = { Authorization: 'Bearer rpa_demo_ci_0123456789abcdefghijklmnopqrstuv' };
const features = '/settings/v1/organisations/acme/projects/shop/features';

let database: TestDatabase;
let redis: LocalRedis;
let pooler: TestPgBouncer;
let receiver: Server;
const received: string[] = [];
const ports = new Map<string, number>();
const started: ChildProcess[] = [];
let output = '';

beforeAll(async () => {
  if (!isThere) return;
  [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  pooler = await startTestPgBouncer(database.url, 5);
  receiver = createServer((req, res) => {
    received.push(String(req.headers['x-service-delivery']));
    req.resume().once('end', () => res.end());
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  await applyDemo();
  await Promise.all(services.map(({ name }) => start(name)));
}, 120_000);

afterAll(async () => {
  if (!isThere) return;
  await Promise.all(started.map(stop));
  receiver.close();
  await pooler.stop();
  await Promise.all([redis.stop(), database.drop()]);
});

/** The demo, whose webhook endpoint is here and switched on; through the pooler, too. */
async function applyDemo(): Promise<void> {
  const demo = await readFile(new URL('../demo.yaml', import.meta.url), 'utf8');
  const { port } = receiver.address() as AddressInfo;
  const document = demo
    .replace('https://hooks.acme.example/flags', `http://127.0.0.1:${port}/`)
    .replace(/events: \[feature\.updated.*\n\s+enabled: false/, "events: ['*']");
  const pool = createPool(pooler.url);
  await applyDocument({ pool, allowInsecureTargets: true }, parseDocument(document));
  await pool.end();
}

async function start(name: string): Promise<void> {
  const port = await findFreePort();
  ports.set(name, port);
  const main = fileURLToPath(new URL(`../../services/${name}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: pooler.url,
      REDIS_URL: redis.url,
      EVALUATION_TRACE_SECRET: 'signs the traces of nothing but these tests',
      SESSION_SECRET: 'signs the cookies of nothing but these tests',
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      // To wait for one of five connections on a busy machine is no silence.
      INGEST_API_WRITE_TIMEOUT_MS: '30000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  for (let i = 0; i < 1_200; i++) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${output}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(50);
  }
  throw new Error(`${name} was not ready: ${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function ask(service: string, path: string, method: string, headers: object, body?: unknown) {
  const answer = await fetch(`http://127.0.0.1:${ports.get(service)}${path}`, {
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

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await delay(25)) if (await isSo()) return;
  throw new Error(`It was not so within 30 s: ${String(isSo)}\n${output}`);
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

const withPooler = isThere
  ? 'PostgreSQL behind pgbouncer in transaction mode'
  : 'PostgreSQL behind pgbouncer: NOT TRIED, there is no pgbouncer here';

describe(withPooler, () => {
  it(
    isThere ? 'serves, takes events and references in, is changed, and tells receivers' : 'is not tried',
    async () => {
      if (!isThere) return;
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

      expect(await serveBanner('free-shipping')).toMatchObject({ status: 200 });
      await until(
        async () => ((await evaluate()).body as { value: string }).value === 'Free shipping from 50',
      );
      await until(() => received.length > 0);
    },
    120_000,
  );

  it(
    isThere
      ? 'answers 200 requests at a time, of every kind, on its five connections'
      : 'is not tried either',
    async () => {
      if (!isThere) return;
      const before = received.length;
      const asked = Array.from({ length: 200 }, async (_, n) => {
        if (n % 8 === 0)
          return push(`acme/shop-${n}`, [{ key: 'banner-text', file: 'a.ts', line_number: n + 1 }], 'c0');
        if (n % 8 === 1) return serveBanner(n % 16 === 1 ? 'friendly' : 'free-shipping');
        if (n % 8 < 5) return ingest(['a', `parallel-${n % 40}`, `own-${n}`]);
        if (n % 8 < 7) return evaluate({ id: `user-${n}` });
        return ask('settings-api', features, 'GET', token);
      });
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status >= 300)).toEqual([]);
      await until(() => received.length > before);
      // Nobody was left with a connection that he does not give back.
      for (let i = 0; i < 10; i++) expect((await ingest([`after-${i}`])).status).toBe(202);
      expect(output).not.toMatch(/prepared statement|unsupported startup parameter/);
    },
    120_000,
  );

  it(isThere ? 'is migrated past it: a migration says so' : 'nor is this', async () => {
    if (!isThere) return;
    await expect(migrate({ databaseUrl: pooler.url })).rejects.toThrow(/set DATABASE_DIRECT_URL/);
    expect(await migrate({ databaseUrl: database.url })).toEqual({ applied: [] });
  });
});
