import type { User } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anything, unreadableUsers } from '../../test/any-user.ts';
import { answerAll, startServerClient as start, user } from '../../test/start-server-client.ts';
import { json, answerVariables } from '../../test/test-fetch.ts';
import { turns } from '../../test/test-runtime.ts';

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
      answerVariables(fetched, (name) => (name === 'a' ? 'x' : undefined)),
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
    expect([fetched.length, errors[0]?.code]).toEqual([0, 'application']);
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
    const { flags } = start({}, (fetched) =>
      answerVariables(fetched, (each) => (each === 'a' ? true : undefined)),
    );
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
    let respond: (response: Response) => void = () => {};
    answer(() => new Promise((resolve) => (respond = resolve)));
    const probe = flags.value('a', false, user);
    await turns();
    expect(await flags.value('a', false, { id: 'other' })).toBe(false);
    expect(fetched).toHaveLength(6);
    respond(answerVariables(fetched[5]!));
    expect(await probe).toBe(true);
    answer(answerAll);
    expect(await flags.value('a', false, user)).toBe(true);
  });

  it('of the time are fallbacks', async () => {
    const { flags, runtime } = start({ timeoutMs: 200 }, () => new Promise(() => {}));
    const read = flags.value('a', false, user);
    await turns();
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

describe('evaluations', () => {
  const evaluations = { version: 3, results: {} };

  it('are what the service answers', async () => {
    const { flags, fetched } = start({}, () => json(evaluations));
    expect(await flags.evaluations(user, { keys: ['A'] })).toEqual({
      user_hash: '1803814247.6',
      ...evaluations,
    });
    expect(await flags.evaluations(null)).toMatchObject(evaluations);
    expect(fetched.map(({ path, body }) => [path, body])).toEqual([
      ['/v1/evaluations', { keys: ['a'], user }],
      ['/v1/evaluations', { user: {} }],
    ]);
  });

  it('that are rejected are reported, even after a rejected read', async () => {
    const { flags, errors } = start({}, () => json({ error: 'Bad.' }, 400));
    for (const _ of [1, 2]) {
      await flags.value('a', false, user);
      await flags.evaluations(user);
    }
    expect(errors.map(({ message }) => message)).toEqual([
      "Couldn't load flags: Bunting rejected the request. Bad.",
      "Couldn't load evaluations: Bunting rejected the request. Bad.",
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
      fetched.path === '/v1/events' ? new Promise(() => {}) : answerVariables(fetched),
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

describe('whatever it is given', () => {
  it.each(unreadableUsers)(
    'a user whose %s throws gets fallbacks, which is reported',
    async (_name, user) => {
      const { flags, fetched, errors } = start({ exposures: 'all' });
      flags.track('order', user, { variable: 'a' });
      const read = [flags.value('a', 1, user), flags.values(['a'], user), flags.forUser(user).value('a', 2)];
      expect(await Promise.all(read)).toEqual([1, { a: null }, 2]);
      expect([fetched.length, errors.map(({ code }) => code)]).toEqual([0, ['application']]);
    },
  );
  it('throws and rejects nothing, and serves the fallback', async () => {
    const { flags } = start({ exposures: 'all' });
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (given, fallback, someone) => {
        const of = someone as User;
        const reads = [
          flags.value(given as string, fallback as never, of),
          flags.details('a', fallback as never, of),
          flags.values(given as string[], of),
          flags.evaluations(of, { keys: given as string[] }),
        ];
        flags.track(given as string, of, { variable: given as string, value: fallback as number });
        expect(await Promise.all(reads)).toHaveLength(4);
      }),
      { numRuns: 300 },
    );
    expect(typeof (await flags.flush())).toBe('boolean');
  });
});
