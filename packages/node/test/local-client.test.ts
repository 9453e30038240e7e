/** The local client against the services, and every row of docs/reference/sdks.md, When something fails, that concerns it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createServerClient } from '../src/index.ts';
import {
  createLocalClient,
  type BuntingError,
  type LocalClient,
  type LocalClientOptions,
} from '../src/local.ts';
import { startInstallation, type Installation } from './installation.ts';
import { acme, changing, createDocument, keys } from './organisations.ts';

let installation: Installation;
let folder: string;
const started: LocalClient[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bunting-node-'));
  installation = await startInstallation(createDocument());
});
afterEach(async () => {
  installation.proxy.setFate(() => 'passes');
  await Promise.all(started.splice(0).map((flags) => flags.close()));
  await installation.apply({ organisations: [acme(true), changing('active')] });
  installation.proxy.requests.splice(0);
});
afterAll(async () => {
  await installation.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(options: LocalClientOptions = {}) {
  const errors: BuntingError[] = [];
  const flags = createLocalClient({
    url: installation.url,
    key: keys.datafile,
    onError: (error) => void errors.push(error),
    ...options,
  });
  started.push(flags);
  return { flags, errors };
}

async function startReady(options: LocalClientOptions = {}) {
  const { flags, errors } = start(options);
  expect(await flags.ready()).toBe('ready');
  return { flags, errors };
}

const user = { id: 'user-7' };
const jo = { id: 'user-1', email: 'jo@acme.example' };
const proxy = () => installation.proxy;
const count = (path: string) => proxy().requestsOf(path).length;
const setBanner = (isOn: boolean) => installation.apply({ organisations: [acme(isOn)] });
const streamIsOpen = () => until(() => count('/v1/stream') > 0);
const answers = (status: number, headers: Record<string, string> = {}) => ({ status, headers });

describe('the local client', () => {
  it('gets what the service would say', async () => {
    const { flags } = await startReady();
    const remote = createServerClient({ url: installation.url, key: keys.server, timeoutMs: 5_000 });
    for (let n = 0; n < 50; n++) {
      const someone = { id: `user-${n}`, email: n % 2 === 0 ? 'jo@acme.example' : 'al@acme.example' };
      const names = ['banner', 'checkout-layout', 'checkout-steps', 'staff', 'unheard-of'];
      expect(flags.values(names, someone)).toEqual(await remote.values(names, someone));
    }
    await remote.close();
    expect(flags.details('Banner', false, user)).toEqual({
      value: true,
      variation: 'on',
      reason: 'default_variation',
      feature: 'banner',
      isFallback: false,
      source: 'local',
    });
  });

  it('gives a page its client variables, or those that are named', async () => {
    const { flags } = await startReady();
    expect(Object.keys(flags.evaluations(user).results)).toEqual(['banner', 'checkout-layout']);
    expect(Object.keys(flags.evaluations(user, { keys: ['Staff'] }).results)).toEqual(['staff']);
  });

  it('follows changes by the stream, with a delta, and says which variables changed', async () => {
    const { flags } = await startReady();
    await streamIsOpen();
    const changes: (readonly string[])[] = [];
    flags.on('change', (changed) => void changes.push(changed));
    await setBanner(false);
    await until(() => !flags.value('banner', true, user));
    expect(changes).toEqual([['banner']]);
    expect(proxy().requestsOf('/v1/datafile').at(-1)!.path).toMatch(
      /^\/v1\/datafile\?evaluator=2&since=\d+$/,
    );
  });

  it('asks the service for features that name people, and serves fallbacks meanwhile', async () => {
    const own = await startInstallation(createDocument());
    await own.leavePersonalDataOut();
    const { flags } = start({ url: own.url });
    await flags.ready();
    await until(
      () => flags.details('staff', false, jo).error === 'not_loaded' || flags.value('staff', false, jo),
    );
    await until(() => flags.value('staff', false, jo));
    expect(flags.details('staff', false, jo)).toMatchObject({ value: true, source: 'network' });
    expect(flags.details('banner', false, jo)).toMatchObject({ value: true, source: 'local' });
    await flags.close();
    await own.stop();
  });

  it('sends events: verified those of remote variables, the others not', async () => {
    const { flags } = await startReady({ remote: ['staff'] });
    const visitor = { id: 'local', email: 'jo@acme.example' };
    const own = flags.forUser(visitor);
    own.value('checkout-layout', 'x');
    own.track('purchase', { value: 3 });
    own.track('purchase', { variable: 'staff' });
    await until(() => flags.flush());
    const stored = (await installation.storedEvents()).filter(({ user_key }) => user_key === 'local');
    expect(stored.map(({ value, verified }) => [value, verified])).toEqual([
      [3, false],
      [null, true],
    ]);
  });

  it('says what it evaluated', async () => {
    const { flags } = await startReady();
    const line = 'bunting_evaluations_total{reason="default_variation"}';
    const before = (await installation.services['ingest-api'].metric(line)) || 0;
    for (let n = 0; n < 1_500; n++) flags.value('banner', false, { id: `counted-${n}` });
    await flags.flush();
    expect(await installation.services['ingest-api'].metric(line)).toBe(before + 1_500);
    expect(count('/v1/usage')).toBe(2);
  });

  it('evaluates for more users than the plan has, and says so', async () => {
    const { flags, errors } = await startReady({ key: keys.datafileOfTwoUsers });
    const values = ['one', 'two', 'three'].map((id) => flags.value('banner', false, { id }));
    await flags.flush();
    expect(values).toEqual([true, true, true]);
    expect(errors).toMatchObject([{ code: 'over_cap' }]);
  });
});

describe('where it fails, the local client', () => {
  const failures = [
    ['no network', 'breaks'],
    ['a connection that breaks before the answer', 'breaks_answered'],
    ['5xx', answers(500)],
    ['another content type', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' }],
    ['an answer that is no datafile', answers(200)],
  ] as const;

  it.each(failures)('has fallbacks, and is failed, until it gets a datafile: %s', async (_, fate) => {
    proxy().setFate(() => fate);
    const { flags, errors } = start();
    expect(await flags.ready()).toBe('failed');
    expect(flags.details('banner', false, user)).toMatchObject({ value: false, error: 'not_loaded' });
    expect(errors[0]).toMatchObject({ code: 'unavailable' });
    proxy().setFate(() => 'passes');
    await until(() => flags.status === 'ready');
    expect(flags.value('banner', false, user)).toBe(true);
  });

  it.each(failures)('keeps what it has, and is stale, until the service is back: %s', async (_, fate) => {
    const { flags } = await startReady();
    await streamIsOpen();
    proxy().setFate((path) => (path.startsWith('/v1/datafile') ? fate : 'passes'));
    await setBanner(false);
    await until(() => flags.status === 'stale');
    expect(flags.value('banner', false, user)).toBe(true);
    proxy().setFate(() => 'passes');
    await until(() => flags.status === 'ready');
    expect(flags.value('banner', true, user)).toBe(false);
  });

  it('is not ready in time where the service does not answer', async () => {
    proxy().setFate(() => 'hangs');
    const { flags } = start();
    expect(await flags.ready({ timeoutMs: 100 })).toBe('loading');
    expect(flags.value('banner', false, user)).toBe(false);
  });

  it('starts from its file while the service is away, and goes on from there', async () => {
    const file = join(folder, 'datafile');
    const first = await startReady({ file });
    await first.flags.close();
    proxy().setFate(() => 'breaks');
    const { flags } = start({ file });
    expect(await flags.ready()).toBe('stale');
    expect(flags.value('banner', false, user)).toBe(true);
    await setBanner(false);
    proxy().setFate(() => 'passes');
    await until(() => flags.status === 'ready');
    expect(flags.value('banner', true, user)).toBe(false);
    expect(proxy().requestsOf('/v1/datafile').at(-1)!.path).toContain('&since=');
  });

  it('after 429 waits for Retry-After', async () => {
    proxy().setFate((path) =>
      path.startsWith('/v1/datafile') ? answers(429, { 'Retry-After': '2' }) : 'passes',
    );
    const { flags, errors } = start();
    expect(await flags.ready()).toBe('failed');
    proxy().setFate(() => 'passes');
    await until(() => flags.status === 'ready');
    expect(count('/v1/datafile')).toBe(2);
    expect(errors).toMatchObject([{ code: 'limited' }]);
  });

  it.each([
    ['an unknown key', 'c1a55e00-0000-8da7-8000-00000000ffff', 401],
    ['a key of another kind', keys.server, 403],
  ])('with %s asks nothing for ten minutes, and says so once', async (_, key, status) => {
    const { flags, errors } = start({ key });
    expect(await flags.ready()).toBe('failed');
    expect(flags.value('banner', false, user)).toBe(false);
    await flags.flush();
    expect(proxy().requests).toHaveLength(1);
    expect(errors).toMatchObject([{ code: 'refused', status }]);
  });

  it('goes on evaluating for an organisation that was suspended', async () => {
    const { flags, errors } = await startReady({ key: keys.changing });
    await streamIsOpen();
    await installation.apply({ organisations: [changing('suspended')] });
    await until(() => flags.status === 'stale');
    expect(flags.value('banner', false, user)).toBe(true);
    await flags.flush();
    expect(errors).toMatchObject([{ code: 'refused', status: 403 }]);
  });

  it('reconnects a stream that breaks, from its version on, and misses nothing', async () => {
    const { flags } = await startReady();
    await streamIsOpen();
    proxy().setFate((path) => (path === '/v1/stream' ? 'breaks' : 'passes'));
    proxy().cut();
    await setBanner(false);
    proxy().setFate(() => 'passes');
    await until(() => !flags.value('banner', true, user));
    const { headers } = proxy().requestsOf('/v1/stream').at(-1)!;
    expect(headers).toMatchObject({
      'x-api-key': keys.datafile,
      'last-event-id': expect.stringMatching(/^\d+$/),
    });
  });

  it('reconnects when the service is killed', async () => {
    const { flags } = await startReady();
    await streamIsOpen();
    await installation.killAndRestart('sync-api');
    await setBanner(false);
    await until(() => !flags.value('banner', true, user) && count('/v1/stream') > 1);
    expect(flags.status).toBe('ready');
  });

  it('goes on where events and usage are blocked, and sends them later, each once', async () => {
    const { flags, errors } = await startReady();
    proxy().setFate((path) => (/events|usage/.test(path) ? 'breaks_answered' : 'passes'));
    for (let n = 0; n < 100; n++) flags.track('blocked-locally', user, { variable: 'banner', value: n });
    expect(await flags.flush()).toBe(false);
    expect(flags.value('banner', false, user)).toBe(true);
    expect(errors.map(({ code }) => code)).toEqual(['unavailable', 'unavailable']);
    proxy().setFate(() => 'passes');
    await until(() => flags.flush());
    const stored = (await installation.storedEvents()).filter(({ event }) => event === 'blocked-locally');
    expect(new Set(stored.map(({ value }) => value)).size).toBe(100);
    expect(stored).toHaveLength(100);
  });

  it.each(['hangs', 'breaks', 'passes'] as const)(
    'closes while a request %s, and nothing happens afterwards',
    async (fate) => {
      proxy().setFate(() => fate);
      const { flags, errors } = start();
      const seen: unknown[] = [];
      flags.on('status', (status) => void seen.push(status));
      flags.on('change', (changed) => void seen.push(changed));
      await until(() => proxy().requests.length === (fate === 'hangs' ? 1 : 2));
      await flags.close();
      await flags.close();
      const before = [seen.length, errors.length, proxy().requests.length];
      expect([flags.status, await flags.ready(), flags.value('banner', false, user)]).toEqual([
        'closed',
        'closed',
        false,
      ]);
      flags.track('closed', user, { variable: 'banner' });
      await flags.flush();
      await setBanner(false);
      proxy().cut();
      expect([seen.length, errors.length, proxy().requests.length]).toEqual(before);
    },
  );
});
