import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const send = (...events: unknown[]) => ingest(app.server, events);
const refused = async (event: unknown) => {
  const { status, text } = await send(event);
  return [status, text];
};
const bad = (error: string) => [400, JSON.stringify({ error })];

describe('errors (contract §7.4)', () => {
  it('says that the field is required', async () => {
    const { status, text } = await ingest(app.server, { body: {} });
    expect([status, text]).toEqual(bad('"events" field is required.'));
  });

  it.each(['null', '{}', '"events"', '7', 'true'])('says that %s is no list', async (events) => {
    const { status, text } = await ingest(app.server, { body: `{"events":${events}}` });
    expect([status, text]).toEqual(bad('"events" must be a list.'));
  });

  it.each([null, 'purchase', 7, true, [], [toEvent()]])('says that %j is no object', async (event) => {
    expect(await refused(event)).toEqual(bad('events[0] must be an object.'));
  });

  const notText = [undefined, null, '', '   ', '\t\n', 7, true, {}, []];

  it.each(notText)('says that the event is required: %j', async (event) => {
    expect(await refused(toEvent({ event }))).toEqual(bad('events[0].event is required.'));
  });

  it.each(notText)('says that the variable is required: %j', async (variable) => {
    expect(await refused(toEvent({ variable }))).toEqual(bad('events[0].variable is required.'));
  });

  it.each(notText)('says that the variation is required: %j', async (variation) => {
    expect(await refused(toEvent({ variation }))).toEqual(bad('events[0].variation is required.'));
  });

  it.each(['nothing', 'deleted', 'gates', 'checkout', '__proto__', 'constructor'])(
    'says that the variable is unknown: %s',
    async (variable) => {
      expect(await refused(toEvent({ variable }))).toEqual(
        bad('events[0].variable resolves to unknown variable.'),
      );
    },
  );

  it.each(['plain', 'nothing', '__proto__', 'toString'])(
    'says that the variation is not defined: %s',
    async (variation) => {
      expect(await refused(toEvent({ variation }))).toEqual(
        bad('events[0].variation is not defined on feature.'),
      );
    },
  );

  it.each(['user-1', 7, true, false, 0, '', []])('says that the user is no object: %j', async (user) => {
    expect(await refused(toEvent({ user }))).toEqual(bad('events[0].user must be an object.'));
  });

  it.each(['"12"', 'true', 'false', '""', '{}', '[]', '1e400', '-1e400'])(
    'says that the value is not numeric: %s',
    async (value) => {
      const event = JSON.stringify(toEvent()).replace('}', `,"value":${value}}`);
      const { status, text } = await ingest(app.server, { body: `{"events":[${event}]}` });
      expect([status, text]).toEqual(bad('events[0].value must be numeric when set.'));
    },
  );

  it.each([
    'yesterday',
    '',
    '2026-11-21',
    '2026-02-30T00:00:00Z',
    '2026-11-21T24:00:01Z',
    '2026-11-21 09:00:00Z',
    '21/11/2026 09:00',
    '1795251600',
    1795251600,
    true,
    {},
  ])('says that the time is not ISO 8601: %j', async (occurred_at) => {
    expect(await refused(toEvent({ occurred_at }))).toEqual(
      bad('events[0].occurred_at must be ISO-8601 when set.'),
    );
  });

  it.each(['e'.repeat(201), '😀'.repeat(201), 'e'.repeat(5_000), 7, true, {}, []])(
    'says that the event_id is too long or no string: %j',
    async (event_id) => {
      expect(await refused(toEvent({ event_id }))).toEqual(
        bad('events[0].event_id must be a string of at most 200 characters.'),
      );
    },
  );

  it.each(['e'.repeat(200), '😀'.repeat(200)])('accepts an event_id of 200 characters', async (event_id) => {
    expect((await send(toEvent({ event_id }))).status).toBe(202);
    expect((await app.storedEvents()).at(-1)).toMatchObject({ event_id });
  });

  it('names the event by its index', async () => {
    const { text } = await send(toEvent(), toEvent(), toEvent({ event: '' }), toEvent({ variable: '' }));
    expect(text).toBe('{"error":"events[2].event is required."}');
  });

  it.each([
    ['missing', undefined],
    ['empty', ''],
    ['not a UUID', 'production'],
    ['unknown', 'c1a55e00-0000-4000-8000-00000000ffff'],
  ])('answers 401 to a key that is %s', async (_, key) => {
    const sending = request(app.server).post('/v1/events');
    if (key !== undefined) sending.set('X-API-Key', key);
    const { status, text } = await sending.send({ events: [] });
    expect([status, text]).toEqual([401, '{"error":"Invalid or missing API key."}']);
  });

  it('says that the body is no JSON, or no object', async () => {
    const unparseable = await ingest(app.server, { body: '{"events":' });
    const list = await ingest(app.server, { body: '[]' });
    expect([unparseable.text, list.text]).toEqual([
      '{"error":"Invalid JSON."}',
      '{"error":"Body must be a JSON object."}',
    ]);
  });

  it('reads an empty body as an object without events', async () => {
    const { text } = await ingest(app.server, { body: '' });
    expect(text).toBe(JSON.stringify({ error: '"events" field is required.' }));
  });

  it('answers 413 to a body over the limit', async () => {
    const { status, text } = await send(toEvent({ filling: 'x'.repeat(2 * 1024 * 1024) }));
    expect([status, text]).toEqual([413, '{"error":"The body is too large.","code":"body_too_large"}']);
  });

  it.each(['get', 'put', 'patch', 'delete', 'options'] as const)('answers 405 to %s', async (method) => {
    const { status, text, headers } = await request(app.server)[method]('/v1/events');
    expect([status, text, headers['allow']]).toEqual([405, '{"error":"Method not allowed."}', 'POST']);
  });

  it.each(['/v1/events/', '/v1/events/1', '/v1/Events', '/v1/variables'])(
    'answers 404 to %s',
    async (path) => {
      const { status, text } = await request(app.server)
        .post(path)
        .set('X-API-Key', keys.production)
        .send({});
      expect([status, text]).toEqual([404, '{"error":"Not found.","code":"route_not_found"}']);
    },
  );
});
