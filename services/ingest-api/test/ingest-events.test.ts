import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readMetric } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_receipt, event_batch'));

const send = (...events: unknown[]) => ingest(app.server, events);
describe('POST /v1/events', () => {
  it('stores an event with all its members', async () => {
    const { status, text, headers } = await send(
      toEvent({
        user: { id: 'user-1', email: 'Ada@Acme.example', custom_data: { plan: 'gold' } },
        value: 12.5,
        occurred_at: '2026-11-20T23:30:00.250+01:00',
        event_id: 'order-1',
      }),
    );
    expect([status, text]).toEqual([202, '{"accepted":1}']);
    expect(headers['content-type']).toBe('application/json');
    expect(await app.storedEvents()).toEqual([
      {
        id: expect.stringMatching(
          /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{7}00000$/,
        ),
        environment: 'production',
        variable: 'checkout-enabled',
        variation: 'on',
        event: 'purchase',
        user_key: 'user-1',
        value: 12.5,
        occurred_at: new Date('2026-11-20T22:30:00.250Z'),
        event_id: 'order-1',
        evaluation_trace_verified: false,
      },
    ]);
  });

  it('stores an event that has only the required members, with the present time', async () => {
    const before = Date.now();
    expect((await send(toEvent())).body).toEqual({ accepted: 1 });
    const [stored] = await app.storedEvents();
    expect(stored).toMatchObject({ user_key: null, value: null, event_id: null });
    expect(stored!.occurred_at.getTime()).toBeGreaterThanOrEqual(before);
    expect(stored!.occurred_at.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('treats null as not set', async () => {
    const nothing = { user: null, value: null, occurred_at: null, event_id: null, evaluation_trace: null };
    expect((await send(toEvent(nothing), toEvent({ user: {} }))).body).toEqual({ accepted: 2 });
    const stored = await app.storedEvents();
    expect(stored.map((event) => [event.user_key, event.value, event.event_id])).toEqual([
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('keeps the order of a request in the ids', async () => {
    const events = Array.from({ length: 300 }, (_, n) => toEvent({ event: `event-${n}` }));
    expect((await send(...events)).body).toEqual({ accepted: 300 });
    const stored = await app.storedEvents();
    expect(stored.map(({ event }) => event)).toEqual(events.map((_, n) => `event-${n}`));
  });

  it('notes the batch of each request, first and last id', async () => {
    await send(toEvent(), toEvent(), toEvent());
    await send(toEvent());
    const stored = await app.storedEvents();
    const { rows } = await app.pool.query('SELECT * FROM event_batch ORDER BY first_id');
    const { rows: environments } = await app.pool.query('SELECT DISTINCT environment_id FROM stored_event');
    expect(rows).toEqual([
      { first_id: stored[0]!.id, last_id: stored[2]!.id, ...environments[0] },
      { first_id: stored[3]!.id, last_id: stored[3]!.id, ...environments[0] },
    ]);
  });

  it('answers accepted 0 to no events', async () => {
    const { status, text } = await send();
    expect([status, text]).toEqual([202, '{"accepted":0}']);
  });

  it('finds the variable in any case, the variation exactly', async () => {
    expect((await send(toEvent({ variable: 'Checkout-ENABLED' }))).status).toBe(202);
    expect((await send(toEvent({ variation: 'ON' }))).status).toBe(400);
    expect(await app.storedEvents()).toMatchObject([{ variable: 'checkout-enabled', variation: 'on' }]);
  });

  it('accepts events of complete and archived features, because clients may be late', async () => {
    const { body } = await send(toEvent({ variable: 'finished' }), toEvent({ variable: 'archived' }));
    expect(body).toEqual({ accepted: 2 });
  });

  it('counts a number as its text, and an e-mail address in lower case where there is no id', async () => {
    await send(
      toEvent({ user: { id: 7 } }),
      toEvent({ user: { id: '', email: 'Ada@Acme.example' } }),
      toEvent({ user: { id: true, email: 5 } }),
      toEvent({ user: { id: true, email: {} } }),
    );
    expect((await app.storedEvents()).map(({ user_key }) => user_key)).toEqual([
      '7',
      'ada@acme.example',
      '5',
      null,
    ]);
  });

  it.each([0, -1, 1e308, 5e-324, 0.1])('stores the value %d', async (value) => {
    await send(toEvent({ value }));
    expect((await app.storedEvents())[0]!.value).toBe(value);
  });

  it.each([
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00', '2026-11-21T09:00:00.000Z'],
    ['20261121T0900', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00.123456-0330', '2026-11-21T12:30:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['+010000-01-01T00:00:00.000Z', '10000-01-01T00:00:00.000Z'],
    ['+275760-09-13T00:00:00.000Z', '275760-09-13T00:00:00.000Z'],
  ])('reads %s as %s', async (given, stored) => {
    expect((await send(toEvent({ occurred_at: given }))).status).toBe(202);
    const { rows } = await app.pool.query<{ at: string }>(
      `SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at FROM stored_event`,
    );
    expect(rows).toEqual([{ at: stored }]);
  });

  it.each([
    ['0000-12-31T00:00:00Z', '0001-12-31 BC'],
    ['-000001-01-01T00:00:00.000Z', '0002-01-01 BC'],
    ['-004713-11-24T00:00:00.000Z', '4714-11-24 BC'],
  ])('reads %s as %s', async (given, stored) => {
    expect((await send(toEvent({ occurred_at: given }))).status).toBe(202);
    const { rows } = await app.pool.query<{ at: string }>(
      `SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD BC') AS at FROM stored_event`,
    );
    expect(rows).toEqual([{ at: stored }]);
  });

  it.each(['-004713-11-23T23:59:59.999Z', '-271821-04-20T00:00:00.000Z', '+275760-09-13T00:00:00.001Z'])(
    'refuses %s, which cannot be stored',
    async (occurred_at) => {
      const { status, body } = await send(toEvent({ occurred_at }));
      expect([status, body]).toEqual([400, { error: 'events[0].occurred_at must be ISO-8601 when set.' }]);
    },
  );

  it('counts events of far ahead and of long ago, which it stores like all others', async () => {
    const now = Date.now();
    const at = (days: number) =>
      toEvent({ occurred_at: new Date(now + days * 24 * 60 * 60 * 1000).toISOString() });
    const countOf = async (time: string) => {
      const { text } = await request(app.server).get('/metrics');
      return readMetric(text, `bunting_event_time_outliers_total{time="${time}"}`) || 0; // NaN = none yet
    };
    const before = [await countOf('ahead'), await countOf('expired')];
    const { body } = await send(at(0), at(0.9), at(1.1), at(400), at(-29), at(-31), toEvent());
    expect(body).toEqual({ accepted: 7 });
    expect([await countOf('ahead'), await countOf('expired')]).toEqual([before[0]! + 2, before[1]! + 1]);
  });

  it('stores text of every kind', async () => {
    const odd = 'tab\t, line\n, \\N, "quotes", ünïcödé 世界 😀';
    await send(toEvent({ event: odd, user: { id: odd }, event_id: odd }));
    expect(await app.storedEvents()).toMatchObject([{ event: odd, user_key: odd, event_id: odd }]);
  });

  it('writes characters that PostgreSQL cannot store as U+FFFD and their code', async () => {
    const [given, stored] = ['a\0b\ud800c', 'a\u{fffd}0000b\u{fffd}d800c'];
    const { body } = await send(toEvent({ event: given, user: { id: given }, event_id: given }));
    expect(body).toEqual({ accepted: 1 });
    expect(await app.storedEvents()).toMatchObject([{ event: stored, user_key: stored, event_id: stored }]);
  });

  it('takes a body that is compressed', async () => {
    const { body } = await request(app.server)
      .post('/v1/events')
      .set('X-API-Key', keys.production)
      .set('Content-Encoding', 'gzip')
      .serialize((given: unknown) => given as string)
      .send(gzipSync(JSON.stringify({ events: [toEvent(), toEvent()] })));
    expect(body).toEqual({ accepted: 2 });
  });

  it('stores nothing when any event is invalid', async () => {
    const { status } = await send(toEvent(), toEvent(), toEvent({ value: 'x' }));
    expect(status).toBe(400);
    expect(await app.storedEvents()).toEqual([]);
  });
});
