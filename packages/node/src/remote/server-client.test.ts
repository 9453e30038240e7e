import { describe, expect, it } from '@jest/globals';
import {
  createTestFetch,
  json,
  resultsOf,
  url,
  type Fetched,
  type TestAnswer,
} from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import type { ServerClientOptions } from '../options/read-options.ts';
import type { BuntingError } from '../requests/reporter.ts';
import { createServerClientIn } from './server-client.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000a1';
const user = { id: 'user-7' };

function start(options: ServerClientOptions = {}, respond: (fetched: Fetched) => TestAnswer = answerAll) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  const errors: BuntingError[] = [];
  const onError = (error: BuntingError) => void errors.push(error);
  const flags = createServerClientIn(runtime, { url, key, fetch: test.fetch, onError, ...options });
  const asked = () => test.fetched.filter(({ path }) => path !== '/v1/events');
  const events = () =>
    test.fetched.flatMap(({ path, body }) => (path === '/v1/events' ? (body['events'] as object[]) : []));
  return { ...test, runtime, errors, flags, asked, events };
}

function answerAll(fetched: Fetched): TestAnswer {
  if (fetched.path === '/v1/events') return json({ accepted: 1 }, 202);
  return resultsOf(fetched);
}

describe('reads of one turn', () => {
  it('of one user are one request: a thousand of a hundred keys', async () => {
    const { flags, fetched } = start();
    const reads = Array.from({ length: 1_000 }, (_, n) =>
      flags.value(`key-${n % 100}`, false, { id: 'user-7' }),
    );
    expect(new Set(await Promise.all(reads))).toEqual(new Set([true]));
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toMatchObject({ path: '/v1/variables', body: { user } });
    expect(fetched[0]!.body['keys']).toHaveLength(100);
  });

  it('have a hundred keys a request', async () => {
    const { flags, fetched } = start();
    await flags.values(
      Array.from({ length: 250 }, (_, n) => `key-${n}`),
      user,
    );
    expect(fetched.map(({ body }) => (body['keys'] as string[]).length)).toEqual([100, 100, 50]);
  });

  it('of users of the same content are one request, whatever the case of the key', async () => {
    const { flags, fetched } = start();
    const same = [
      { id: 'u', customData: { a: 1, b: 2 } },
      { customData: { b: 2, a: 1 }, id: 'u' },
    ];
    await Promise.all([
      ...same.map((each) => flags.value('Key', 0, each)),
      flags.value('key', 0, { id: 'v' }),
    ]);
    expect(fetched.map(({ body }) => body)).toEqual([
      { keys: ['key'], user: { id: 'u', custom_data: { a: 1, b: 2 } } },
      { keys: ['key'], user: { id: 'v' } },
    ]);
  });

  it('of the next turn are another request', async () => {
    const { flags, fetched } = start();
    await flags.value('a', false, user);
    await flags.value('a', false, user);
    expect(fetched).toHaveLength(2);
  });

  it('for one user remember results, and not failures', async () => {
    const { flags, fetched, answer } = start({}, () => json({}, 500));
    const own = flags.forUser(user);
    expect(await own.details('a', false)).toMatchObject({ value: false, error: 'not_loaded' });
    answer(answerAll);
    await own.value('a', false);
    await own.value('A', false);
    await own.values(['a', 'b']);
    expect(fetched.map(({ body }) => body['keys'])).toEqual([['a'], ['a'], ['b']]);
  });
});

