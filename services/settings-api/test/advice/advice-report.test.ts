import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createTestLog } from '@bunting/testing/apps';
import { reportAdvice } from '../../src/advice/report-advice.ts';
import { createCalls } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import request from 'supertest';

const dayMs = 86_400_000;
/** A Monday some months after the document was applied, 06:00 UTC. */
const monday = (() => {
  const later = Date.now() + 100 * dayMs;
  const firstMonday = 4 * dayMs + 6 * 3_600_000;
  return later - ((later - firstMonday) % (7 * dayMs));
})();
let now = monday;

const app = useApp({
  document: organisations,
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
  now: () => now,
});
const calls = createCalls(app);
const { log } = createTestLog('settings-api');
let otherPool: ReturnType<typeof createPool>;

beforeAll(async () => {
  otherPool = createPool(app.databaseUrl, { max: 5 });
  await request(app.server)
    .post('/settings/v1/organisations/acme/webhook-endpoints')
    .set('Authorization', `Bearer ${acmeToken}`)
    .send({ url: 'https://hooks.example.com/', events: ['advice.reported'] })
    .expect(201);
});
afterAll(() => otherPool.end());

/** Reports in two processes at once, each with its own connections. Returns the number of reports. */
async function report(): Promise<number> {
  const of = (pool: typeof otherPool) =>
    reportAdvice({ pool, redis: app.redis, log, now: () => now, publicUrl: undefined });
  const sent = await Promise.all([of(app.pool), of(otherPool), of(otherPool)]);
  return sent.reduce((sum, each) => sum + each, 0);
}

interface Body {
  readonly type: string;
  readonly organisation: string;
  readonly created: string;
  readonly data: object;
}

/** Returns the deliveries since the last call. */
async function deliveries(): Promise<Body[]> {
  const { rows } = await app.pool.query<{ body: string }>('SELECT body FROM webhook_delivery ORDER BY id');
  await app.pool.query('DELETE FROM webhook_event');
  return rows.map(({ body }) => JSON.parse(body) as Body);
}

describe('the webhook advice.reported', () => {
  it('is not sent before Monday, 06:00 UTC', async () => {
    now = monday - 1;
    expect(await report()).toBe(0);
    expect(await deliveries()).toEqual([]);
  });

  it('is sent once, however many processes report, with all that is new', async () => {
    now = monday + 1_000;
    expect(await report()).toBe(1);
    expect(await report()).toBe(0);
    expect(await deliveries()).toEqual([
      {
        id: expect.any(String),
        type: 'advice.reported',
        created: new Date(now).toISOString().replace('Z', '+00:00'),
        organisation: 'acme',
        data: {
          project: 'web',
          counts: { delete: 0, archive: 0, remove_code: 0, finish: 1 },
          new: [{ feature: 'checkout', verdict: 'finish', certain: true }],
          gone: [],
        },
      },
    ]);
  });

  it('is not sent where nothing is new', async () => {
    now = monday + 7 * dayMs;
    expect(await report()).toBe(0);
    expect(await deliveries()).toEqual([]);
  });

  it('tells what is gone with the next that is new, also where nobody reported in between', async () => {
    await calls.patch('/features/checkout', { permanent: true });
    now = monday + 14 * dayMs;
    expect(await report()).toBe(0);
    await calls.post('/features', { slug: 'banner' });
    // The database's present time is old by then, and so is the new feature.
    now = monday + 63 * dayMs;
    expect(await report()).toBe(1);
    expect(await deliveries()).toMatchObject([
      {
        data: {
          counts: { finish: 1 },
          new: [{ feature: 'banner', verdict: 'finish' }],
          gone: [{ feature: 'checkout', verdict: 'finish' }],
        },
      },
    ]);
  });

  it('is sent late on Monday, and not on Tuesday', async () => {
    await calls.patch('/features/checkout', { permanent: null });
    now = monday + 71 * dayMs;
    expect(await report()).toBe(0);
    now = monday + 77 * dayMs + 20 * 3_600_000;
    expect(await report()).toBe(1);
    expect(await deliveries()).toHaveLength(1);
  });

  it('is written with what is remembered, or not at all', async () => {
    await app.pool.query(`DELETE FROM advice_report`);
    await app.pool.query(`ALTER TABLE webhook_delivery ADD CONSTRAINT none CHECK (body IS NULL) NOT VALID`);
    now = monday + 84 * dayMs;
    expect(await report()).toBe(0);
    expect((await app.pool.query('SELECT FROM advice_report')).rowCount).toBe(0);
    await app.pool.query('ALTER TABLE webhook_delivery DROP CONSTRAINT none');
    expect(await report()).toBe(1);
  });
});
