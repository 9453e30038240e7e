import { once } from 'node:events';
import { afterAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { startProcess, type ProcessTask, type TestProcess } from './child-processes.ts';
import { organisation, outcomes, storedUsers, countOutcomes, users } from './governed.ts';
import { shareServers } from './use-servers.ts';

const started: TestProcess[] = [];
afterAll(() => {
  for (const { child } of started) child.kill('SIGKILL');
});
const servers = shareServers();

async function start(task: ProcessTask): Promise<TestProcess> {
  const one = await startProcess(servers, task);
  started.push(one);
  return one;
}

async function kill({ child }: TestProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

describe('many processes', () => {
  it('admit exactly the cap: 8 processes, 20,000 users, a cap of 5,000', async () => {
    const shop = organisation({ mauCap: 5_000 });
    const everyone = users(1, 20_000).map(({ identity }) => identity);
    const processes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => {
        const from = (i * everyone.length) / 8;
        const identities = [...everyone.slice(from), ...everyone.slice(0, from)];
        return start({ organisation: shop, identities, concurrency: 500 });
      }),
    );
    const reports = await Promise.all(processes.map((one) => one.begin()));
    expect(new Set(reports.flatMap((report) => report.admitted)).size).toBe(5_000);
    expect(reports.map((report) => report.decidedAlone)).toEqual(Array(8).fill(0));

    await until(async () => (await storedUsers(servers, shop)) >= 5_000);
    expect(await storedUsers(servers, shop)).toBe(5_000);
    await Promise.all(processes.map(kill));
    const fresh = await servers.open();
    const admitted = [...new Set(reports.flatMap((report) => report.admitted))].map((identity) => ({
      identity,
    }));
    expect(countOutcomes(await outcomes(fresh, shop, admitted.slice(0, 500)))).toEqual({ admitted: 500 });
    expect(await outcomes(fresh, shop, [{ identity: 'someone else' }])).toEqual([
      'monthly_active_users_exceeded',
    ]);
  });

  it('admit at most the tokens of a full bucket and those added meanwhile', async () => {
    const shop = organisation();
    const ratePerMinute = 6_000;
    const processes = await Promise.all(
      Array.from({ length: 4 }, () =>
        start({
          organisation: shop,
          identities: ['one', 'two'],
          concurrency: 50,
          forMs: 2_000,
          ratePerMinute,
        }),
      ),
    );
    const startedAt = performance.now();
    const reports = await Promise.all(processes.map((one) => one.begin()));
    const elapsedMs = performance.now() - startedAt;
    const admitted = reports.reduce((sum, report) => sum + (report.outcomeCounts['admitted'] ?? 0), 0);
    expect(reports.map((report) => report.decidedAlone)).toEqual(Array(4).fill(0));
    expect(admitted).toBeLessThanOrEqual(ratePerMinute + (elapsedMs * ratePerMinute) / 60_000);
    expect(admitted).toBeGreaterThan(ratePerMinute);
    await Promise.all(processes.map(kill));
  });

  it('lose no user when one is killed between admitting and storing a user', async () => {
    const shop = organisation();
    const identities = users(1, 300).map(({ identity }) => identity);
    const one = await start({ organisation: shop, identities, concurrency: 50, storeIntervalMs: 60_000 });
    expect((await one.begin()).outcomeCounts).toEqual({ admitted: 300 });
    await kill(one);
    expect(await storedUsers(servers, shop)).toBe(0);
    await servers.open();
    await until(async () => (await storedUsers(servers, shop)) === 300);
    expect(await storedUsers(servers, shop)).toBe(300);
  });
});
