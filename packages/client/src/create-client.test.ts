import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerWith, createBrowser, createPage, key } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('the start', () => {
  it('asks once, with the key in the address and everything else as text', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open({
      user: { id: 'u', organisationId: 'o', appVersion: '1', customData: { a: 1 } },
      userSignature: 's',
      keys: ['A', 'b'],
    });
    expect(client.status).toBe('loading');
    expect(await client.ready()).toBe('ready');
    expect(client.value('a', 0)).toBe(1);
    expect(page.asked).toHaveLength(1);
    const [{ path, query, body }] = page.asked as [(typeof page.asked)[0]];
    expect([path, query.get('key')]).toEqual(['/v1/evaluations', key]);
    expect(body).toEqual({
      user: { id: 'u', organisation_id: 'o', app_version: '1', custom_data: { a: 1 } },
      user_signature: 's',
      keys: ['a', 'b'],
      read: {},
    });
  });

  it('serves what is stored of the same user, then asks with its entity tag', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    await page.open({ user: { id: 'u' } }).ready();
    page.reply = ({ query }) => ({ status: query.get('etag') ? 304 : 500 });
    const client = page.open({ user: { id: 'u' } });
    expect([client.status, client.details('a', 0)]).toMatchObject(['stale', { value: 1, source: 'storage' }]);
    expect(await client.ready()).toBe('ready');
    expect(client.details('a', 0)).toMatchObject({ value: 1, source: 'network' });
    const other = page.open({ user: { id: 'other' } });
    expect([other.status, other.value('a', 0)]).toEqual(['loading', 0]);
    const asksForLess = page.open({ user: { id: 'u' }, keys: ['b'] });
    expect(asksForLess.value('a', 0)).toBe(0);
  });

  it('does not say in the storage who the user is', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    await page.open({ user: { id: 'user-7', email: 'jo@acme.example' } }).ready();
    expect([...page.stored.keys(), ...page.stored.values()].join()).not.toMatch(/user-7|acme/);
  });

  it('serves nothing that is older than storageMaxAgeMs', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    await page.open().ready();
    await settle(30 * 86_400_000);
    expect(page.open().status).toBe('stale');
    await settle(1);
    page.reply = () => 'never';
    const old = createPage();
    for (const entry of page.stored) old.stored.set(...entry);
    await settle(30 * 86_400_000);
    expect(old.open().status).toBe('loading');
    expect(old.open({ storageMaxAgeMs: 90 * 86_400_000 }).status).toBe('stale');
  });

  it('stores the last five users', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    for (const id of ['1', '2', '3', '4', '5', '6']) await page.open({ user: { id } }).ready();
    const statuses = ['1', '2', '6'].map((id) => page.open({ user: { id }, offline: true }).status);
    expect(statuses).toEqual(['failed', 'stale', 'stale']);
  });

  it('with a bootstrap asks nobody, and has values at once', async () => {
    const page = createPage();
    const { json } = answerWith({ a: 1 });
    const client = page.open({ bootstrap: json as never });
    expect([client.status, client.details('a', 0)]).toMatchObject([
      'ready',
      { value: 1, source: 'bootstrap' },
    ]);
    expect(await client.ready()).toBe('ready');
    await settle(600_000);
    expect(page.asked).toEqual([]);
    expect(client.all()).toEqual(json);
  });

  it('offline asks nobody', async () => {
    const page = createPage();
    const client = page.open({ offline: true, overrides: { a: 1 }, stream: true });
    expect([client.status, client.value('a', 0), client.value('b', 2)]).toEqual(['failed', 1, 2]);
    client.track('event', { variable: 'a' });
    await client.refresh();
    await client.flush();
    page.hide();
    page.show();
    page.fire('online');
    await settle(600_000);
    expect([page.asked, page.sources, page.beacons]).toEqual([[], [], []]);
  });

  it('keeps a random id of the device, and takes one that is given', async () => {
    const browser = createBrowser();
    const [first, second, given] = [
      createPage({ browser }),
      createPage({ browser }),
      createPage({ browser }),
    ];
    first.open({ anonymousId: true });
    second.open({ anonymousId: true, user: { customData: { a: 1 } } });
    given.open({ anonymousId: 'device-1' });
    await settle();
    const [one, two, three] = [first, second, given].map(({ asked }) => asked[0]!.body.user.custom_data);
    expect(one!.anonymous_id).toMatch(/^[\da-f-]{36}$/);
    expect(two).toEqual({ anonymous_id: one!.anonymous_id, a: 1 });
    expect(three).toEqual({ anonymous_id: 'device-1' });
  });

  it('without fetch fails, and throws nothing', async () => {
    const page = createPage({ without: ['fetch'] });
    const client = page.open();
    expect(await client.ready()).toBe('failed');
  });

  it('of a user that is no JSON serves fallbacks and asks nobody', async () => {
    const page = createPage();
    const customData: Record<string, unknown> = {};
    customData['self'] = customData;
    const client = page.open({ user: { id: 'u', customData: customData as never } });
    await settle();
    expect([client.status, page.asked, page.errors[0]!.code]).toEqual(['failed', [], 'application']);
  });
});

