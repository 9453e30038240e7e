import { afterEach, describe, expect, it } from '@jest/globals';
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
  return installation;
}

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  cleanUps.push(() => started.stop());
  return started;
}

const delivered = async (installation: Installation) =>
  (await installation.countByStatus())['delivered'] ?? 0;

describe('one receiver of a hundred that never answers', () => {
  it('does not delay the others', async () => {
    const installation = await install();
    const [silent, well] = [await receiver(() => {}), await receiver()];
    const dead = await installation.addEndpoint(urlAt('silent', silent));
    const others = await Promise.all(Array.from({ length: 99 }, () => installation.addEndpoint(well.url)));
    await installation.startDispatcher();
    await installation.addDeliveries([dead], 500);
    for (let wave = 0; wave < 10; wave++) {
      await installation.addDeliveries([dead, ...others], 2);
      const expected = 99 * 2 * (wave + 1);
      await until(() => well.received.length >= expected);
    }
    expect(well.received.length).toBe(99 * 20);
    // The others did not wait for the 500 that were due before them.
    expect(silent.received.length).toBeLessThan(500);
    expect(silent.maxAtOnce()).toBe(10);
  });
});

describe('several dispatchers', () => {
  it('send every delivery once, and together never more than ten at a time', async () => {
    const installation = await install();
    const to = await Promise.all(
      Array.from({ length: 3 }, () => receiver((res) => void setTimeout(() => res.end(), 20))),
    );
    const endpoints = await Promise.all(
      to.map((each, n) => installation.addEndpoint(urlAt(`host-${n}`, each))),
    );
    const services = await Promise.all([1, 2, 3].map(() => installation.startDispatcher()));
    await installation.addDeliveries(endpoints, 400);
    await until(async () => (await delivered(installation)) === 1_200);
    for (const each of to) {
      expect(each.received.length).toBe(400);
      expect(each.repeats()).toBe(0);
      expect(each.maxAtOnce()).toBe(10);
    }
    const sent = await Promise.all(
      services.map((service) => service.metric('bunting_webhook_deliveries_total{outcome="delivered"}')),
    );
    expect(sent.reduce((sum, each) => sum + each)).toBe(1_200);
    expect(Math.min(...sent)).toBeGreaterThan(0);
  });

  it('do not sweep for each other', async () => {
    const installation = await install();
    const env = { WEBHOOK_SWEEP_INTERVAL_SECONDS: '2' };
    const services = await Promise.all([1, 2, 3].map(() => installation.startDispatcher(env)));
    const swept = async (outcome: string) => {
      const each = services.map((service) =>
        service.metric(`bunting_webhook_sweeps_total{outcome="${outcome}"}`),
      );
      return (await Promise.all(each)).reduce((sum, count) => sum + count);
    };
    const before = await swept('done');
    // Two sweeps of three are skipped, because one has been done.
    await until(async () => (await swept('skipped')) >= 5 && (await swept('done')) > before);
    expect((await swept('done')) - before).toBeLessThanOrEqual(await swept('skipped'));
    expect(await swept('failed')).toBe(0);
  });
});

describe('the sweep', () => {
  const quick = { WEBHOOK_SWEEP_INTERVAL_SECONDS: '1' };

  it('finds deliveries that were never announced, also many of one endpoint', async () => {
    const installation = await install();
    const to = await receiver();
    const [crowded, quiet] = await Promise.all([
      installation.addEndpoint(to.url),
      installation.addEndpoint(to.url),
    ]);
    const service = await installation.startDispatcher(quick);
    await installation.addDeliveries([crowded], 500, { announced: false });
    await installation.addDeliveries([quiet], 1, { announced: false });
    await until(async () => (await delivered(installation)) === 501);
    expect(to.repeats()).toBe(0);
    expect(await service.metric('bunting_webhook_swept_deliveries_total')).toBeLessThan(500);
  });

  it('delivers without Redis, too, and a dispatcher starts without it', async () => {
    const installation = await install();
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    await installation.redis.stop();
    const service = await installation.startDispatcher(quick);
    await installation.addDeliveries([endpoint], 50, { announced: false });
    await until(async () => (await delivered(installation)) === 50);
    expect(to.repeats()).toBe(0);
    expect((await service.get('/metrics')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('finds deliveries whose leases were left behind', async () => {
    const installation = await install();
    const to = await receiver();
    const endpoint = await installation.addEndpoint(to.url);
    await installation.addDeliveries([endpoint], 20, { announced: false });
    await installation.pool.query(`UPDATE webhook_delivery SET leased_until = now() + interval '8 seconds'`);
    await installation.startDispatcher(quick);
    expect(to.received.length).toBe(0);
    await until(async () => (await delivered(installation)) === 20);
    expect(to.repeats()).toBe(0);
  });
});