describe('a read', () => {
  it('has the value and its details', async () => {
    const { flags } = start();
    expect(await flags.details('a', false, user)).toEqual({
      value: true,
      variation: 'on',
      reason: 'targeting_rule_matched',
      feature: 'f',
      isFallback: false,
      source: 'network',
    });
  });

  it('has the fallback for unknown variables and values of another type, which are reported once', async () => {
    const { flags, errors } = start({}, (fetched) =>
      resultsOf(fetched, (name) => (name === 'a' ? 'x' : undefined)),
    );
    for (const _ of [1, 2]) {
      expect(await flags.details('a', 1, user)).toMatchObject({ value: 1, error: 'type_mismatch' });
    }
    expect(await flags.details('b', 1, user)).toMatchObject({ value: 1, error: 'not_found' });
    expect(await flags.values(['a', 'b'], user)).toEqual({ a: 'x', b: null });
    expect(errors).toEqual([{ code: 'type_mismatch', message: expect.stringContaining('"a"') }]);
  });

  it('has the fallback for a user that is no JSON', async () => {
    const { flags, fetched, errors } = start();
    const wrong = { customData: { big: 1n as unknown as number } };
    expect(await flags.value('a', false, wrong)).toBe(false);
    expect([fetched.length, errors[0]?.code]).toEqual([0, 'user']);
  });

  it.each(['', 'null', '{"results":[]}', '{"results":{"a":{}}}', '{"results":{"a":null}}'])(
    'has the fallback for the answer %s',
    async (text) => {
      const headers = { 'Content-Type': 'application/json' };
      const { flags } = start({}, () => new Response(text, { headers }));
      expect(await flags.value('a', false, user)).toBe(false);
    },
  );

  it.each(['__proto__', 'constructor', 'toString', '10', ''])('takes the key %j', async (name) => {
    const { flags } = start({}, (fetched) => resultsOf(fetched, (each) => (each === 'a' ? true : undefined)));
    const read = await flags.forUser(user).values([name, 'a']);
    expect(Object.entries(read)).toContainEqual(['a', true]);
  });
});

describe('failures of evaluation', () => {
  it('in a row, five of them, open the circuit: fallbacks at once, then one probe', async () => {
    const { flags, fetched, runtime, answer } = start({}, () => json({}, 500));
    for (let n = 0; n < 5; n++) await flags.value('a', false, user);
    expect(fetched).toHaveLength(5);
    expect(await flags.details('a', false, user)).toMatchObject({ error: 'not_loaded' });
    expect(fetched).toHaveLength(5);
    runtime.advance(1_000);
    let respond = (_: Response) => {};
    answer(() => new Promise((resolve) => (respond = resolve)));
    const probe = flags.value('a', false, user);
    await turns();
    expect(await flags.value('a', false, { id: 'other' })).toBe(false);
    expect(fetched).toHaveLength(6);
    respond(resultsOf(fetched[5]!));
    expect(await probe).toBe(true);
    answer(answerAll);
    expect(await flags.value('a', false, user)).toBe(true);
  });

  it('of the time are fallbacks', async () => {
    const { flags, runtime } = start({ timeoutMs: 200 }, () => new Promise(() => {}));
    const read = flags.value('a', false, user);
    await runtime.pass(200);
    expect(await read).toBe(false);
  });

  it('by 401 are one error, and no request for ten minutes', async () => {
    const { flags, fetched, runtime, errors } = start({}, () => json({ error: 'No.' }, 401));
    for (let n = 0; n < 3; n++) await flags.value('a', false, user);
    await runtime.pass(10 * 60_000 - 1);
    await flags.value('a', false, user);
    expect([fetched.length, errors.length]).toEqual([1, 1]);
    runtime.advance(1);
    await flags.value('a', false, user);
    expect(fetched).toHaveLength(2);
  });

  it('by used up users concern this user until the next month', async () => {
    const refuse = () => json({ code: 'monthly_active_users_exceeded' }, 403);
    const { flags, asked, runtime, answer } = start({}, refuse);
    expect(await flags.value('a', false, user)).toBe(false);
    answer(answerAll);
    expect(await flags.value('a', false, { ...user, country: 'CA' })).toBe(false);
    expect(await flags.value('a', false, { id: 'another' })).toBe(true);
    expect(asked()).toHaveLength(2);
    runtime.advance(9 * 24 * 3_600_000);
    expect(await flags.value('a', false, user)).toBe(true);
  });
});

