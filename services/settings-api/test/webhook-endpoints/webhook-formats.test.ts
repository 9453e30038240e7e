import { expect, it } from '@jest/globals';
import request from 'supertest';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const organisation = '/settings/v1/organisations/acme';
const path = `${organisation}/webhook-endpoints`;
const token = { Authorization: `Bearer ${acmeToken}` };

const get = (below: string) => request(app.server).get(`${path}${below}`).set(token);
const post = (below: string, body?: object) =>
  request(app.server).post(`${path}${below}`).set(token).send(body);

it('an endpoint that has another format says so in the audit log, and keeps the bodies of its deliveries', async () => {
  const { id } = (
    await post('', {
      url: 'https://93.184.216.34/hook',
      format: 'slack',
      events: ['feature.updated'],
    }).expect(201)
  ).body as { id: string };
  const checkout = `${organisation}/projects/web/features/checkout`;
  const rename = (name: string) => request(app.server).patch(checkout).set(token).send({ name });
  await rename('<!channel>').expect(200);
  const { rows } = await app.pool.query<{ id: string; body: string }>(
    'SELECT id, body FROM webhook_delivery',
  );
  const changed = await request(app.server)
    .patch(`${path}/${id}`)
    .set(token)
    .send({ format: 'bunting' })
    .expect(200);
  const change = changed.headers['change-id'] as string;
  const records = await request(app.server).get(`${organisation}/audit-log?change_id=${change}`).set(token);
  expect(records.body.items[0]).toMatchObject({
    before: { format: 'slack' },
    after: { format: 'bunting' },
  });
  await app.pool.query(`UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now()`);
  await post(`/${id}/deliveries/${rows[0]!.id}/redeliver`).expect(200);
  await rename('Checkout').expect(200);
  const { body: deliveries } = await get(`/${id}/deliveries`).expect(200);
  const bodies = await Promise.all(
    (deliveries.items as { id: string }[]).map(async (each) => {
      const { body } = await get(`/${id}/deliveries/${each.id}`).expect(200);
      return JSON.parse(body.body as string) as { text?: string; type?: string };
    }),
  );
  expect(bodies).toMatchObject([
    { type: 'feature.updated' },
    { text: expect.stringContaining('updated the feature &lt;!channel&gt;') },
  ]);
  expect(rows[0]!.body).toContain('"text":');
});
