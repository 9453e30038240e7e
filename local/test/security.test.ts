import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import {
  startTestReceiver,
  startTestService,
  until,
  type ServiceProcess,
  type TestReceiver,
} from '@bunting/testing';
import { Redis } from 'ioredis';
import { openGateway, type Gateway } from '../src/gateway/gateway.ts';
import { services } from '../src/services.ts';
import { createAsking, type Answer, type Ask } from './installation/ask.ts';
import { demo, prepareDemo } from './installation/demo.ts';
import { tableBelow } from './installation/security-page.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The secrets that applications and people send or receive in this test. */
const secrets = new Set<string>([
  ...Object.values(demo).filter((value) => value !== demo.email),
  'hunter2-hunter2',
]);
const replicas = new Map<string, ServiceProcess>();

let installation: Awaited<ReturnType<typeof prepareDemo>>;
let pool: ReturnType<typeof createPool>;
let gateway: Gateway;
let receiver: TestReceiver;
let ask: Ask;
let cookie: string;

beforeAll(async () => {
  installation = await prepareDemo();
  pool = createPool(installation.database.url);
  const { env } = installation;
  for (const [name, value] of Object.entries(env)) if (/SECRET|KEY|TOKEN/.test(name)) secrets.add(value);
  const chatty = { ...env, LOG_LEVEL: 'debug', WEBHOOK_SWEEP_INTERVAL_SECONDS: '1' };
  await Promise.all(
    services.map(async ({ name }) => replicas.set(name, await startTestService(name, chatty))),
  );
  const port = await findFreePort();
  const routes = services.flatMap(({ name, paths }) =>
    paths.map((path) => ({ ...path, port: replicas.get(name)!.port })),
  );
  gateway = await openGateway(port, routes);
  ask = createAsking(`http://127.0.0.1:${port}`);
  receiver = await startTestReceiver();
});
afterAll(async () => {
  await gateway?.stop();
  for (const replica of replicas.values()) replica.child.kill('SIGKILL');
  await receiver?.stop();
  await pool?.end();
  await installation?.stop();
});

const settings = '/settings/v1';
const acme = `${settings}/organisations/acme`;
const shop = `${acme}/projects/shop`;
const withKey = { 'X-API-Key': demo.environmentKey };
const withToken = { Authorization: `Bearer ${demo.token}` };
const withCookie = () => ({ Cookie: cookie });
const withStaffPassword = () => ({
  Authorization: `Basic ${Buffer.from(`staff:${installation.env.STAFF_API_TOKEN}`).toString('base64')}`,
});
const snapshot = {
  project: 'shop',
  repository: 'acme/shop',
  branch: 'main',
  commit: 'c0ffee0',
  references: [],
};
const withStaffToken = () => ({ Authorization: `Bearer ${installation.env.STAFF_API_TOKEN}` });

async function signIn(): Promise<void> {
  const credentials = { email: demo.email, password: demo.password };
  const { status, headers } = await ask('POST', `${settings}/session`, {}, credentials);
  expect(status).toBe(200);
  cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  const value = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1));
  secrets.add(value).add(value.split('.')[0]!);
}

/** Stores a member of an answer that is shown only once. */
function keep(answer: Answer, name: string): string {
  const value = (JSON.parse(answer.text) as Record<string, string>)[name]!;
  expect([name, typeof value]).toEqual([name, 'string']);
  secrets.add(value);
  return value;
}

