import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toCount, tellUsage, toUsage } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const minute = 60_000;
const hour = 60 * minute;
const at = (ms: number) => new Date(now + ms).toISOString();

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ now: () => now });
});
afterAll(() => app.stop());

const usage = (parts: object) => toUsage({ from: at(-10_000), until: at(0), ...parts });
const refused = async (parts: object) => {
  const { status, text } = await tellUsage(app.server, usage(parts));
  return [status, text];
};
const bad = (error: string) => [400, JSON.stringify({ error, code: 'invalid' })];
const accepted = async (parts: object) => {
  const { status } = await tellUsage(app.server, usage(parts));
  return status === 202;
};

describe('the period of a usage', () => {
  it.each(['from', 'until'])('needs "%s"', async (field) => {
    expect(await refused({ [field]: undefined })).toEqual(bad(`"${field}" field is required.`));
    expect(await refused({ [field]: null })).toEqual(bad(`"${field}" field is required.`));
  });

  it.each(['', 'yesterday', '2026-11-22', '2026-11-31T00:00:00Z', 1795348800000, true, {}, []])(
    'is not from or until %j',
    async (given) => {
      expect(await refused({ from: given })).toEqual(bad('"from" must be ISO-8601.'));
      expect(await refused({ until: given })).toEqual(bad('"until" must be ISO-8601.'));
    },
  );

  it('ends when it begins, or later', async () => {
    expect(await accepted({ from: at(-1), until: at(-1) })).toBe(true);
    expect(await refused({ from: at(-1), until: at(-2) })).toEqual(bad('"until" must not be before "from".'));
    expect(await accepted({ from: '2026-11-22T13:00:00+02:00', until: '2026-11-22T11:00:00Z' })).toBe(true);
  });

  it('has 24 hours at most', async () => {
    expect(await accepted({ from: at(-24 * hour), until: at(0) })).toBe(true);
    expect(await refused({ from: at(-24 * hour - 1), until: at(0) })).toEqual(
      bad('"until" must be at most 24 hours after "from".'),
    );
  });

  it('ends five minutes in the future at most, as clocks differ', async () => {
    expect(await accepted({ until: at(5 * minute) })).toBe(true);
    expect(await refused({ until: at(5 * minute + 1) })).toEqual(
      bad('"until" must be at most 5 minutes in the future.'),
    );
  });

  it('begins seven days ago at most', async () => {
    const week = 7 * 24 * hour;
    expect(await accepted({ from: at(-week), until: at(-week) })).toBe(true);
    expect(await refused({ from: at(-week - 1), until: at(-week) })).toEqual(
      bad('"from" must be at most 7 days ago.'),
    );
  });
});

describe('the users of a usage', () => {
  it.each([{}, 'a', 7, true])('are not %j', async (users) => {
    expect(await refused({ users })).toEqual(bad('"users" must be a list.'));
  });

  it('are a thousand at most', async () => {
    const users = Array.from({ length: 1_001 }, (_, n) => ({ id: `user-${n}` }));
    expect(await accepted({ users: users.slice(1) })).toBe(true);
    expect(await refused({ users })).toEqual([
      400,
      String.raw`{"error":"\"users\" must have at most 1000 entries.","code":"usage_too_large"}`,
    ]);
  });

  it.each([null, 'user-7', 7, [], [{ id: 'a' }]])('have no entry %j', async (user) => {
    expect(await refused({ users: [{ id: 'a' }, user] })).toEqual(bad('users[1] must be an object.'));
  });

  it.each([{}, { id: '' }, { id: null, email: '' }, { id: true }, { email: [7] }, { ID: 'a' }])(
    'have an id or an email, not %j',
    async (user) => {
      expect(await refused({ users: [user] })).toEqual(bad('users[0] must have an id or an email.'));
    },
  );

  it.each(['id', 'email'])('have an %s of 500 characters at most', async (field) => {
    expect(await accepted({ users: [{ [field]: '😀'.repeat(500) }] })).toBe(true);
    expect(await refused({ users: [{ [field]: '😀'.repeat(501) }] })).toEqual(
      bad(`users[0].${field} must be a string of at most 500 characters.`),
    );
  });

  it.each([0, 1, 'true', '', [], {}])('are or are not anonymous, not %j', async (anonymous) => {
    expect(await refused({ anonymous })).toEqual(bad('"anonymous" must be a boolean.'));
  });
});

