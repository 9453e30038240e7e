import { describe, expect, it } from '@jest/globals';
import type { Evaluation } from '@bunting/evaluator';
import { createTestFetch, json, url, type Fetched, type TestAnswer } from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createReporter, type BuntingError } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import { createUsage } from './usage.ts';
import { maxUsers } from './usage-users.ts';

const evaluationOf = (key: string, parts: Partial<Evaluation> = {}) =>
  ({ key, variation: 'on', reason: 'default_variation', variableId: 'id', ...parts }) as Evaluation;
const counted = (isExceeded = false) =>
  json({ monthly_active_users: { used: 1, cap: 1, exceeded: isExceeded } }, 202);
const a = evaluationOf('a');

function start(respond: (fetched: Fetched) => TestAnswer = () => counted()) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  const errors: BuntingError[] = [];
  const reporter = createReporter(runtime, (error) => void errors.push(error));
  const requester = createRequester({ url, key: 'key', fetch: test.fetch }, runtime);
  const usage = createUsage({
    requester,
    gate: createRequestGate(runtime, createKeyRefusal()),
    runtime,
    reporter,
  });
  const bodies = () => test.fetched.map(({ body }) => body);
  return { ...test, runtime, errors, usage, bodies };
}

const countOf = (variable: string, count: number) => ({
  variable,
  variation: 'on',
  reason: 'default_variation',
  count,
});

describe('usage', () => {
  it('is sent ten seconds after the first evaluation, with what was counted in between', async () => {
    const { usage, runtime, bodies } = start();
    usage.count(a, 'u', undefined);
    runtime.advance(5_000);
    usage.count(a, 'u', undefined);
    usage.count(evaluationOf('a'), undefined, 'Jane@Example.com');
    usage.count(evaluationOf('b', { variation: null, reason: 'targeting_disabled' }), undefined, undefined);
    await runtime.pass(5_000);
    expect(bodies()).toEqual([
      {
        from: '2026-11-22T12:00:00.000Z',
        until: '2026-11-22T12:00:10.000Z',
        users: [{ id: 'u' }, { email: 'Jane@Example.com' }],
        anonymous: true,
        evaluations: [
          countOf('a', 3),
          { variable: 'b', variation: null, reason: 'targeting_disabled', count: 1 },
        ],
      },
    ]);
  });

  it('is not sent where nothing was evaluated', async () => {
    const { usage, runtime, bodies } = start();
    await runtime.pass(60_000);
    await usage.flush();
    expect(bodies()).toEqual([]);
  });

  it('says each user once a month', async () => {
    const { usage, runtime, bodies } = start();
    const say = async () => {
      usage.count(a, 'u', undefined);
      usage.count(a, undefined, 'e');
      usage.count(a, undefined, 'E');
      await runtime.pass(10_000);
    };
    await say();
    await say();
    await runtime.pass(9 * 24 * 3_600_000);
    await say();
    const both = [{ id: 'u' }, { email: 'e' }];
    expect(bodies().map(({ users }) => users)).toEqual([both, [], both]);
  });

  it('does not count variables that do not exist, nor users whom the service would refuse', async () => {
    const { usage, bodies } = start();
    usage.count(evaluationOf('a', { variableId: null }), 'u', undefined);
    usage.count(a, 'x'.repeat(501), undefined);
    await usage.flush();
    expect(bodies()).toMatchObject([
      { users: [{ id: 'u' }], anonymous: false, evaluations: [countOf('a', 1)] },
    ]);
  });

  it('has a thousand users and a thousand results a request', async () => {
    const { usage, bodies } = start();
    for (let n = 0; n < 2_500; n++) usage.count(evaluationOf(`key-${n % 1_200}`), `user-${n}`, undefined);
    await usage.flush();
    const lengths = bodies().map(({ users, evaluations }) => [
      (users as object[]).length,
      (evaluations as object[]).length,
    ]);
    expect(lengths).toEqual([
      [1_000, 1_000],
      [1_000, 200],
      [500, 0],
    ]);
  });

  it('remembers a hundred thousand users', async () => {
    const { usage, bodies } = start();
    for (let n = 0; n <= maxUsers; n++) usage.count(a, `${n}`, undefined);
    await usage.flush();
    usage.count(a, `${maxUsers}`, undefined);
    usage.count(a, '0', undefined);
    await usage.flush();
    expect(bodies().at(-1)!['users']).toEqual([{ id: `${maxUsers}` }, { id: '0' }]);
  });

  it.each([
    ['429', () => json({}, 429), true],
    ['503', () => json({}, 503), true],
    ['401', () => json({}, 401), true],
    ['500', () => json({}, 500), false],
    ['a broken connection', () => new TypeError('fetch failed'), false],
  ])(
    'after %s says the users again, and counts only where they cannot have been counted',
    async (_, fail, again) => {
      const { usage, runtime, bodies, answer } = start(fail);
      usage.count(a, 'u', undefined);
      usage.count(a, undefined, undefined);
      await runtime.pass(10_000);
      answer(() => counted());
      for (let n = 0; n < 70; n++) await runtime.pass(10_000);
      expect(bodies()).toHaveLength(2);
      expect(bodies()[1]).toMatchObject({
        from: '2026-11-22T12:00:00.000Z',
        users: [{ id: 'u' }],
        anonymous: true,
        evaluations: again ? [countOf('a', 2)] : [],
      });
    },
  );

  it('is of a day at most', async () => {
    const { usage, runtime, bodies, answer } = start(() => json({}, 503));
    usage.count(a, 'u', undefined);
    await runtime.pass(10_000);
    answer(() => new Promise(() => {}));
    for (let hour = 0; hour < 30; hour++) await runtime.pass(3_600_000);
    const { from, until } = bodies().at(-1)! as { from: string; until: string };
    expect(Date.parse(until) - Date.parse(from)).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('beyond the plan is reported once a day', async () => {
    const { usage, runtime, errors } = start(() => counted(true));
    for (let n = 0; n < 10; n++) {
      usage.count(a, `${n}`, undefined);
      await runtime.pass(10_000);
      await runtime.pass(6 * 3_600_000);
    }
    await turns();
    expect(errors.map(({ code }) => code)).toEqual(['over_cap', 'over_cap', 'over_cap']);
  });
});
