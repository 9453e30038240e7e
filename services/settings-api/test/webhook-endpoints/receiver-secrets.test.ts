import { describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({
  document: organisations,
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});

const acme = '/organisations/acme';
const endpoints = `${acme}/webhook-endpoints`;
const before = 'https://hooks.example.com/services/first-secret';
const url = 'https://hooks.example.com/services/path-secret?token=query-secret';
const secrets = /first-secret|path-secret|query-secret|answer-secret/;

describe('addresses of webhook endpoints and what receivers answer', () => {
  it('are complete for members with more rights than viewers, and shortened for viewers in every answer', async () => {
    const script = callsAs(app, bearer(acmeToken));
    const { id } = (await script.post(endpoints, { url: before, events: ['*'] }).expect(201)).body as {
      id: string;
    };
    await script.patch(`${endpoints}/${id}`, { url }).expect(200);
    await script.patch(`${acme}/projects/web/features/checkout`, { name: 'Till' }).expect(200);
    await app.pool.query(
      `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now(), last_attempt_at = now()`,
    );
    await app.pool.query(
      `INSERT INTO webhook_attempt
         (id, webhook_delivery_id, number, started_at, duration_ms, succeeded, response_status, response_body)
       SELECT $1, id, 1, now(), 5, false, 500, 'answer-secret' FROM webhook_delivery`,
      [newId()],
    );
    await script
      .post(`${endpoints}/${id}/deliveries/redeliver`, { failed_since: '2026-01-01T00:00:00Z' })
      .expect(200);
    const delivery = (await script.get(`${endpoints}/${id}/deliveries`)).body.items[0].id as string;

    const paths = [
      endpoints,
      `${endpoints}/${id}`,
      `${endpoints}/${id}/deliveries`,
      `${endpoints}/${id}/deliveries/${delivery}`,
      `${acme}/audit-log?limit=200`,
    ];
    const seenBy = async (calls: ReturnType<typeof callsAs>) => {
      const answers = [];
      for (const path of paths) answers.push((await calls.get(path).expect(200)).body as unknown);
      return JSON.stringify(answers);
    };
    for (const role of ['member', 'admin', 'owner']) {
      const seen = await seenBy(callsAs(app, await signIn(app, `${role}@acme.example`)));
      for (const secret of ['first-secret', 'path-secret', 'query-secret', 'answer-secret']) {
        expect(seen).toContain(secret);
      }
    }
    const viewer = callsAs(app, await signIn(app, 'viewer@acme.example'));
    const seen = await seenBy(viewer);
    expect(seen).not.toMatch(secrets);
    expect(seen).toContain('https://hooks.example.com/services/…');
    const [attempt] = (await viewer.get(paths[3]!)).body.attempts as object[];
    expect(attempt).toMatchObject({ response_status: 500, response_body: null });
    const { body } = await viewer.get(`${acme}/audit-log?action=webhook_endpoint.redelivered`).expect(200);
    expect(body.items).toMatchObject([{ subject: 'https://hooks.example.com/services/…' }]);
  });
});