describe('the evaluations of a usage', () => {
  const wrong = (parts: object) => refused({ evaluations: [toCount(), toCount(parts)] });

  it.each([{}, 'a', 7, true])('are not %j', async (evaluations) => {
    expect(await refused({ evaluations })).toEqual(bad('"evaluations" must be a list.'));
  });

  it('are a thousand at most', async () => {
    const evaluations = Array.from({ length: 1_001 }, () => toCount());
    expect(await accepted({ evaluations: evaluations.slice(1) })).toBe(true);
    expect(await refused({ evaluations })).toEqual([
      400,
      String.raw`{"error":"\"evaluations\" must have at most 1000 entries.","code":"usage_too_large"}`,
    ]);
  });

  it.each([null, 'a', 7, [], [toCount()]])('have no entry %j', async (evaluation) => {
    expect(await refused({ evaluations: [evaluation] })).toEqual(bad('evaluations[0] must be an object.'));
  });

  const notText = [undefined, null, '', ' ', 7, true, {}, []];

  it.each(notText)('have a variable, not %j', async (variable) => {
    expect(await wrong({ variable })).toEqual(bad('evaluations[1].variable is required.'));
  });

  it.each([7, true, {}, []])('have a variation or none, not %j', async (variation) => {
    expect(await wrong({ variation })).toEqual(bad('evaluations[1].variation must be a string or null.'));
  });

  it.each(notText)('have a reason, not %j', async (reason) => {
    expect(await wrong({ reason })).toEqual(bad('evaluations[1].reason is required.'));
  });

  it.each([
    'because',
    'DEFAULT',
    'Default_Variation',
    'feature_deleted',
    'feature_archived',
    '__proto__',
    'length',
  ])('have a reason of an evaluation, not %s', async (reason) => {
    expect(await wrong({ reason })).toEqual(bad('evaluations[1].reason must be a reason of an evaluation.'));
  });

  it.each([undefined, null, '1', '', true, -1, 0.5, 1_000_000_001, 1e300, {}, []])(
    'have a count, not %j',
    async (count) => {
      expect(await wrong({ count })).toEqual(
        bad('evaluations[1].count must be a whole number from 0 to 1000000000.'),
      );
    },
  );

  it('have a count from nothing to a thousand million', async () => {
    const evaluations = [toCount({ count: 0 }), toCount({ count: 1_000_000_000 })];
    expect(await accepted({ evaluations })).toBe(true);
  });

  it('are checked also where the variable is unknown', async () => {
    expect(await wrong({ variable: 'nobody-has-this', count: -1 })).toEqual(
      bad('evaluations[1].count must be a whole number from 0 to 1000000000.'),
    );
  });
});

describe('the order of errors', () => {
  /** The members in which a mistake is told, in order, with a mistake in each. */
  const mistakes: readonly (readonly [name: string, parts: object, error: string])[] = [
    ['from', { from: 'x' }, '"from" must be ISO-8601.'],
    ['until', { until: 'x' }, '"until" must be ISO-8601.'],
    ['users', { users: [{}] }, 'users[0] must have an id or an email.'],
    ['anonymous', { anonymous: 0 }, '"anonymous" must be a boolean.'],
    ['evaluations', { evaluations: [0] }, 'evaluations[0] must be an object.'],
  ];
  const pairs = mistakes.flatMap((first, i) =>
    mistakes.slice(i + 1).map((second) => [first[0], second[0], first, second] as const),
  );

  it.each(pairs)('%s comes before %s', async (_first, _second, first, second) => {
    expect(await refused({ ...second[1], ...first[1] })).toEqual(bad(first[2]));
  });

  const members: readonly (readonly [name: string, parts: object, error: string])[] = [
    ['variable', { variable: '' }, 'variable is required.'],
    ['variation', { variation: 7 }, 'variation must be a string or null.'],
    ['reason', { reason: 'x' }, 'reason must be a reason of an evaluation.'],
    ['count', { count: -1 }, 'count must be a whole number from 0 to 1000000000.'],
  ];
  const pairsOfMembers = members.flatMap((first, i) =>
    members.slice(i + 1).map((second) => [first[0], second[0], first, second] as const),
  );

  it.each(pairsOfMembers)('of an entry %s comes before %s', async (_first, _second, first, second) => {
    expect(await refused({ evaluations: [toCount({ ...second[1], ...first[1] })] })).toEqual(
      bad(`evaluations[0].${first[2]}`),
    );
  });

  it('puts the body before its shape, and the shape before the organisation', async () => {
    const textOf = async (body: object | string, key?: string) =>
      (await tellUsage(app.server, body, key)).text;
    expect(await textOf('{"from":')).toBe('{"error":"Invalid JSON."}');
    expect(await textOf('[]')).toBe('{"error":"Body must be a JSON object."}');
    expect(await textOf('')).toBe(JSON.stringify({ error: '"from" field is required.', code: 'invalid' }));
    expect(await textOf(usage({ users: 7 }), keys.datafileOfSuspended)).toContain('must be a list');
  });
});