describe('ready', () => {
  it('is no later than timeoutMs, and never rejects', async () => {
    const page = createPage();
    page.reply = () => 'never';
    const statuses: string[] = [];
    const client = page.open({ timeoutMs: 4_000 });
    void client.ready({ timeoutMs: 500 }).then((status) => statuses.push(status));
    void client.ready({ timeoutMs: 10_000 }).then((status) => statuses.push(status));
    await settle(499);
    expect(statuses).toEqual([]);
    await settle(1);
    expect(statuses).toEqual(['loading']);
    await settle(3_500);
    expect(statuses).toEqual(['loading', 'failed']);
  });
});

describe('identify', () => {
  it('serves a new identity nothing of the old one', async () => {
    const page = createPage();
    page.reply = ({ body }) => answerWith({ a: body.user.id });
    const client = page.open({ user: { id: 'one' } });
    await client.ready();
    const changes: (readonly string[])[] = [];
    client.on('change', (keys) => void changes.push(keys));
    const identified = client.identify({ id: 'two' }, { signature: 's2' });
    expect([client.status, client.value('a', '')]).toEqual(['loading', '']);
    expect(await identified).toBe('ready');
    expect(client.value('a', '')).toBe('two');
    expect(page.asked[1]!.body).toMatchObject({ user: { id: 'two' }, user_signature: 's2' });
    void client.identify(null);
    expect([client.status, client.value('a', '')]).toEqual(['loading', '']);
    expect(changes).toEqual([['a'], ['a'], ['a']]);
  });

  it('serves a new identity what is stored of it', async () => {
    const page = createPage();
    page.reply = ({ body }) => answerWith({ a: body.user.id });
    const client = page.open({ user: { id: 'one' } });
    await client.ready();
    await client.identify({ id: 'two' });
    void client.identify({ id: 'one' });
    // The first client asked with no signature, and so does this one.
    expect([client.status, client.details('a', '')]).toMatchObject([
      'stale',
      { value: 'one', source: 'storage' },
    ]);
  });

  it('serves the same identity what there was, until the answer', async () => {
    const page = createPage();
    page.reply = ({ body }) => answerWith({ a: body.user.country ?? '' });
    const client = page.open({ user: { email: 'Jo@acme.example', country: 'CH' } });
    await client.ready();
    const identified = client.identify({ email: 'jo@acme.example', country: 'AT' });
    expect([client.status, client.value('a', '')]).toEqual(['ready', 'CH']);
    await identified;
    expect(client.value('a', '')).toBe('AT');
  });

  it('aborts what is under way, whose answer counts no more', async () => {
    const page = createPage();
    page.reply = ({ body }) => (body.user.id === 'one' ? 'never' : answerWith({ a: body.user.id }));
    const client = page.open({ user: { id: 'one' } });
    await settle();
    expect(await client.identify({ id: 'two' })).toBe('ready');
    expect(page.asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    expect([client.value('a', ''), page.errors]).toEqual(['two', []]);
  });

  it('of many in a row ends with the last one', async () => {
    const page = createPage();
    page.reply = ({ body }) => answerWith({ a: body.user.id });
    const client = page.open({ user: { id: '0' } });
    for (const id of ['1', '2', '3', '4']) void client.identify({ id });
    await client.identify({ id: '5' });
    expect([client.value('a', ''), page.asked.length]).toEqual(['5', 1]);
  });
});

describe('a listener', () => {
  it('gets the keys that differ, and the status, until it ends', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1, b: 1 });
    const client = page.open();
    const seen: unknown[] = [];
    const end = client.on('change', (keys) => void seen.push([keys, client.value('a', 0)]));
    client.on('status', (status) => void seen.push(status));
    await client.ready();
    page.reply = () => answerWith({ a: 2, b: 1 });
    await client.refresh();
    end();
    page.reply = () => 'broken';
    await client.refresh();
    expect(seen).toEqual([[['a', 'b'], 1], 'ready', [['a'], 2], 'stale']);
  });

  it('that throws keeps no other from being called', async () => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open();
    const seen: unknown[] = [];
    client.on('change', () => {
      throw new Error('no');
    });
    client.on('change', (keys) => void seen.push(keys));
    await client.ready();
    expect([seen, page.errors]).toEqual([[['a']], [{ code: 'application', message: 'Error: no' }]]);
  });

  it('hears of an override', () => {
    const page = createPage();
    const client = page.open({ offline: true });
    const seen: unknown[] = [];
    client.on('change', (keys) => void seen.push(keys));
    client.override('A', 1);
    client.override('a', 1);
    client.override('a', undefined);
    expect([seen, client.value('a', 0)]).toEqual([[['a'], ['a']], 0]);
  });
});

it('a mismatch of types is reported once for each key', async () => {
  const page = createPage();
  page.reply = () => answerWith({ a: 1, b: 1 });
  const client = page.open();
  await client.ready();
  for (const name of ['a', 'A', 'b', 'a']) client.value(name, 'x');
  expect(page.errors.map(({ code, message }) => [code, message.slice(0, 1)])).toEqual([
    ['type_mismatch', 'a'],
    ['type_mismatch', 'b'],
  ]);
});
