import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { dueChannel, eventKinds, parseDueMessage } from '@bunting/webhooks';
import { newId } from '@bunting/database';
import { until } from '@bunting/testing';
import { Redis } from 'ioredis';
import request from 'supertest';
import { acmeToken, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
let subscriber: Redis;
const announced: string[] = [];
beforeAll(async () => {
  app = await startApp({
    document: organisations,
    webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
  });
  subscriber = new Redis(app.redisUrl);
  subscriber.on('message', (_, message) => announced.push(...parseDueMessage(message).map(({ id }) => id)));
  await subscriber.subscribe(dueChannel);
});
afterAll(async () => {
  subscriber.disconnect();
  await app.stop();
});

const organisation = '/settings/v1/organisations/acme';
const token = { Authorization: `Bearer ${acmeToken}` };
const get = (path: string) => request(app.server).get(`${organisation}${path}`).set(token);
const post = (path: string, body: object = {}) =>
  request(app.server).post(`${organisation}${path}`).set(token).send(body);
const patch = (path: string, body: object) =>
  request(app.server).patch(`${organisation}${path}`).set(token).send(body);

let endpoint: string;
beforeEach(async () => {
  await app.pool.query('DELETE FROM webhook_endpoint');
  const body = { url: 'https://hooks.example.com/', events: ['*'] };
  const made = await post('/webhook-endpoints', body).expect(201);
  endpoint = `/webhook-endpoints/${made.body.id}`;
  announced.length = 0;
});

/** Makes a change that is delivered to the endpoint. */
async function change(name: string): Promise<void> {
  await patch('/projects/web/features/checkout', { name }).expect(200);
}

/** Stores what the dispatcher writes when all seven attempts failed. */
async function failAll(): Promise<void> {
  await app.pool.query(
    `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now(), attempt_count = 7,
       last_attempt_at = now()`,
  );
  for (const { id } of (await app.pool.query<{ id: string }>('SELECT id FROM webhook_delivery')).rows) {
    await app.pool.query(
      `INSERT INTO webhook_attempt (id, webhook_delivery_id, number, started_at, duration_ms, succeeded, error)
       VALUES ($1, $2, 7, now(), 5000, false, 'No complete response within 5 seconds.')`,
      [newId(), id],
    );
  }
}

const list = async (query = '') =>
  (await get(`${endpoint}/deliveries${query}`).expect(200)).body as {
    items: { id: string; status: string; type: string; next_attempt_at: string | null }[];
    next_cursor: string | null;
  };
const announcementsOf = async (ids: string[]) => {
  await until(() => announced.length >= ids.length);
  expect(announced.toSorted()).toEqual(ids.toSorted());
};

describe('deliveries', () => {
  it('of a change made here are written and announced', async () => {
    await change('Till');
    const { items } = await list();
    expect(items).toEqual([
      {
        id: expect.any(String),
        type: 'feature.updated',
        status: 'pending',
        created_at: expect.any(String),
        next_attempt_at: expect.any(String),
        last_attempt_at: null,
        finished_at: null,
        attempt_count: 0,
        response_status: null,
        duration_ms: null,
      },
    ]);
    await announcementsOf(items.map(({ id }) => id));
    const one = await get(`${endpoint}/deliveries/${items[0]?.id}`).expect(200);
    expect(one.body).toEqual({ ...items[0], body: expect.any(String), attempts: [] });
    expect(JSON.parse(one.body.body as string)).toMatchObject({
      id: items[0]?.id,
      data: { feature: { key: 'checkout', name: 'Till' }, actor: 'owner@acme.example' },
    });
  });

  it('are listed newest first, page by page and by status', async () => {
    for (const name of ['A', 'B', 'C']) await change(name);
    const all = (await list()).items.map(({ id }) => id);
    expect(all).toEqual(all.toSorted().toReversed());
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(all);
    expect(second.next_cursor).toBeNull();
    await app.pool.query(
      `UPDATE webhook_delivery SET status = 'delivered', due_at = NULL, finished_at = now() WHERE id = $1`,
      [all[1]],
    );
    expect((await list('?status=delivered')).items.map(({ id }) => id)).toEqual([all[1]]);
    expect((await list('?status=pending')).items).toHaveLength(2);
    expect((await list('?status=pending,delivered')).items.map(({ id }) => id)).toEqual(all);
    const [one, rest] = [await list('?status=delivered,pending&limit=1'), all.slice(1)];
    const others = await list(`?status=delivered,pending&cursor=${one.next_cursor}`);
    expect(others.items.map(({ id }) => id)).toEqual(rest);
    for (const status of ['lost', 'failed,', 'failed,pending,delivered,failed']) {
      const refused = await get(`${endpoint}/deliveries?status=${status}`).expect(400);
      expect(refused.body.details).toMatchObject([{ path: 'query.status' }]);
    }
    await get(`${endpoint}/deliveries?cursor=nonsense`).expect(400);
  });

  it('are filtered by type and by time, and told with their last attempt', async () => {
    await change('A');
    await post('/members', { email: 'new@acme.example', role: 'viewer' });
    await patch('/projects/web/features/checkout', { status: 'archived' }).expect(200);
    expect((await list('?type=feature.archived')).items).toMatchObject([{ type: 'feature.archived' }]);
    expect((await list('?type=feature.updated&status=pending,failed')).items).toHaveLength(2);
    expect((await list('?type=feature.deleted')).items).toEqual([]);
    await failAll();
    await app.pool.query(`UPDATE webhook_attempt SET response_status = 503, request_headers = '{"A": "b"}'`);
    const [newest, ...older] = (await list()).items;
    expect(newest).toMatchObject({ attempt_count: 7, response_status: 503, duration_ms: 5_000 });
    const { body } = await get(`${endpoint}/deliveries/${newest!.id}`).expect(200);
    expect(body.attempts).toMatchObject([{ number: 7, request_headers: { A: 'b' } }]);
    const at = (newest as unknown as { created_at: string }).created_at;
    const since = await list(`?from=${at}`);
    expect(since.items[0]?.id).toBe(newest!.id);
    expect([...since.items, ...(await list(`?to=${at}`)).items]).toEqual([newest, ...older]);
    for (const query of ['type=nothing', 'from=yesterday', 'to=2026-13-01']) {
      const refused = await get(`${endpoint}/deliveries?${query}`).expect(400);
      expect(refused.body.details).toMatchObject([{ path: `query.${query.split('=')[0]}` }]);
    }
    await patch('/projects/web/features/checkout', { status: 'live' }).expect(200);
  });

  it('that ended are sent again with the same body and all their attempts', async () => {
    await change('D');
    await failAll();
    const [{ id } = { id: '' }] = (await list()).items;
    const before = (await get(`${endpoint}/deliveries/${id}`)).body;
    announced.length = 0;
    const answer = await post(`${endpoint}/deliveries/${id}/redeliver`).expect(200);
    expect(answer.body).toMatchObject({ id, status: 'pending', next_attempt_at: expect.any(String) });
    const after = (await get(`${endpoint}/deliveries/${id}`)).body;
    expect([after.body, after.attempts]).toEqual([before.body, before.attempts]);
    await announcementsOf([id]);
    const again = await post(`${endpoint}/deliveries/${id}/redeliver`).expect(409);
    expect(again.body.code).toBe('still_pending');
  });

  it('that failed since a time are sent again together', async () => {
    await change('E');
    await failAll();
    await app.pool.query(`UPDATE webhook_delivery SET created_at = '2026-11-01T10:00:00Z'`);
    await change('F');
    await change('G');
    const [newest] = (await list()).items;
    await app.pool.query(
      `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now()
      WHERE status = 'pending' AND id <> $1`,
      [newest?.id],
    );
    announced.length = 0;
    const sentAgain = (redelivered: number) => ({ dry_run: false, redelivered });
    for (const [query, inBody] of [
      ['?dry_run=true', {}],
      ['', { dry_run: true }],
    ] as const) {
      const body = { failed_since: '2026-11-01T10:00:00Z', ...inBody };
      const counted = await post(`${endpoint}/deliveries/redeliver${query}`, body).expect(200);
      expect(counted.body).toMatchObject({ dry_run: true, redelivered: 2, changes: [expect.anything()] });
      expect([counted.headers['change-id'], announced]).toEqual([undefined, []]);
    }
    const redeliver = (failed_since: string) => post(`${endpoint}/deliveries/redeliver`, { failed_since });
    expect((await redeliver('2026-11-01T10:00:00.001Z').expect(200)).body).toMatchObject(sentAgain(1));
    expect((await redeliver('2026-11-01T12:00:00+02:00').expect(200)).body).toMatchObject(sentAgain(1));
    expect((await redeliver('2026-11-01T10:00:00Z').expect(200)).body).toMatchObject(sentAgain(0));
    expect((await list('?status=pending')).items).toHaveLength(3);
    await redeliver('yesterday').expect(400);
    const { rows } = await app.pool.query(
      `SELECT actor, after FROM audit_record WHERE action = 'webhook_endpoint.redelivered' ORDER BY id DESC LIMIT 1`,
    );
    const after = { failed_since: '2026-11-01T10:00:00.000Z', deliveries: 1 };
    expect(rows).toEqual([{ actor: 'owner@acme.example', after }]);
  });

  it('of a disabled endpoint wait, also when they are sent again', async () => {
    await change('H');
    await failAll();
    await patch(endpoint, { enabled: false }).expect(200);
    announced.length = 0;
    const [{ id } = { id: '' }] = (await list()).items;
    const answer = await post(`${endpoint}/deliveries/${id}/redeliver`).expect(200);
    expect(answer.body).toMatchObject({ status: 'pending', next_attempt_at: null });
    await patch(endpoint, { enabled: true }).expect(200);
    expect((await list()).items[0]?.next_attempt_at).not.toBeNull();
    await announcementsOf([id]);
  });

  it('that do not exist are 404', async () => {
    for (const id of ['nonsense', newId()]) {
      const read = await get(`${endpoint}/deliveries/${id}`);
      const sent = await post(`${endpoint}/deliveries/${id}/redeliver`);
      expect([read.status, sent.status]).toEqual([404, 404]);
    }
  });

  it('of another endpoint are 404', async () => {
    await change('I');
    const [{ id } = { id: '' }] = (await list()).items;
    const made = await post('/webhook-endpoints', { url: 'https://hooks.example.com/', events: ['*'] });
    expect((await get(`/webhook-endpoints/${made.body.id}/deliveries/${id}`)).status).toBe(404);
  });
});

describe('the activity of an endpoint', () => {
  it('is told by hour: attempts that were answered in time and others, and what waits', async () => {
    for (const name of ['K', 'L', 'M']) await change(name);
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM webhook_delivery ORDER BY id`);
    const hourMs = 3_600_000;
    // The hour may turn before the answer, so that all times are of this one.
    const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
    const hoursAgo = (hours: number) => new Date(thisHour - hours * hourMs).toISOString();
    const attempts = [
      [rows[0]!.id, 1, hoursAgo(2), 900, false],
      [rows[0]!.id, 2, hoursAgo(1), 30, true],
      [rows[1]!.id, 1, hoursAgo(1), 20, true],
      // Attempts of yesterday are not of the last 24 hours.
      [rows[1]!.id, 2, hoursAgo(25), 5, false],
    ] as const;
    for (const [delivery, number, at, ms, succeeded] of attempts) {
      await app.pool.query(
        `INSERT INTO webhook_attempt (id, webhook_delivery_id, number, started_at, duration_ms, succeeded)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [newId(), delivery, number, at, ms, succeeded],
      );
      await app.pool.query(
        `UPDATE webhook_delivery SET status = 'delivered', due_at = NULL, finished_at = now(), last_attempt_at = now() WHERE id = $1`,
        [delivery],
      );
    }
    const { body } = await get(`${endpoint}/activity?bucket=hour`).expect(200);
    const { items, pending } = body as {
      items: { begins_at: string; delivered: number; failed: number; p95_ms: number | null }[];
      pending: number;
    };
    expect([items.length, pending]).toEqual([24, 1]);
    expect(items.filter(({ delivered, failed }) => delivered + failed > 0)).toEqual([
      { begins_at: hoursAgo(2), delivered: 0, failed: 1, p95_ms: 900 },
      { begins_at: hoursAgo(1), delivered: 2, failed: 0, p95_ms: 30 },
    ]);
    expect(items.find(({ begins_at: at }) => at === hoursAgo(0))).toMatchObject({ p95_ms: null });
    expect(items.map(({ begins_at }) => begins_at)).toEqual(
      items.map((_, n) => new Date(Date.parse(items[0]!.begins_at) + n * hourMs).toISOString()),
    );
    expect((await get(`${endpoint}/activity?bucket=day`)).status).toBe(400);
  });

  it('counts the 20,000 deliveries that were attempted last, and says that more wait', async () => {
    await change('N');
    await app.pool.query(
      `WITH made AS (
         INSERT INTO webhook_delivery (id, webhook_event_id, webhook_endpoint_id, body, last_attempt_at)
         SELECT gen_random_uuid(), webhook_event_id, webhook_endpoint_id, '', now()
         FROM webhook_delivery, generate_series(1, 20001) RETURNING id
       )
       INSERT INTO webhook_attempt (id, webhook_delivery_id, number, started_at, duration_ms, succeeded)
       SELECT gen_random_uuid(), id, 1, now(), 5, false FROM made`,
    );
    const { items, pending } = (await get(`${endpoint}/activity`).expect(200)).body;
    const failed = (items as { failed: number }[]).reduce((sum, hour) => sum + hour.failed, 0);
    expect([failed, pending]).toEqual([20_000, 20_001]);
  });
});

it('every kind of event is told with what it means and the body of an example', async () => {
  const { body } = await request(app.server).get('/settings/v1/webhook-event-kinds').set(token).expect(200);
  const kinds = (body as { items: { kind: string; description: string; sample: { type: string } }[] }).items;
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...eventKinds, 'endpoint.test'].toSorted());
  for (const { kind, description, sample } of kinds) {
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(sample).toMatchObject({ type: kind, organisation: 'sample', data: expect.any(Object) });
    expect('test' in sample).toBe(kind !== 'endpoint.test');
  }
  await request(app.server).get('/settings/v1/webhook-event-kinds').expect(401);
});
