import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
let strict: RunningApp;
beforeAll(async () => {
  [app, strict] = await Promise.all([
    startApp({ limits: { maxEventsBatch: 3 } }),
    startApp({ limits: { maxEventsBatch: 3, ratePerMinute: 1 } }),
  ]);
});
afterAll(() => Promise.all([app.stop(), strict.stop()]));

/** One mistake in an event: the members that it changes, and those that must stay as they are. */
interface Mistake {
  readonly name: string;
  readonly parts: Record<string, unknown>;
  readonly error: string;
}

/** In the order of decisions §3. */
const mistakes: readonly Mistake[] = [
  { name: 'event', parts: { event: ' ' }, error: '.event is required.' },
  {
    name: 'long event',
    parts: { event: 'x'.repeat(201) },
    error: '.event must be a string of at most 200 characters.',
  },
  { name: 'variable', parts: { variable: ' ' }, error: '.variable is required.' },
  { name: 'variation', parts: { variation: ' ' }, error: '.variation is required.' },
  {
    name: 'unknown variable',
    parts: { variable: 'nothing' },
    error: '.variable resolves to unknown variable.',
  },
  {
    name: 'undefined variation',
    parts: { variation: 'none' },
    error: '.variation is not defined on feature.',
  },
  { name: 'user', parts: { user: 'x' }, error: '.user must be an object.' },
  {
    name: 'long id',
    parts: { user: { id: 'x'.repeat(501), email: 'x'.repeat(501) } },
    error: '.user.id must be a string of at most 500 characters.',
  },
  {
    name: 'long email',
    parts: { user: { id: 'x', email: 'x'.repeat(501), custom_data: { x: 'x'.repeat(16_384) } } },
    error: '.user.email must be a string of at most 500 characters.',
  },
  {
    name: 'large user',
    parts: { user: { id: 'x', custom_data: { x: 'x'.repeat(16_384) } } },
    error: '.user must have at most 16384 bytes as JSON.',
  },
  { name: 'value', parts: { value: 'x' }, error: '.value must be numeric when set.' },
  { name: 'occurred_at', parts: { occurred_at: 'x' }, error: '.occurred_at must be ISO-8601 when set.' },
  {
    name: 'event_id',
    parts: { event_id: 7 },
    error: '.event_id must be a string of at most 200 characters.',
  },
];

/** Every two mistakes that one event can make, the earlier one first. */
const pairs = mistakes.flatMap((first, n) =>
  mistakes
    .slice(n + 1)
    .filter(({ parts }) => !Object.keys(parts).some((member) => member in first.parts))
    .map((second) => [first.name, second.name, first, second] as const),
);

describe('two mistakes in one event (decisions §3)', () => {
  it('are tried in all pairs, except those that use the same member', () => {
    // Two of variable, two of variation, two of event, and four of user, which make six pairs.
    expect(pairs).toHaveLength((mistakes.length * (mistakes.length - 1)) / 2 - 9);
  });

  it.each(pairs)('%s comes before %s', async (_first, _second, first, second) => {
    const { status, text } = await ingest(app.server, [toEvent({ ...second.parts, ...first.parts })]);
    expect([status, text]).toEqual([400, JSON.stringify({ error: `events[0]${first.error}` })]);
  });

  it.each(mistakes.map((mistake) => [mistake.name, mistake] as const))(
    'no object comes before %s of the next event, and after that of the one before',
    async (_, { parts, error }) => {
      const before = await ingest(app.server, ['no object', toEvent(parts)]);
      const after = await ingest(app.server, [toEvent(parts), 'no object']);
      expect([before.text, after.text]).toEqual([
        '{"error":"events[0] must be an object."}',
        JSON.stringify({ error: `events[0]${error}` }),
      ]);
    },
  );

  it('the last mistake of an event comes before the first of the next', async () => {
    const { text } = await ingest(app.server, [toEvent(), toEvent({ event_id: 7 }), toEvent({ event: '' })]);
    expect(text).toBe('{"error":"events[1].event_id must be a string of at most 200 characters."}');
  });
});

describe('the order of checks (decisions §1.4, contract §4.3 rule 2)', () => {
  const wrong = [toEvent({ event: '' })];
  const many = [1, 2, 3, 4].map((n) => toEvent({ user: { id: `user-${n}` } }));
  const wrongKey = 'c1a55e00-0000-4000-8000-00000000ffff';

  it('puts the method before the key, and the key before the body', async () => {
    expect((await request(app.server).get('/v1/events')).status).toBe(405);
    expect((await ingest(app.server, { body: '{' }, wrongKey)).status).toBe(401);
  });

  it('puts the body before its shape, and the shape before the events', async () => {
    expect((await ingest(app.server, { body: '{"events":' })).text).toContain('Invalid JSON.');
    expect((await ingest(app.server, { body: '{"events":{"0":7}}' })).text).toContain('must be a list.');
  });

  it('puts the events before the status of the organisation', async () => {
    expect((await ingest(app.server, wrong, keys.suspended)).status).toBe(400);
    expect((await ingest(app.server, [toEvent()], keys.suspended)).status).toBe(403);
  });

  it('puts the events before their number', async () => {
    const { text } = await ingest(app.server, [...many, ...wrong]);
    expect(text).toBe('{"error":"events[4].event is required."}');
  });

  it('puts the status before the number of events', async () => {
    expect((await ingest(app.server, many, keys.suspended)).body).toMatchObject({
      code: 'organisation_suspended',
    });
  });

  it('puts the number of events before the monthly active users', async () => {
    expect((await ingest(app.server, many, keys.twoUsers)).body).toEqual({
      error: 'Too many events: the maximum is 3 per request.',
      code: 'events_batch_too_large',
    });
  });

  it('puts the events before the rate limit, without using a token, and the rate limit before the number of events', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await ingest(strict.server, wrong, keys.fewRequests)).status).toBe(400);
    }
    expect((await ingest(strict.server, [toEvent()], keys.fewRequests)).status).toBe(202);
    expect((await ingest(strict.server, many, keys.fewRequests)).body).toMatchObject({
      code: 'rate_limit_exceeded',
    });
    expect((await ingest(strict.server, wrong, keys.fewRequests)).status).toBe(400);
  });

  it('puts the status before the rate limit', async () => {
    for (let i = 0; i < 3; i++) {
      expect((await ingest(strict.server, [], keys.suspended)).status).toBe(403);
    }
  });

  it('puts the rate limit before the monthly active users', async () => {
    const users = ['a', 'b', 'c'].map((id) => toEvent({ user: { id } }));
    expect((await ingest(strict.server, users, keys.twoUsers)).status).toBe(403);
    expect((await ingest(strict.server, users, keys.twoUsers)).status).toBe(429);
  });
});
