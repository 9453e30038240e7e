import type { User } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feature, createMessage, segment, toCountry, toSegment, type Message } from '../../test/fragments.ts';
import { anything, unreadableUsers } from '../../test/any-user.ts';
import { createTestFetch, json, answerVariables, url, type TestAnswer } from '../../test/test-fetch.ts';
import { beginning, createTestRuntime, turns } from '../../test/test-runtime.ts';
import type { BuntingError } from '../requests/reporter.ts';
import { createLocalClientIn } from './local-client.ts';
import type { LocalClientOptions } from './public-client.ts';

const key = 'c1a55e00-0000-8da7-8000-0000000000a3';
const canadian = { id: 'u', country: 'CA' };

/** Creates a local client that polls a service with this datafile. */
async function start(first: Message, options: LocalClientOptions = {}) {
  let message = first;
  const runtime = createTestRuntime();
  const test = createTestFetch((fetched): TestAnswer => {
    if (fetched.path.startsWith('/v1/datafile')) return json(message);
    if (fetched.path === '/v1/usage') return json({ monthly_active_users: {} }, 202);
    if (fetched.path === '/v1/events') return json({ accepted: 1 }, 202);
    return answerVariables(fetched);
  });
  const errors: BuntingError[] = [];
  const onError = (error: BuntingError) => void errors.push(error);
  const flags = createLocalClientIn(runtime, {
    url,
    key,
    stream: false,
    fetch: test.fetch,
    onError,
    ...options,
  });
  await flags.ready();
  async function change(next: Message): Promise<void> {
    message = next;
    await runtime.pass(30_000);
  }
  const events = () => test.fetched.flatMap(({ body }) => (body['events'] ?? []) as { event: string }[]);
  return { ...test, runtime, errors, flags, change, events };
}

const ruleOf = (parts: object) => ({
  targeting: { enabled: true, rules: [{ name: 'Some', any_of: [], serve: { variation: 'on' }, ...parts }] },
});
const at = (seconds: number) => new Date(beginning + seconds * 1_000).toISOString();
const half = { split: ['on', 'off'].map((variation) => ({ variation, weight: 50 })) };

describe('a value that is decided in the process', () => {
  it('follows the variable that a prerequisite names, also in time, and reports a change of it', async () => {
    const needs = ruleOf({});
    const targeting = { ...needs.targeting, prerequisites: [{ variable: 'a', variations: ['on'] }] };
    const dependent = feature('b', false, { targeting });
    const scheduled = feature('a', false, ruleOf({ schedule: { from: at(10) } }));
    const { flags, runtime, change } = await start(createMessage(1, [scheduled, dependent]));
    const changes: (readonly string[])[] = [];
    flags.on('change', (keys) => void changes.push(keys));
    expect(flags.value('b', false, canadian)).toBe(false);
    runtime.advance(10_000);
    expect(flags.value('b', false, canadian)).toBe(true);
    await change({
      ...createMessage(2, [feature('a', false, ruleOf({ serve: { variation: 'off' } }))]),
      since: 1,
    });
    expect(flags.value('b', false, canadian)).toBe(false);
    expect(changes).toEqual([['a', 'b']]);
  });

  it('changes when a schedule begins and ends, although nobody changes anything', async () => {
    const scheduled = ruleOf({ schedule: { from: at(10), to: at(20) } });
    const { flags, runtime } = await start(createMessage(1, [feature('a', false, scheduled)]));
    const values = [0, 10, 10].map((seconds) => {
      runtime.advance(seconds * 1_000);
      return flags.value('a', false, canadian);
    });
    expect(values).toEqual([false, true, false]);
  });

  it('changes while a rollout goes on', async () => {
    const stages = [
      { at: at(10), percentage: 0 },
      { at: at(20), percentage: 100 },
    ];
    const { flags, runtime } = await start(
      createMessage(1, [feature('a', false, ruleOf({ rollout: { stages } }))]),
    );
    expect(flags.value('a', false, canadian)).toBe(false);
    runtime.advance(20_000);
    expect(flags.value('a', false, canadian)).toBe(true);
  });

  it('is that of the present version, also for a user who was read before', async () => {
    const two = { ...toSegment('s'), variables: ['a', 'b'].map(variableOf), variations: variationsOfTwo };
    const both = feature('a', false, two);
    const { flags, change } = await start(createMessage(1, [both, segment('s', 'CA')]));
    const own = flags.forUser(canadian);
    expect([own.value('a', false), own.value('b', false)]).toEqual([true, true]);
    await change(createMessage(2, [segment('s', 'US')], 1));
    expect([own.value('a', true), own.value('b', true)]).toEqual([false, false]);
  });

  it('compares keys without case, and reports a value of another type once per key', async () => {
    const { flags, errors } = await start(createMessage(1, [feature('a', true)]));
    expect(flags.value('A', false, null)).toBe(true);
    for (let n = 0; n < 3; n++) expect(flags.value('a', 'text', null)).toBe('text');
    expect(flags.details('a', 'text', null)).toMatchObject({ error: 'type_mismatch', isFallback: true });
    expect(errors.map(({ code }) => code)).toEqual(['type_mismatch']);
  });

  it('is exposed where buckets decided, once a day for each user', async () => {
    const features = [feature('a', false, ruleOf({ serve: half })), feature('b', false, toCountry('CA'))];
    const { flags, runtime, events } = await start(createMessage(1, features), { exposures: 'split' });
    for (const id of ['u', 'u', 'v']) {
      for (const name of ['a', 'b']) flags.value(name, false, { id, country: 'CA' });
    }
    await flags.flush();
    expect(events()).toMatchObject(
      ['u', 'v'].map((id) => ({ event: 'exposure', variable: 'a', user: { id } })),
    );
    runtime.advance(24 * 3_600_000);
    flags.value('a', false, { id: 'u' });
    await flags.flush();
    expect(events()).toHaveLength(3);
  });
});

