/** Tests how much of a dispatcher one organisation can use, however many endpoints it has. */
import { afterEach, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createInstallation, type Installation } from './installation.ts';
import { startReceiver, urlAt, type Receiver } from './receiver.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function install(): Promise<Installation> {
  const installation = await createInstallation();
  cleanUps.push(() => installation.stop());
  await installation.addOrganisation('globex');
  return installation;
}

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  cleanUps.push(() => started.stop());
  return started;
}

const inTurn = <Value>(count: number, make: (n: number) => Promise<Value>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));

it('350 endpoints of one organisation that never answer use a quarter of the attempts, and do not delay other organisations', async () => {
  const installation = await install();
  const [tarpit, well] = [await receiver(() => {}), await receiver()];
  const service = await installation.startDispatcher({ WEBHOOK_MAX_IN_FLIGHT: '40' });
  const inFlight = () => service.metric('bunting_webhook_attempts_in_flight');
  const crowd = await inTurn(350, (n) => installation.addEndpoint(urlAt(`host-${n}`, tarpit)));
  const other = await installation.addEndpoint(urlAt('well', well), { organisation: 'globex' });
  for (let change = 0; change < 30; change++) await installation.addDeliveries(crowd, 1);
  await until(async () => (await inFlight()) === 10);
  await until(() => tarpit.maxAtOnce() === 10);
  const begun = tarpit.received.length;
  await installation.addDeliveries([other], 1);
  await until(() => well.received.length === 1);
  // An attempt at the receiver that never answers takes five seconds. If it could use all forty attempts, others would wait
  // for two thousand of them.
  expect(tarpit.received.length - begun).toBeLessThan(40);
  expect(tarpit.maxAtOnce()).toBe(10);
  // Including the attempt of the other organisation, which may not be recorded yet.
  expect(await inFlight()).toBeLessThanOrEqual(11);
  // No sweep is needed: the waiting deliveries wait only for their own organisation.
  await until(async () => (await service.metric('bunting_webhook_oldest_due_age_seconds')) === 0);
});

it('endpoints of one organisation at one host share ten connections, in any spelling, and are all served', async () => {
  const installation = await install();
  const to = await receiver((res) => void setTimeout(() => res.end(), 20));
  await installation.startDispatcher();
  const urls = [to.url, to.url.replace('http:', 'HTTP:'), `${to.url}/another/path?with=query`];
  const endpoints = await inTurn(30, (n) => installation.addEndpoint(urls[n % urls.length]!));
  await installation.addDeliveries(endpoints, 10);
  await until(async () => (await installation.countByStatus())['delivered'] === 300);
  expect([to.received.length, to.repeats()]).toEqual([300, 0]);
  expect(to.maxAtOnce()).toBe(10);
});

it('at one host two organisations have ten connections each', async () => {
  const installation = await install();
  const to = await receiver(() => {});
  await installation.startDispatcher();
  const ours = await inTurn(3, () => installation.addEndpoint(to.url));
  const theirs = await inTurn(3, () => installation.addEndpoint(to.url, { organisation: 'globex' }));
  await installation.addDeliveries(ours, 20);
  await installation.addDeliveries(theirs, 20);
  await until(() => to.received.length >= 20);
  expect(to.maxAtOnce()).toBeLessThanOrEqual(20);
  const organisations = to.received.slice(0, 20).map(({ body }) => JSON.parse(body).organisation as string);
  expect(organisations.filter((slug) => slug === 'acme').length).toBe(10);
});

it('an endpoint that was postponed is checked again, also when another dispatcher sent its deliveries', async () => {
  const installation = await install();
  const slow = await receiver((res) => void setTimeout(() => res.end(), 100));
  const env = { WEBHOOK_MAX_IN_FLIGHT: '8', WEBHOOK_SWEEP_INTERVAL_SECONDS: '600' };
  await Promise.all([installation.startDispatcher(env), installation.startDispatcher(env)]);
  const endpoints = await inTurn(40, (n) => installation.addEndpoint(urlAt(`host-${n}`, slow)));
  await installation.addDeliveries(endpoints, 5);
  await until(async () => (await installation.countByStatus())['delivered'] === 200);
  expect(slow.repeats()).toBe(0);
  expect(slow.maxAtOnce()).toBeLessThanOrEqual(4);
});