describe('an installation in use', () => {
  it('signs in, makes keys, tokens and endpoints, evaluates, ingests, pushes and delivers', async () => {
    await ask('POST', `${settings}/session`, {}, { email: demo.email, password: 'hunter2-hunter2' });
    await ask(
      'POST',
      `${settings}/accounts`,
      {},
      {
        email: 'new@acme.example',
        name: 'New',
        password: 'hunter2-hunter2',
      },
    );
    await signIn();
    const token = keep(
      await ask('POST', `${acme}/api-tokens`, withCookie(), {
        name: 'x',
        scopes: ['settings', 'code_references'],
      }),
      'token',
    );
    const key = keep(await ask('POST', `${shop}/environments/staging/api-keys`, withCookie(), {}), 'key');
    const url = `${receiver.url}?token=in-the-url-of-a-hook`;
    secrets.add('in-the-url-of-a-hook');
    const made = await ask('POST', `${acme}/webhook-endpoints`, withCookie(), { url, events: ['*'] });
    keep(made, 'secret');
    const { id } = JSON.parse(made.text) as { id: string };
    keep(await ask('POST', `${acme}/webhook-endpoints/${id}/rotate-secret`, withCookie()), 'secret');
    const location = { email: 'b@acme.example', role: 'viewer' };
    const invited = await ask('POST', `${acme}/members`, withCookie(), location);
    const { invitation } = JSON.parse(invited.text) as { invitation: { token: string } };
    secrets.add(invitation.token);
    expect((await ask('GET', `${settings}/invitations/${invitation.token}`)).status).toBe(200);
    const renamed = await ask(
      'PATCH',
      `${shop}/features/checkout`,
      { Authorization: `Bearer ${token}` },
      { description: 'new' },
    );
    expect(renamed.status).toBe(200);

    const evaluated = await ask('POST', '/v1/variables/checkout-enabled', withKey, { user: { id: 'u' } });
    const trace = keep(evaluated, 'evaluation_trace');
    const batch = { keys: ['banner-text'], user: { id: 'u' } };
    expect((await ask('POST', '/v1/variables', { 'X-API-Key': key }, batch)).status).toBe(200);
    const event = { event: 'bought', variable: 'checkout-enabled', variation: 'one-page', user: { id: 'u' } };
    const events = [{ ...event, evaluation_trace: trace }];
    expect((await ask('POST', '/v1/events', withKey, { events })).status).toBe(202);
    expect((await ask('POST', '/v1/code-references', withToken, snapshot)).status).toBe(200);
    expect((await ask('GET', `${settings}/staff/organisations`, withStaffToken())).status).toBe(200);
    const queues = `${replicas.get('webhook-dispatcher')!.url}/queues/`;
    expect((await ask('GET', queues, withStaffPassword())).status).toBe(200);
    await until(() => receiver.received.length > 0);
    for (const { headers } of receiver.received) secrets.add(headers['x-service-signature'] as string);
    await ask('DELETE', `${settings}/session`, withCookie());
    await signIn();
  });

  it('refuses wrong credentials on every route', async () => {
    const statuses = await Promise.all([
      ask('POST', `/v1/variables/${demo.environmentKey}`, { 'X-API-Key': demo.signingSecret }),
      ask('POST', `/v1/variables/x?key=${demo.environmentKey}`, withKey, `{"user": "${demo.password}`),
      ask('POST', '/v1/events', withKey, `{"events": [${demo.token}]}`),
      ask('POST', '/v1/code-references', { Authorization: `Bearer ${demo.signingSecret}` }, {}),
      ask('GET', `${settings}/invitations/${demo.signingSecret}`),
      ask('GET', `${acme}?token=${demo.token}`, { Authorization: `Bearer ${demo.signingSecret}` }),
      ask('GET', `${settings}/staff/organisations`, withToken),
      ask('GET', `/v1/code-references/keys?project=${demo.token}`, withToken),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([401, 400, 400, 401, 404, 401, 401, 404]);
  });

  it('sends protective headers with every answer', async () => {
    const hot = [
      ['POST', '/v1/variables/checkout-enabled', withKey, { user: { id: 'u' } }],
      ['POST', '/v1/variables', {}, {}],
      ['POST', '/v1/events', {}, {}],
      ['POST', '/v1/code-references', {}, {}],
      ['GET', `${settings}/session`, {}, undefined],
      ['GET', `${replicas.get('webhook-dispatcher')!.url}/queues/`, {}, undefined],
      ...[...replicas.values()].map(({ url }) => ['GET', `${url}/nowhere`, {}, undefined] as const),
    ] as const;
    for (const [method, path, headers, body] of hot) {
      const answer = await ask(method, path, headers, body);
      expect([path, answer.headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
      expect([path, answer.headers.get('x-powered-by')]).toEqual([path, null]);
    }
  });
});

interface OpenApi {
  readonly paths: Record<string, Record<string, { requestBody?: object }>>;
}

/** Values of path parameters; other ids need not exist, because the body is read before they are looked up. */
const names: Record<string, string> = {
  org: 'acme',
  project: 'shop',
  env: 'staging',
  feature: 'checkout',
  key: 'checkout-enabled',
  segment: 'canada',
};
const someId = '0192a000-0000-7000-8000-000000000000';

describe('bodies', () => {
  const { paths } = JSON.parse(readFileSync(`${root}docs/openapi.json`, 'utf8')) as OpenApi;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  );
  const limits = tableBelow('Body limits').map(([, pattern, bytes]) => ({
    pattern: new RegExp(`^${pattern!.replaceAll('`', '').replaceAll('…', '.*')}$`),
    bytes: Number(bytes!.replaceAll(' ', '')),
  }));

  let withDatafileKey: { 'X-API-Key': string };
  beforeAll(async () => {
    await signIn();
    const made = await ask('POST', `${shop}/environments/production/api-keys`, withCookie(), {
      kind: 'datafile',
    });
    withDatafileKey = { 'X-API-Key': keep(made, 'key') };
  });

  it.each(routes)('of %s have exactly the limit that docs/explanations/security.md says', async (route) => {
    const limit = limits.find(({ pattern }) => pattern.test(route));
    expect([route, limit?.bytes]).toEqual([route, expect.any(Number)]);
    const [method, path] = route.split(' ') as [string, string];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => names[name] ?? someId);
    const headers = path.startsWith(`${settings}/staff`)
      ? withStaffToken()
      : path.startsWith(settings)
        ? withCookie()
        : { ...(path === '/v1/usage' ? withDatafileKey : withKey), ...withToken };
    const { status } = await ask(method, filled, headers, '{}'.padEnd(limit!.bytes + 1));
    expect([route, status]).toEqual([route, 413]);
    if (limit!.bytes > 1024 * 1024) return;
    const fitting = await ask(method, filled, headers, '{}'.padEnd(limit!.bytes));
    expect([route, fitting.status === 413]).toEqual([route, false]);
  });

  it('have a row for every route that takes one, and no row without', () => {
    for (const { pattern } of limits) expect(routes.filter((route) => pattern.test(route))).not.toEqual([]);
  });
});

describe('an unexpected failure', () => {
  const internal = '{"error":"Internal server error.","code":"internal"}';
  const unavailable =
    '{"error":"The service is temporarily unavailable. Try again shortly.","code":"unavailable"}';

  it('shows the caller no details', async () => {
    const broken = ['audit_record', 'code_reference', 'stored_event', 'session'];
    for (const table of broken) await pool.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
    const event = { event: 'bought', variable: 'checkout-enabled', variation: 'one-page', user: { id: 'u' } };
    const references = [{ key: 'checkout-enabled', file: 'a.ts', line: 1 }];
    const answers = [
      await ask('POST', '/v1/events', withKey, { events: [event] }),
      await ask('POST', '/v1/code-references', withToken, { ...snapshot, references }),
      await ask('PATCH', `${shop}/features/checkout`, withToken, { description: demo.signingSecret }),
      await ask('GET', acme, withCookie()),
    ];
    for (const table of broken) await pool.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    for (const { status, text } of answers) {
      expect(status).toBeGreaterThanOrEqual(500);
      expect([internal, unavailable]).toContain(text);
    }
    expect(answers.filter(({ status }) => status === 500).length).toBeGreaterThan(0);
  });

  it('shows no details in the queue dashboard either', async () => {
    const { redis } = installation;
    const client = new Redis(redis.url);
    const keys = await client.keys('{webhooks}:*:meta');
    for (const key of keys) await client.set(key.replace(/meta$/, 'wait'), 'no list');
    client.disconnect();
    const url = `${replicas.get('webhook-dispatcher')!.url}/queues/api/queues`;
    const { status, text } = await ask('GET', url, withStaffPassword());
    expect([status, text]).toEqual([500, internal]);
  });
});

describe('logs at debug level', () => {
  it('have a line for each request, and none of the secrets that were used', async () => {
    await delay(1_000); // the last line
    for (const [service, replica] of replicas) {
      const output = replica.outputSoFar();
      const isThere = output.includes(
        service === 'webhook-dispatcher' ? '"msg":"attempt"' : '"msg":"request"',
      );
      expect([service, isThere]).toEqual([service, true]);
      const found = [...secrets].filter(
        (secret) => output.includes(secret) || output.includes(encodeURIComponent(secret)),
      );
      expect([service, found]).toEqual([service, []]);
    }
    expect(secrets.size).toBeGreaterThan(15);
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(10);
  });
});
