/** The remote client against the services, and every row of docs/reference/sdks.md, When something fails, that concerns it. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import {
  createServerClient,
  type BuntingError,
  type ServerClient,
  type ServerClientOptions,
} from '../src/index.ts';
import { startInstallation, type Installation } from './installation.ts';
import { changing, createDocument, keys } from './organisations.ts';

let installation: Installation;
const started: ServerClient[] = [];
beforeAll(async () => {
  installation = await startInstallation(createDocument());
});
afterEach(async () => {
  installation.proxy.setFate(() => 'passes');
  await Promise.all(started.splice(0).map((flags) => flags.close()));
  installation.proxy.requests.splice(0);
});
afterAll(() => installation.stop());

function start(options: ServerClientOptions = {}) {
  const errors: BuntingError[] = [];
  const flags = createServerClient({
    url: installation.url,
    key: keys.server,
    timeoutMs: 5_000,
    onError: (error) => void errors.push(error),
    ...options,
  });
  started.push(flags);
  return { flags, errors };
}

const user = { id: 'user-7' };
const jo = { id: 'user-1', email: 'jo@acme.example' };
const proxy = () => installation.proxy;
const evaluations = () => proxy().requestsOf('/v1/variables').length;
const answers = (status: number, body: object = {}, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: JSON.stringify(body),
});

describe('the remote client', () => {
  it('gets values, details and lists of the service', async () => {
    const { flags } = start();
    expect(await flags.value('staff', false, jo)).toBe(true);
    expect(await flags.value('Staff', false, user)).toBe(false);
    expect(await flags.details('banner', false, user)).toEqual({
      value: true,
      variation: 'on',
      reason: 'default_variation',
      feature: 'banner',
      isFallback: false,
      source: 'network',
    });
    const values = await flags.values(['banner', 'checkout-layout', 'unheard-of'], user);
    expect(values).toEqual({
      banner: true,
      'checkout-layout': expect.stringMatching(/^(?:classic|one-page)$/),
      'unheard-of': null,
    });
  });

  it('asks once for a thousand reads of a hundred keys in one turn', async () => {
    const { flags } = start();
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => flags.value(`key-${n % 100}`, n, user)));
    expect(evaluations()).toBe(1);
  });

  it('gives a page what it starts from', async () => {
    const { flags } = start();
    const { version, results } = await flags.evaluations(user, { keys: ['banner', 'checkout-layout'] });
    expect(version).toBeGreaterThan(0);
    expect(results).toMatchObject({ banner: { value: true }, 'checkout-layout': { split: true } });
  });

  it('sends events that are verified, exposures too', async () => {
    const { flags } = start({ exposures: 'split' });
    const visitor = { id: 'verified', country: 'CA' };
    await flags.values(['checkout-layout', 'banner'], visitor);
    await flags.flush();
    await flags.values(['checkout-layout'], visitor);
    flags.track('purchase', visitor, { variable: 'checkout-layout', value: 12.5 });
    await until(() => flags.flush());
    const stored = (await installation.storedEvents()).filter(({ user_key }) => user_key === 'verified');
    expect(stored).toMatchObject([
      { event: 'exposure', verified: true },
      { event: 'purchase', value: 12.5, verified: true },
    ]);
  });
});

describe('where it fails, the remote client', () => {
  it.each([
    ['no network', 'breaks'],
    ['a connection that breaks before the answer', 'breaks_answered'],
    ['5xx', answers(500)],
    ['a time-out', 'hangs'],
    ['another content type', { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<html>' }],
  ] as const)('gives fallbacks and recovers: %s', async (_, fate) => {
    const { flags, errors } = start({ timeoutMs: 500 });
    proxy().setFate(() => fate);
    expect(await flags.details('banner', false, user)).toMatchObject({ value: false, error: 'not_loaded' });
    expect(errors).toMatchObject([{ code: 'unavailable' }]);
    proxy().setFate(() => 'passes');
    expect(await flags.value('banner', false, user)).toBe(true);
  });

  it.each([
    ['a broken connection', 'breaks'],
    ['502', answers(502)],
    ['503', answers(503)],
    ['504', answers(504)],
  ] as const)('asks once more after %s', async (_, fate) => {
    const { flags, errors } = start();
    let isFirst = true;
    proxy().setFate(() => {
      const isNow = isFirst;
      isFirst = false;
      return isNow ? fate : 'passes';
    });
    expect(await flags.value('banner', false, user)).toBe(true);
    expect([evaluations(), errors]).toEqual([2, []]);
  });

  it('backs off after five failures in a row: fallbacks at once, and one probe when the service is back', async () => {
    const { flags } = start();
    proxy().setFate(() => answers(500));
    for (let n = 0; n < 20; n++) await flags.value('banner', false, user);
    expect(evaluations()).toBe(5);
    proxy().setFate(() => 'passes');
    await until(() => flags.value('banner', false, user));
    expect(evaluations()).toBe(6);
  });

  it('after 429 waits for Retry-After, with evaluation and events apart', async () => {
    const { flags, errors } = start();
    await flags.value('banner', false, user);
    proxy().setFate((path) =>
      path === '/v1/variables' ? answers(429, {}, { 'Retry-After': '600' }) : 'passes',
    );
    expect(await flags.value('banner', false, user)).toBe(false);
    proxy().setFate(() => 'passes');
    expect(await flags.value('banner', false, user)).toBe(false);
    expect(evaluations()).toBe(2);
    flags.track('limited', user, { variable: 'banner' });
    await until(() => flags.flush());
    expect(errors).toMatchObject([{ code: 'limited', status: 429 }]);
  });

  it('after 401 asks nothing for ten minutes, and says so once', async () => {
    const { flags, errors } = start({ key: 'c1a55e00-0000-4000-8000-00000000ffff' });
    for (let n = 0; n < 3; n++) expect(await flags.value('banner', false, user)).toBe(false);
    flags.track('refused', user, { variable: 'banner' });
    await flags.flush();
    expect(installation.proxy.requests).toHaveLength(1);
    expect(errors.filter(({ code }) => code === 'refused')).toMatchObject([{ status: 401 }]);
  });

  it('after 403 of its organisation does the same', async () => {
    const { flags, errors } = start({ key: keys.changingServer });
    expect(await flags.value('banner', false, user)).toBe(true);
    await installation.apply({ organisations: [changing('suspended')] });
    await until(async () => !(await flags.value('banner', false, user)));
    const before = evaluations();
    await flags.value('banner', false, user);
    expect(evaluations()).toBe(before);
    expect(errors).toMatchObject([{ code: 'refused', status: 403 }]);
    await installation.apply({ organisations: [changing('active')] });
  });

  it('gives fallbacks to users beyond the month, whom it does not ask for again, and serves the others', async () => {
    const { flags, errors } = start({ key: keys.twoUsers });
    const read = (id: string) => flags.value('banner', false, { id });
    expect([await read('one'), await read('two'), await read('three')]).toEqual([true, true, false]);
    const before = evaluations();
    expect([await read('three'), await read('one')]).toEqual([false, true]);
    expect(evaluations()).toBe(before + 1);
    expect(errors).toMatchObject([{ code: 'over_cap', status: 403 }]);
  });

  it('reports a user that the service does not accept once, and does not repeat the request', async () => {
    const { flags, errors } = start();
    const large = { id: 'large', customData: { text: 'x'.repeat(150 * 1024) } };
    for (let n = 0; n < 2; n++) expect(await flags.value('banner', false, large)).toBe(false);
    expect(evaluations()).toBe(2);
    expect(errors).toMatchObject([{ code: 'invalid', status: 413 }]);
    expect(await flags.value('banner', false, user)).toBe(true);
  });

  it('goes on evaluating where events are blocked, says so once, and sends them later', async () => {
    const { flags, errors } = start();
    proxy().setFate((path) => (path === '/v1/events' ? 'breaks' : 'passes'));
    for (let n = 0; n < 3; n++) {
      flags.track('blocked', user, { variable: 'banner' });
      expect(await flags.flush()).toBe(false);
      expect(await flags.value('banner', false, user)).toBe(true);
    }
    expect(errors).toMatchObject([{ code: 'unavailable' }]);
    proxy().setFate(() => 'passes');
    await until(() => flags.flush());
    const stored = (await installation.storedEvents()).filter(({ event }) => event === 'blocked');
    expect(stored).toHaveLength(3);
  });

  it.each(['hangs', 'breaks', 'passes'] as const)(
    'closes while a request %s, and nothing happens afterwards',
    async (fate) => {
      const { flags, errors } = start({ timeoutMs: 60_000 });
      proxy().setFate(() => fate);
      const read = flags.value('banner', false, user);
      await until(() => evaluations() > 0);
      await flags.close();
      await read;
      const before = [errors.length, installation.proxy.requests.length];
      expect(await flags.value('banner', false, user)).toBe(false);
      flags.track('closed', user, { variable: 'banner' });
      await flags.flush();
      proxy().cut();
      expect([errors.length, installation.proxy.requests.length]).toEqual(before);
    },
  );
});

describe('events of the remote client', () => {
  it('are stored once each, although the service is killed between send and answer', async () => {
    const { flags } = start();
    await flags.value('banner', false, { id: 'killed' });
    const sent = new Set<number>();
    // Every other answer is lost after the service has stored the events.
    let requests = 0;
    proxy().setFate((path) => (path === '/v1/events' && requests++ % 2 === 0 ? 'breaks_answered' : 'passes'));
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 250; n++) {
        flags.track('killed', { id: 'killed' }, { variable: 'banner', value: round * 250 + n });
        sent.add(round * 250 + n);
      }
      const flushed = flags.flush();
      await installation.killAndRestart('ingest-api');
      await flushed;
    }
    proxy().setFate(() => 'passes');
    await until(() => flags.flush());
    const stored = (await installation.storedEvents()).filter(({ event }) => event === 'killed');
    expect(stored).toHaveLength(sent.size);
    expect(new Set(stored.map(({ value }) => value))).toEqual(sent);
  });
});
