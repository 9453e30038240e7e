/** The event that the first run of the console waits for, end to end: eval-api counts, this service reports. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestService, until, type ServiceProcess } from '@bunting/testing';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
let evalApi: ServiceProcess;
beforeAll(async () => {
  evalApi = await startTestService('eval-api', {
    DATABASE_URL: app.databaseUrl,
    REDIS_URL: app.redisUrl,
    // Counts that are not written at once are not written while this test lasts.
    EVALUATION_COUNT_INTERVAL_MS: '600000',
  });
});
afterAll(() => evalApi?.stop('SIGKILL'));

it('an environment that is asked for the first time shows it, with the key and what was answered', async () => {
  const evaluations = async () =>
    (await web.get('/features/checkout/evaluations')).body.items as { last_evaluated_at: string | null }[];
  expect((await evaluations()).map((each) => each.last_evaluated_at)).toEqual([null, null]);
  const made = await web.post('/environments/staging/api-keys', { name: 'first run' });
  const answer = await fetch(`${evalApi.url}/v1/variables/checkout-layout`, {
    method: 'POST',
    headers: { 'X-API-Key': made.body.key as string },
    body: '{"user": {"id": "u"}}',
  });
  expect(answer.status).toBe(200);

  await until(async () => (await evaluations())[1]!.last_evaluated_at !== null);
  expect((await evaluations())[1]).toMatchObject({
    environment: 'staging',
    last_7_days: [
      { variable: 'checkout-layout', variation: null, reason: 'default_variation', count: 1, share: 1 },
    ],
  });
  const used = async () => {
    const { items } = (await web.get('/environments/staging/api-keys')).body as {
      items: { id: string; last_used_at: string | null }[];
    };
    return items.filter((key) => key.last_used_at !== null);
  };
  await until(async () => (await used()).length > 0);
  expect((await used()).map(({ id }) => id)).toEqual([made.body.id]);
  const { body } = await web.get('/features');
  expect(body.items[0].last_evaluated_at).not.toBeNull();
});
