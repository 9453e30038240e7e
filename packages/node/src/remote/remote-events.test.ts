import { describe, expect, it } from '@jest/globals';
import { startServerClient as start, user } from '../../test/start-server-client.ts';
import { json, answerVariables } from '../../test/test-fetch.ts';

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
    const { flags, events, errors } = start({}, (fetched) => answerVariables(fetched, () => undefined));
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
