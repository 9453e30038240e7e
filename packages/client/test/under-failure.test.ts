/** docs/reference/sdks.md, When something fails: against the real service, through a gateway that breaks things. Each test is a row. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import type { Fate } from './gateway.ts';
import { documentWith, keys, startClientInstallation, type ClientInstallation } from './installation.ts';

let here: ClientInstallation;
beforeAll(async () => void (here = await startClientInstallation()));
afterEach(() => here.reset());
afterAll(() => here.stop());

const codes = () => here.errors.map(({ code }) => code);
const asked = (path: string) => here.gateway.seen.filter((each) => each.path === path);
const onlyOf = (path: string, fate: Fate) => (each: string) => (each === path ? fate : 'forward');

describe.each<[string, Fate]>([
  ['no network', 'lose'],
  ['an answer that is lost', 'lose answer'],
  ['502', { status: 502, body: 'Bad gateway' }],
  ['a time-out', 'hang'],
  ['a wrong content type', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Sign in</p>' }],
  ['JSON of somebody else', { status: 200, body: '{"hello":"world"}' }],
])('%s', (_name, fate) => {
  const timeoutMs = fate === 'hang' ? 500 : 30_000;

  it('leaves what there is, as stale, and is over by itself', async () => {
    const client = here.open({ user: { id: 'user-1' }, timeoutMs });
    await until(() => client.status === 'ready');
    here.gateway.decide = onlyOf('/v1/evaluations', fate);
    expect([await client.refresh(), client.value('banner', true)]).toEqual(['stale', false]);
    expect(codes()).toEqual(['unavailable']);
    here.gateway.decide = () => 'forward';
    await until(() => client.status === 'ready');
  });

  it('is failed where there is nothing: fallbacks', async () => {
    here.gateway.decide = () => fate;
    const client = here.open({ timeoutMs });
    expect([await client.ready({ timeoutMs: 60_000 }), client.value('banner', true)]).toEqual([
      'failed',
      true,
    ]);
    here.gateway.decide = () => 'forward';
    await until(() => client.status === 'ready' && !client.value('banner', true));
  });
});

it('429: evaluation waits for Retry-After, and events are sent meanwhile', async () => {
  const client = here.open({ user: { id: 'user-429' }, verifyEvents: false });
  await client.ready();
  here.gateway.decide = onlyOf('/v1/evaluations', { status: 429, headers: { 'retry-after': '1' } });
  expect(await client.refresh()).toBe('stale');
  here.gateway.decide = () => 'forward';
  client.track('order', { variable: 'banner' });
  expect([await client.flush(), await client.refresh()]).toEqual([true, 'stale']);
  await until(() => client.status === 'ready');
  const [, limited, next] = asked('/v1/evaluations');
  expect(next!.atMs - limited!.atMs).toBeGreaterThanOrEqual(1_000);
});

describe('a key that is refused', () => {
  it('is one error, and neither evaluation nor events are asked for; refresh and identify try at once', async () => {
    const client = here.open({ key: 'c0a7ac70-0000-8c11-8000-0000000000ff', stream: true });
    expect(await client.ready()).toBe('failed');
    here.gateway.seen.splice(0);
    client.track('order', { variable: 'banner' });
    await client.flush();
    expect([codes(), asked('/v1/evaluations').length, asked('/v1/events').length]).toEqual([
      ['refused'],
      0,
      0,
    ]);
    await client.refresh();
    await client.identify({ id: 'other' });
    expect(here.seen()).toEqual(['POST /v1/evaluations 401', 'POST /v1/evaluations 401']);
  });

  it('because the organisation is suspended leaves values as they are', async () => {
    const client = here.open({ key: keys.suspended });
    await client.ready();
    await here.apply(documentWith('off', 'suspended'));
    await until(async () => (await client.refresh()) === 'stale');
    expect([client.value('banner', true), codes()]).toEqual([false, ['refused']]);
    await here.apply(documentWith('off'));
    await until(async () => (await client.refresh()) === 'ready');
  });
});

it('403 of the monthly users: fallbacks for this user, who is not asked for again; another one is', async () => {
  const client = here.open({ key: keys.oneUser, user: { id: 'first' } });
  expect(await client.ready()).toBe('ready');
  expect([await client.identify({ id: 'second' }), client.value('banner', true)]).toEqual(['failed', true]);
  await client.refresh();
  expect(await client.identify({ id: 'first' })).toBe('ready');
  expect(codes()).toEqual(['over_cap']);
  expect(asked('/v1/evaluations').map(({ status }) => status)).toEqual([200, 403, 304]);
});

it.each([
  ['400', { keys: Array.from({ length: 101 }, (_, index) => `k${index}`) }],
  ['413', { user: { id: 'u', customData: { text: 'x'.repeat(70_000) } } }],
])('%s of evaluations is reported once, and not repeated', async (status, options) => {
  const client = here.open(options);
  expect(await client.ready()).toBe('failed');
  await client.refresh();
  expect([codes(), here.seen()]).toEqual([['invalid'], [`POST /v1/evaluations ${status}`]]);
});

it('a stream that is lost is opened again with Last-Event-ID', async () => {
  const client = here.open();
  await client.ready();
  client.on('change', () => {});
  await until(() => asked('/v1/stream').some(({ status }) => status === 200));
  await here.apply(documentWith('on'));
  await until(() => client.value('banner', false));
  here.gateway.cut();
  await until(() => asked('/v1/stream').filter(({ status }) => status === 200).length === 2);
  expect(Number(asked('/v1/stream').at(-1)!.lastEventId)).toBe(client.all().version);
  await here.apply(documentWith('off'));
  await until(() => !client.value('banner', true));
});

it('events that are blocked leave evaluation untouched, and are sent when they may', async () => {
  here.gateway.decide = onlyOf('/v1/events', 'lose');
  const client = here.open({ user: { id: 'user-blocked' } });
  await client.ready();
  for (let index = 0; index < 60; index++) client.track('order', { variable: 'banner' });
  expect([await client.flush(), await client.refresh(), codes()]).toEqual([false, 'ready', ['events']]);
  here.gateway.decide = () => 'forward';
  await until(async () => client.flush());
  expect(await here.storedOf('user-blocked')).toHaveLength(60);
});

it('close() while requests hang resolves, and nothing fires or is asked for afterwards', async () => {
  const client = here.open({ user: { id: 'user-closed' }, timeoutMs: 500, stream: true });
  await until(() => client.status === 'ready');
  here.errors.splice(0);
  const fired: unknown[] = [];
  client.on('change', (keysOf) => void fired.push(keysOf));
  client.on('status', (status) => void fired.push(status));
  here.gateway.decide = () => 'hang';
  client.track('order', { variable: 'banner' });
  const [refreshed, identified] = [client.refresh(), client.identify({ id: 'other' })];
  fired.splice(0);
  await client.close();
  expect([await refreshed, await identified, client.status]).toEqual(['closed', 'closed', 'closed']);
  here.gateway.decide = () => 'forward';
  const before = here.gateway.seen.length;
  await Promise.all([client.refresh(), client.identify(null), client.flush(), client.ready()]);
  expect([fired, codes(), here.gateway.seen.length]).toEqual([[], [], before]);
});

it('kill -9 of the service between send and answer loses no event and doubles none', async () => {
  const client = here.open({ user: { id: 'user-killed' }, verifyEvents: false });
  await client.ready();
  let count = 0;
  const track = (events: number) => {
    for (let index = 0; index < events; index++) client.track(`e${count++}`, { variable: 'banner' });
  };
  for (const moment of ['with the request', 'after it', 'before the answer']) {
    here.gateway.decide = (path) => {
      if (path !== '/v1/events') return 'forward';
      const kill = () => void here.ingest().child.kill('SIGKILL');
      if (moment === 'with the request') setImmediate(kill);
      else if (moment === 'after it') setTimeout(kill, 3);
      else return 'lose answer';
      return 'forward';
    };
    track(130);
    await client.flush();
    await here.ingest().stop('SIGKILL');
    here.gateway.decide = () => 'forward';
    track(20);
    await here.restartIngest();
    await until(async () => client.flush());
  }
  const events = (await here.storedOf('user-killed')).map(({ event }) => event);
  expect([events.length, new Set(events).size]).toEqual([count, count]);
});
