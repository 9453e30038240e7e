import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { until, type ServiceProcess } from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { storedSum } from '../variables/stored-counts.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000d1';
const slugs = ['one', 'two', 'three'];
/** Returns three features that serve the user another variation in each turn. */
const document = (turn: number) => ({
  organisations: [
    createOrganisation(
      'acme',
      key,
      slugs.map((slug) =>
        createFeature(slug, {
          environments: { production: { defaults: { [slug]: turn % 2 === 0 ? 'off' : 'on' } } },
        }),
      ),
    ),
  ],
});
const everySecond = {
  EVALUATION_COUNT_INTERVAL_MS: '1000',
  EVAL_API_RATE_LIMIT_DISABLED: 'true',
  LOG_LEVEL: 'error',
};

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  installation = await createTestInstallation('eval-api', document(0));
  pool = createPool(installation.env.DATABASE_URL, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});
const start = () => installation.start(everySecond);

/** Returns the number of results in the answer; 0 = the process took no more requests. */
async function ask({ url }: ServiceProcess, path: string, body: object): Promise<number> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: JSON.stringify(body),
    });
    const { results } = (await response.json()) as { results: object };
    return Object.keys(results).length;
  } catch {
    return 0;
  }
}
/** Asks for some keys. One that resolves to nothing is a result, too. */
const askSome = (service: ServiceProcess) => ask(service, '/v1/variables', { keys: [...slugs, 'nowhere'] });
const askAll = (service: ServiceProcess) => ask(service, '/v1/evaluations', {});

it('four evaluators store every result that they answered, once: through changes, restarts and an outage of PostgreSQL', async () => {
  const services = await Promise.all([start(), start(), start(), start()]);
  let answered = 0;
  let isOver = false;
  const load = services.map(async (_first, index) => {
    for (let n = 0; !isOver; n++) {
      const results = await (n % 3 === 0 ? askAll : askSome)(services[index]!);
      answered += results;
      await delay(10);
    }
  });
  for (let index = 0; index < services.length; index++) {
    await installation.apply(document(index + 1));
    const before = services[index]!;
    services[index] = await start();
    expect(await before.stop('SIGTERM')).toBe(0);
  }
  await installation.postgres.kill();
  const atKill = answered;
  await until(() => answered > atKill + 1_000);
  await installation.postgres.restart();
  await installation.apply(document(0));
  isOver = true;
  await Promise.all(load);
  expect(await Promise.all(services.map((service) => service.stop('SIGTERM')))).toEqual([0, 0, 0, 0]);
  expect(await storedSum(pool)).toBe(answered);
}, 240_000);

it('a killed process loses what it had not stored, and nothing is repeated', async () => {
  await pool.query('DELETE FROM evaluation_batch');
  const first = await start();
  const known = await askSome(first);
  await until(async () => (await storedSum(pool)) === known);
  let unsure = 0;
  for (let n = 0; n < 50; n++) unsure += await askSome(first);
  await first.stop('SIGKILL');
  const second = await start();
  const later = await askSome(second);
  expect(await second.stop('SIGTERM')).toBe(0);
  const sum = await storedSum(pool);
  expect([sum >= known + later, sum <= known + unsure + later]).toEqual([true, true]);
  expect([known, later]).toEqual([4, 4]);
}, 120_000);