describe('a variable that the service decides', () => {
  it('is its last answer for the user, or the fallback until there is one', async () => {
    const { flags, fetched } = await start(createMessage(1, [feature('a', false)]), { remote: ['A'] });
    expect(flags.details('a', false, canadian)).toMatchObject({ value: false, error: 'not_loaded' });
    await turns();
    expect(flags.details('a', false, canadian)).toMatchObject({ value: true, source: 'network' });
    expect(fetched.filter(({ path }) => path === '/v1/variables')).toHaveLength(1);
  });
});

describe('whatever it is given', () => {
  it.each(unreadableUsers)(
    'a user whose %s throws gets fallbacks, which is reported',
    async (_name, user) => {
      const { flags, errors } = await start(createMessage(1, [feature('a', false, toCountry('CA'))]), {
        exposures: 'all',
      });
      const byUser = flags.forUser(user);
      byUser.track('order', { variable: 'a' });
      flags.track('order', user, { variable: 'a' });
      const read = [
        flags.value('a', false, user),
        flags.values(['a'], user),
        byUser.value('a', false),
        flags.evaluations(user).results,
      ];
      expect(read).toEqual([false, { a: null }, false, {}]);
      expect(await flags.flush()).toBe(true);
      expect(errors.map(({ code }) => code)).toEqual(['application']);
    },
  );
  it('throws nothing, and serves the fallback', async () => {
    // No text that is made up is one of these keys.
    const keys = ['checkout-layout', 'checkout-steps'] as const;
    const { flags } = await start(createMessage(1, [feature(keys[0], false, toCountry('CA'))]), {
      remote: [keys[1]],
      exposures: 'all',
    });
    await fc.assert(
      fc.asyncProperty(anything, anything, anything, async (given, fallback, someone) => {
        const user = someone as User;
        expect(flags.value(given as string, fallback as string, user)).toBe(fallback);
        for (const name of keys) flags.details(name, fallback as never, user);
        flags.values(given as string[], user);
        flags.evaluations(user, { keys: given as string[] });
        flags.track(given as string, user, { variable: given as string, value: fallback as number });
        await turns();
      }),
      { numRuns: 300 },
    );
    expect(typeof (await flags.flush())).toBe('boolean');
  });
});

const variableOf = (slug: string) => ({ id: `id of ${slug}`, slug, default_variation: 'off' });
const variationsOfTwo = ['off', 'on'].map((slug) => ({
  id: `id of ${slug}`,
  slug,
  values: [slug === 'on', slug === 'on'],
}));