describe('an event', () => {
  it('has the variation that the user was served, and its trace, once', async () => {
    const { flags, events, asked } = start();
    await flags.value('a', false, user);
    flags.track('purchase', { ...user, country: 'CA' }, { variable: 'A', value: 7 });
    flags.track('purchase', user, { variable: 'a', occurredAt: new Date('2026-11-01T00:00:00Z') });
    expect(await flags.flush()).toBe(true);
    const common = { event: 'purchase', variable: 'a', variation: 'on', user, event_id: expect.any(String) };
    expect(events()).toEqual([
      { ...common, value: 7, occurred_at: '2026-11-22T12:00:00.000Z', evaluation_trace: 'trace of a' },
      { ...common, occurred_at: '2026-11-01T00:00:00.000Z' },
    ]);
    expect(asked()).toHaveLength(1);
  });

  it('of a variable that was not read has the variation that the user would get', async () => {
    const { flags, events } = start();
    flags.track('purchase', user, { variable: ['a', 'b'] });
    await flags.flush();
    expect(events()).toMatchObject([
      { variable: 'a', evaluation_trace: 'trace of a' },
      { variable: 'b', evaluation_trace: 'trace of b' },
    ]);
  });

  it('without a variable is of those that were read, twenty at most', async () => {
    const { flags, events } = start();
    const keys = Array.from({ length: 25 }, (_, n) => `key-${n}`);
    await flags.values(keys, user);
    flags.track('purchase', user);
    flags.track('purchase', { id: 'another' });
    await flags.flush();
    expect(events()).toHaveLength(20);
  });

  it('is not sent where nothing is served, nor when it is malformed', async () => {
    const { flags, events, errors } = start({}, (fetched) => resultsOf(fetched, () => undefined));
    flags.track('purchase', user, { variable: 'a' });
    flags.track(' ', user, { variable: 'a' });
    flags.track('purchase', user, { variable: 'a', value: Number.NaN });
    flags.track('purchase', user, { variable: 'a', occurredAt: new Date(Number.NaN) });
    expect(await flags.flush()).toBe(true);
    expect(events()).toEqual([]);
    expect(errors.map(({ code }) => code)).toEqual(['events', 'events', 'events']);
  });

  it.each([
    ['off', []],
    ['split', ['s']],
    ['all', ['s', 'a']],
  ] as const)('is the exposure of a first read, with exposures %s', async (exposures, variables) => {
    const { flags, events } = start({ exposures }, (fetched) => {
      if (fetched.path === '/v1/events') return json({}, 202);
      const result = (name: string) => ({
        key: name,
        value: name === 'off' ? null : true,
        variation: 'on',
        reason: 'targeting_rule_matched',
        feature: 'f',
        ...(name === 's' && { split: true }),
        evaluation_traces: [`trace of ${name}`],
      });
      return json({
        results: Object.fromEntries((fetched.body['keys'] as string[]).map((n) => [n, result(n)])),
      });
    });
    for (const _ of [1, 2]) {
      for (const name of ['s', 'a', 'off']) await flags.value(name, false, user);
      await flags.value('s', 'of another type', user);
    }
    await flags.flush();
    expect(events()).toMatchObject(variables.map((variable) => ({ event: 'exposure', variable, user })));
  });
});

describe('evaluations', () => {
  const evaluations = { version: 3, results: {} };

  it('are what the service answers', async () => {
    const { flags, fetched } = start({}, () => json(evaluations));
    expect(await flags.evaluations(user, { keys: ['A'] })).toEqual(evaluations);
    expect(await flags.evaluations(null)).toEqual(evaluations);
    expect(fetched.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/evaluations', { keys: ['a'], user }],
      ['/v1/evaluations', { user: {} }],
    ]);
  });

  it('are none when nobody can be asked', async () => {
    const { flags } = start({}, () => json({}, 500));
    expect(await flags.evaluations(user)).toEqual({ version: 0, results: {} });
  });
});

describe('the end', () => {
  it('sends what is left, and then gives fallbacks and asks nobody', async () => {
    const { flags, fetched, events } = start();
    flags.track('purchase', user, { variable: 'a' });
    await flags.close();
    expect(events()).toHaveLength(1);
    const before = fetched.length;
    flags.track('purchase', user, { variable: 'a' });
    expect(await flags.value('a', false, user)).toBe(false);
    expect(await flags.evaluations(user)).toEqual({ version: 0, results: {} });
    expect(await flags.flush()).toBe(true);
    expect(fetched).toHaveLength(before);
  });

  it('takes two seconds at most, and is reported if something is left', async () => {
    const { flags, runtime, errors } = start({}, (fetched) =>
      fetched.path === '/v1/events' ? new Promise(() => {}) : resultsOf(fetched),
    );
    await flags.value('a', false, user);
    flags.track('purchase', user, { variable: 'a' });
    const closed = flags.close();
    await turns();
    await runtime.pass(2_000);
    await closed;
    await flags.close();
    expect(errors).toEqual([{ code: 'events', message: expect.stringContaining('1 events') }]);
  });
});
