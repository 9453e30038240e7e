/** Does what docs/operate/rotate-secrets.md says, with its commands, on running services. */
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '@bunting/database';
import { findFreePort, findRedisProgram, startRedis } from '@bunting/embedded-servers';
import { describeWith, findProgram } from '@bunting/testing/requirements';
import { Redis } from 'ioredis';
import { demo } from '../installation/demo.ts';
import { makeDataParent } from '../make-data-parent.ts';
import { startRollingInstallation, type RollingInstallation } from './rolling-installation.ts';
import { runBlocks } from './run-blocks.ts';

const page = 'docs/operate/rotate-secrets.md';
/** A busy machine starts an installation in a minute, and a rotation restarts it up to three times. */
jest.setTimeout(600_000);
const run = promisify(execFile);
const wanted = ['curl', 'jq', 'openssl', 'psql', 'redis-cli'];
const tools = {
  name: `${wanted.join(', ')} here (apt-get install curl jq openssl postgresql-client redis-tools)`,
  found: wanted.every((name) => findProgram(name) !== undefined) ? findRedisProgram() : undefined,
};

describeWith(tools, 'the rotation of', (redisProgram) => {
  let folder: string;
  let installation: RollingInstallation;
  let address: string;

  beforeAll(async () => {
    folder = await makeDataParent('bunting-rotation-');
    installation = await startRollingInstallation(folder);
    address = `http://127.0.0.1:${installation.port}`;
  });
  afterAll(async () => {
    await installation.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs blocks of the page with their roll-outs. */
  function rotate(numbers: readonly number[], env: Record<string, string> = {}): Promise<string> {
    const shared = { BUNTING_URL: address, BUNTING_TOKEN: demo.token };
    return installation.during(
      runBlocks(page, numbers, { folder, programs: {}, env: { ...shared, ...env }, port: installation.port }),
    );
  }
  const ask = (path: string, init: RequestInit = {}) => fetch(`${address}/settings/v1${path}`, init);
  const asAdmin = (path: string, init: RequestInit = {}) =>
    ask(path, { ...init, headers: { Authorization: `Bearer ${demo.token}` } });

  async function signIn(): Promise<string> {
    const { email, password } = demo;
    const { headers } = await ask('/session', { method: 'POST', body: JSON.stringify({ email, password }) });
    return headers.get('set-cookie')!.split(';')[0]!;
  }

  /** Evaluates for a user who gets a trace, and returns it. */
  async function evaluate(): Promise<string> {
    const answer = await fetch(`${address}/v1/variables/checkout-layout`, {
      method: 'POST',
      headers: { 'X-API-Key': demo.environmentKey },
      body: JSON.stringify({ user: { id: 'user-7' } }),
    });
    return ((await answer.json()) as { evaluation_trace: string }).evaluation_trace;
  }

  /** Sends an event with a trace, and returns which share of such events was verified. */
  async function verifiedShare(event: string, trace: string): Promise<number> {
    const fields = { variable: 'checkout-layout', variation: 'one-page', user: { id: 'user-7' } };
    await fetch(`${address}/v1/events`, {
      method: 'POST',
      headers: { 'X-API-Key': demo.environmentKey },
      body: JSON.stringify({ events: [{ event, ...fields, evaluation_trace: trace }] }),
    });
    const path = '/organisations/acme/projects/shop/environments/production/events/summary';
    const { items } = (await (await asAdmin(path)).json()) as {
      items: { event: string; verified_share: number }[];
    };
    return items.find((item) => item.event === event)!.verified_share;
  }

  async function databaseUrl(): Promise<string> {
    const files = await readdir(join(folder, '.data'), { recursive: true });
    const pidFile = files.find((path) => path.endsWith('postmaster.pid'))!;
    const port = (await readFile(join(folder, '.data', pidFile), 'utf8')).split('\n')[3];
    const secrets = JSON.parse(await readFile(join(folder, '.data/secrets.json'), 'utf8')) as Record<
      string,
      string
    >;
    return `postgresql://bunting_app:${secrets['EMBEDDED_POSTGRES_PASSWORD']}@127.0.0.1:${port}/bunting`;
  }

  it('SESSION_SECRET ends sessions', async () => {
    const cookie = await signIn();
    expect((await ask('/session', { headers: { cookie } })).status).toBe(200);
    await rotate([1]);
    expect((await ask('/session', { headers: { cookie } })).status).toBe(401);
  });

  it('STAFF_API_TOKEN refuses the old token and accepts the new one', async () => {
    const status = async (token?: string) =>
      (await ask('/staff/organisations', { headers: { Authorization: `Bearer ${token}` } })).status;
    const old = await installation.readSecret('STAFF_API_TOKEN');
    expect(await status(old)).toBe(200);
    await rotate([2]);
    expect(await status(old)).toBe(401);
    expect(await status(await installation.readSecret('STAFF_API_TOKEN'))).toBe(200);
  });

  it('EVALUATION_TRACE_SECRET keeps traces of both secrets verified, until it is finished', async () => {
    const old = await installation.readSecret('EVALUATION_TRACE_SECRET');
    const before = await evaluate();
    await rotate([3]);
    expect(await installation.readSecret('EVALUATION_TRACE_SECRET')).not.toBe(old);
    expect(await verifiedShare('with the old secret', before)).toBe(1);
    const late = await evaluate();
    await rotate([4]);
    expect(await verifiedShare('with the new secret', late)).toBe(1);
    expect(await installation.readSecret('EVALUATION_TRACE_SECRET_PREVIOUS')).toBeUndefined();
  });

  it('SECRETS_ENCRYPTION_KEY leaves one key in the database, and webhooks arrive', async () => {
    const countKeys = async () => {
      const pool = createPool(await databaseUrl());
      const { rows } = await pool.query('SELECT DISTINCT secret_key_id FROM webhook_endpoint');
      await pool.end();
      return rows.map(({ secret_key_id: id }) => id as string);
    };
    const [old] = await countKeys();
    await rotate([5, 6, 7]);
    const now = await countKeys();
    expect(now).toHaveLength(1);
    expect(now).not.toContain(old);
    const { items } = (await (await asAdmin('/organisations/acme/webhook-endpoints')).json()) as {
      items: { id: string; url: string }[];
    };
    const { id } = items.find(({ url }) => url.endsWith('/demo/webhooks'))!;
    const tested = await asAdmin(`/organisations/acme/webhook-endpoints/${id}/test`, { method: 'POST' });
    expect(await tested.json()).toMatchObject({ response_status: 204 });
  });

  it('keys, tokens and secrets of applications', async () => {
    const statusOf = async (key: string) =>
      (await fetch(`${address}/v1/datafile`, { headers: { 'X-API-Key': key } })).status;
    expect(await statusOf(demo.datafileKey)).toBe(200);
    const output = await rotate([13, 14, 15, 16, 17, 18, 19, 20]);
    const [made] = /^[\da-f]{8}-[\da-f]{4}-8da7-[\da-f-]+$/m.exec(output)!;
    expect([await statusOf(made), await statusOf(demo.datafileKey)]).toEqual([200, 401]);
    expect((await asAdmin('/organisations/acme')).status).toBe(401);
    expect(output).toMatch(/^whsec_/m);
    expect(output).toContain('"token"');
  });

  it('the password of the database', async () => {
    const url = await databaseUrl();
    const output = await rotate([8], { DATABASE_URL: url });
    const changed = new URL(url);
    changed.password = /^[\da-f]{48}$/m.exec(output)![0];
    const pool = createPool(changed.href);
    await pool.query('SELECT 1');
    await pool.end();
    await expect(run('psql', [url, '--command', 'SELECT 1'])).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('the password of Redis accepts both until the old one is removed', async () => {
    const dataDir = join(folder, 'redis');
    await mkdir(dataDir);
    const options = { dataDir, port: await findFreePort(), program: redisProgram, password: 'old' };
    const redis = await startRedis(options);
    const accepts = async (password: string) => {
      const client = new Redis({
        port: options.port,
        password,
        lazyConnect: true,
        retryStrategy: () => null,
      });
      client.on('error', () => {});
      const answer = await client.ping().catch((error: Error) => error.message);
      client.disconnect();
      return answer === 'PONG';
    };
    const output = await rotate([10], { REDIS_URL: redis.url });
    const [changed] = /^[\da-f]{48}$/m.exec(output)!;
    expect([await accepts('old'), await accepts(changed)]).toEqual([true, true]);
    await rotate([11], { REDIS_URL: redis.url.replace('old', changed) });
    expect([await accepts('old'), await accepts(changed)]).toEqual([false, true]);
    await redis.stop();
  });

  it.each([
    ['an encryption key at once', 'SECRETS_ENCRYPTION_KEY', /would be lost: use --announce/],
    ['a step of a secret without a previous value', 'SESSION_SECRET --announce', /has no previous value/],
    ['a swap before it was announced', 'SECRETS_ENCRYPTION_KEY --swap', /--announce comes first/],
    ['an unknown name', 'NOTHING_HERE', /NOTHING_HERE has no value/],
    ['no name', '', /^Usage: /m],
  ])('refuses %s, and leaves .env as it is', async (_, words, message) => {
    const before = await readFile(join(folder, '.env'), 'utf8');
    const command = run(join(folder, 'deploy/rotate-secret.sh'), words.split(' '));
    await expect(command).rejects.toThrow(message);
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe(before);
  });
});
