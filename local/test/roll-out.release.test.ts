import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createPool } from '@bunting/database';
import { startTestService, until, type ServiceProcess } from '@bunting/testing';
import { describeWith, programRequirement } from '@bunting/testing/requirements';
import { services } from '../src/services.ts';
import { prepareDemo } from './installation/demo.ts';
import { underConstantLoad, type LoadReport } from './installation/constant-load.ts';
import { evaluation, event, mixture, renaming, snapshot } from './installation/mixture.ts';
import { startProxy, type RunningProxy } from '../../deploy/test/proxy.ts';
import { findFreePort } from '@bunting/embedded-servers';

// It runs alone (jest.config.mjs), because a process starts about every two seconds.
jest.setTimeout(240_000);

const perSecond = 1_000;
/** As in docker-compose.yml. */
const shutdownDelayMs = 3_000;

const served = services.filter(({ paths }) => paths.length > 0).map(({ name }) => name);

describeWith(programRequirement('haproxy'), 'Two replicas of each service behind HAProxy', (haproxy) => {
  let installation: Awaited<ReturnType<typeof prepareDemo>>;
  let env: Record<string, string>;
  const replicas: Record<string, ServiceProcess[]> = {};
  let proxy: RunningProxy;
  const acknowledged = new Set<string>();

  beforeAll(async () => {
    installation = await prepareDemo();
    env = {
      ...installation.env,
      EVAL_API_RATE_LIMIT_DISABLED: 'true',
      SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
    };
    for (const service of served) {
      replicas[service] = await Promise.all([start(service), start(service)]);
    }
    const ports = Object.entries(replicas).map(([name, each]) => [name, each.map(({ port }) => port)]);
    proxy = await startProxy(haproxy, Object.fromEntries(ports) as Record<string, number[]>);
  });
  afterAll(async () => {
    await proxy?.stop();
    for (const replica of Object.values(replicas).flat()) replica.child.kill('SIGKILL');
    await installation.stop();
  });

  async function start(service: string, port?: number): Promise<ServiceProcess> {
    return startTestService(service, env, port ?? (await findFreePort()));
  }

  async function stop(replica: ServiceProcess): Promise<{ code: number | null; tookMs: number }> {
    const startedAt = performance.now();
    const code = await replica.stop();
    return { code, tookMs: performance.now() - startedAt };
  }

  /** Returns the results of the load during the work, and a second before and after it. */
  function underLoad(work: () => Promise<unknown>): Promise<LoadReport> {
    const { baseUrl } = proxy;
    return underConstantLoad({ baseUrl, perSecond, next: mixture(acknowledged) }, async () => {
      await delay(1_000);
      await work();
      await delay(1_000);
    });
  }

  function expectNoFailure({ failures, answers, sent }: LoadReport): void {
    expect(failures.slice(0, 10)).toEqual([]);
    expect(Object.values(answers).reduce((sum, count) => sum + count)).toBe(sent);
  }

  describe('each replaced twice under 1,000 requests a second', () => {
    const ends: { service: string; code: number | null; tookMs: number }[] = [];
    let report: LoadReport;
    let acknowledgedBefore: number;

    beforeAll(async () => {
      await underLoad(() => delay(1_000));
      acknowledgedBefore = acknowledged.size;
      report = await underLoad(rollOut);
      const { sent, longestMs, failures, answers } = report;
      const longestStop = Math.max(...ends.map(({ tookMs }) => tookMs));
      console.info(
        `${sent} requests, ${report.rate.toFixed()} a second; ${ends.length} restarts, ${failures.length} failures; ` +
          `the longest answer took ${longestMs.toFixed()} ms, the longest stop ${longestStop.toFixed()} ms; ${JSON.stringify(answers)}`,
      );
    });

    /**
     * Replaces replica after replica of each service. No two start at the same moment: those that are stopped in the meantime
     * drain.
     */
    async function rollOut(): Promise<void> {
      let starting: Promise<unknown> = Promise.resolve();
      const startInTurn = (work: () => Promise<void>) => (starting = starting.then(work)) as Promise<void>;
      const replacing = served.toReversed().map(async (service, index) => {
        await delay(index * 1_000);
        for (const replica of [0, 1]) await replace(service, replica, startInTurn);
      });
      await Promise.all(replacing);
    }

    async function replace(
      service: string,
      index: number,
      startInTurn: (work: () => Promise<void>) => Promise<void>,
    ): Promise<void> {
      const old = replicas[service]![index]!;
      ends.push({ service, ...(await stop(old)) });
      await startInTurn(async () => void (replicas[service]![index] = await start(service, old.port)));
      await proxy.untilUp(service, old.port);
    }

    it('answer every request, and none with a failure', () => {
      expectNoFailure(report);
      const asked = Object.keys(report.answers).map((answer) => answer.split(' ')[0]!);
      expect(new Set(asked)).toEqual(new Set(served));
    });

    it('lose no acknowledged event, and store none twice', async () => {
      const pool = createPool(installation.database.url);
      const { rows } = await pool.query<{ event_id: string }>('SELECT event_id FROM stored_event');
      await pool.end();
      const stored = new Set(rows.map((row) => row.event_id));
      expect(rows).toHaveLength(stored.size);
      expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
      expect(acknowledged.size - acknowledgedBefore).toBe(report.answers['ingest-api 202']);
    });

    it('end with 0', () => {
      expect(ends).toHaveLength(2 * served.length);
      expect(ends.filter(({ code }) => code !== 0)).toEqual([]);
    });

    it('answered thousands of requests meanwhile', () => {
      expect(report.sent).toBeGreaterThan(10_000);
    });
  });

  it('fail no request when a replica of eval-api is killed with evaluations in it', async () => {
    const { child, port } = replicas['eval-api']![1]!;
    const repeated = () => proxy.metric('haproxy_backend_retry_warnings_total{proxy="eval-api"}');
    const inFlight = () =>
      proxy.metric(`haproxy_server_current_sessions{proxy="eval-api",server="eval-api-${port}"}`);
    const before = await repeated();
    const report = await underLoad(async () => {
      child.kill('SIGSTOP'); // so that some evaluations are in flight
      await until(async () => (await inFlight()) > 0);
      child.kill('SIGKILL');
    });
    expectNoFailure(report);
    expect(await repeated()).toBeGreaterThan(before);
  });

  it('fail no request when HAProxy is reloaded', async () => {
    expectNoFailure(await underLoad(() => proxy.reload()));
  });

  describe('SIGTERM', () => {
    const outcomes: Record<string, Awaited<ReturnType<typeof terminate>>> = {};
    const slow = [evaluation(1), event(new Set()), snapshot(1), renaming(1)];
    /** sync-api takes no bodies; its own tests end it under open streams. */
    const takesBodies = served.filter((service) => slow.some(({ name }) => name === service));

    beforeAll(async () => {
      await Promise.all(takesBodies.map(async (service) => (outcomes[service] = await terminate(service))));
    });

    /** Sends it when a request is half sent, and the other half when no new connection is accepted. */
    async function terminate(service: string) {
      const replica = replicas[service]![0]!;
      const { method, path, headers, body } = slow.find(({ name }) => name === service)!;
      const socket = connect(replica.port, '127.0.0.1');
      const answer = text(socket);
      const head = { ...headers, Host: 'x', 'Content-Length': String(Buffer.byteLength(body!)) };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body!.slice(0, 10)}`);
      await delay(100);

      const stopped = stop(replica);
      await untilNotReady(replica.url);
      const other = await fetch(`${replica.url}/livez`);
      await delay(shutdownDelayMs);
      await untilRefused(replica.url);
      socket.write(body!.slice(10));
      const [answered, { code }] = [await answer, await stopped];
      return { other: [other.status, other.headers.get('connection')], answered, code };
    }

    it.each(takesBodies)(
      'makes %s report that it is not ready, finish the requests in flight, close every connection and exit',
      (service) => {
        const { other, answered, code } = outcomes[service]!;
        expect(other).toEqual([200, 'close']);
        expect(answered).toMatch(/^HTTP\/1\.1 20\d [\s\S]*Connection: close\r\n/);
        expect(code).toBe(0);
      },
    );
  });
});

async function untilNotReady(url: string): Promise<void> {
  await until(async () => {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    return response.status === 503;
  });
}

async function untilRefused(url: string): Promise<void> {
  await until(async () => {
    const response = await fetch(`${url}/livez`).catch(() => undefined);
    await response?.body?.cancel();
    return response === undefined;
  });
}
