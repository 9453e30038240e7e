import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestProxy, until, type ServiceProcess } from '@bunting/testing';
import { restoreOrganisations } from '../checkout.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { createPeople } from './open-request.ts';
import { countApplied, makeDue, once, openMany, readTimes, startProcess } from './scheduled-processes.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
const processes: ServiceProcess[] = [];
beforeEach(async () => {
  await restoreOrganisations(app);
  await app.pool.query('DELETE FROM change_request');
});
afterEach(() => Promise.all(processes.splice(0).map((each) => each.stop('SIGKILL'))));

const count = 150;
/** Starting a process after each kill takes seconds where the machine is busy. */
const timeoutMs = 600_000;

async function startProcesses(databaseUrl?: string): Promise<void> {
  processes.push(...(await Promise.all([1, 2, 3, 4].map(() => startProcess(app, databaseUrl)))));
}

describe('150 requests that are due at one instant', () => {
  it(
    'are applied once each by four processes, of which one is killed every second, while Redis is emptied',
    async () => {
      await openMany(await as('admin'), count);
      await startProcesses();
      await makeDue(app, 1_000);
      await until(async () => (await countApplied(app)) > 0);
      let kills = 0;
      while ((await countApplied(app)) < count && kills < 120) {
        const victim = processes.shift()!;
        await victim.stop('SIGKILL');
        kills += 1;
        await app.redis.flushall();
        processes.push(await startProcess(app));
        await delay(1_000);
      }
      expect(kills).toBeGreaterThan(0);
      expect(await readTimes(app, count)).toEqual({ applied: once(count), changed: once(count) });
    },
    timeoutMs,
  );

  it(
    'are applied once each when PostgreSQL goes in the middle, and comes back',
    async () => {
      const { hostname, port } = new URL(app.databaseUrl);
      expect(hostname).toMatch(/^(127\.0\.0\.1|localhost)$/);
      const proxy = await startTestProxy({ port: Number(port) });
      try {
        const url = new URL(app.databaseUrl);
        url.port = String(proxy.port);
        await openMany(await as('admin'), count);
        await startProcesses(url.href);
        await makeDue(app, 1_000);
        await until(async () => (await countApplied(app)) > 0);
        await proxy.refuse();
        const before = await countApplied(app);
        expect(before).toBeLessThan(count);
        await delay(5_000);
        expect(await countApplied(app)).toBe(before);
        await proxy.accept();
        expect(await readTimes(app, count)).toEqual({ applied: once(count), changed: once(count) });
      } finally {
        await proxy.stop();
      }
    },
    timeoutMs,
  );
});
