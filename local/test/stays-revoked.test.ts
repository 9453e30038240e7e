import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAsking, type Ask } from './installation/ask.ts';
import { demo } from './installation/demo.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const folder = await mkdtemp(join(tmpdir(), 'bunting-revoked-'));
await chmod(folder, 0o755); // for the user that PostgreSQL runs as
const dataDir = join(folder, 'data');
const ports = await freePorts();
const ownPassword = 'a horse, a battery, a staple';
const acme = '/settings/v1/organisations/acme';
const production = `${acme}/projects/shop/environments/production`;
let running: StartCommand;
let ask: Ask;

async function start(more: Record<string, string> = {}): Promise<string> {
  running = runStart({ ...ports, DATA_DIR: dataDir, ...more });
  ask = createAsking(`http://127.0.0.1:${ports['PORT']}`);
  return running.ready;
}

async function stop(): Promise<void> {
  running.send('SIGTERM');
  await running.ended;
}

async function signIn(password: string): Promise<{ status: number; headers: Record<string, string> }> {
  const { status, headers } = await ask('POST', '/settings/v1/session', {}, { email: demo.email, password });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { status, headers: { Cookie: cookie } };
}

/** A member of an answer, or of the first item of its list with these `last_four`. */
async function idOf(path: string, headers: Record<string, string>, secret: string): Promise<string> {
  const { text } = await ask('GET', path, headers);
  const list = Object.values(JSON.parse(text) as object).find(Array.isArray) as {
    id: string;
    last_four: string;
  }[];
  return list.find(({ last_four: lastFour }) => secret.endsWith(lastFour))!.id;
}

async function staffToken(): Promise<string> {
  return (JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Record<string, string>)[
    'STAFF_API_TOKEN'
  ]!;
}

async function statuses() {
  const key = { 'X-API-Key': demo.environmentKey };
  const token = { Authorization: `Bearer ${demo.token}` };
  return {
    key: (await ask('POST', '/v1/variables/banner-text', key, { user: { id: 'u' } })).status,
    token: (await ask('GET', `${acme}/projects`, token)).status,
    publishedPassword: (await signIn(demo.password)).status,
    ownPassword: (await signIn(ownPassword)).status,
  };
}

const asPublished = { key: 200, token: 200, publishedPassword: 200, ownPassword: 401 };
const asDecided = { key: 401, token: 401, publishedPassword: 401, ownPassword: 200 };

beforeAll(async () => void (await start()));
afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a key or password that was revoked or changed after the first start', () => {
  it('is refused at once', async () => {
    expect(await statuses()).toEqual(asPublished);
    const staff = { Authorization: `Bearer ${await staffToken()}` };
    const made = await ask('POST', '/settings/v1/staff/password-resets', staff, { email: demo.email });
    const { token } = JSON.parse(made.text) as { token: string };
    const link = `/settings/v1/password-resets/${token}`;
    expect((await ask('POST', link, {}, { password: ownPassword })).status).toBe(204);
    const { headers } = await signIn(ownPassword);
    const tokenId = await idOf(`${acme}/api-tokens`, headers, demo.token);
    expect((await ask('DELETE', `${acme}/api-tokens/${tokenId}`, headers)).status).toBe(204);
    const keyId = await idOf(`${production}/api-keys`, headers, demo.environmentKey);
    expect((await ask('DELETE', `${production}/api-keys/${keyId}`, headers)).status).toBe(204);
    const renamed = await ask('PATCH', `${acme}/projects/shop/features/checkout`, headers, {
      name: 'By hand',
    });
    expect(renamed.status).toBe(200);
    expect(await statuses()).toEqual(asDecided);
  });

  it('stays so after the next start, which applies nothing and shows no invalid credentials', async () => {
    await stop();
    const output = await start();
    expect(output).not.toContain(demo.environmentKey);
    expect(output).not.toContain(demo.token);
    expect(output).not.toContain('Not done');
    expect(await statuses()).toEqual(asDecided);
    const { headers } = await signIn(ownPassword);
    const feature = await ask('GET', `${acme}/projects/shop/features/checkout`, headers);
    expect((JSON.parse(feature.text) as { name: string }).name).toBe('By hand');
  });

  it('stays so after a start with a changed document, which prints what it did not apply', async () => {
    await stop();
    const changed = join(folder, 'changed.yaml');
    const text = await readFile(join(import.meta.dirname, '../demo.yaml'), 'utf8');
    await writeFile(changed, text.replace('Welcome back!', 'Welcome once more!'));
    const output = await start({ BOOTSTRAP_FILE: changed });
    for (const [location, why] of [
      [/members\[\d\]\.password/, 'is not that of the account'],
      [/api_tokens\[\d\]/, 'was revoked, and stays so'],
      [/api_keys\[\d\]/, 'was revoked, and stays so'],
    ] as const) {
      const line = output.split('\n').find((each) => location.test(each));
      expect(line).toContain(why);
    }
    expect(await statuses()).toEqual(asDecided);
    const { headers } = await signIn(ownPassword);
    const feature = await ask('GET', `${acme}/projects/shop/features/banner`, headers);
    expect(feature.text).toContain('Welcome once more!');
  });
});
