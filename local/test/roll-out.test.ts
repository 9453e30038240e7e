import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { findFreePort } from '@bunting/local';
import { openGateway, type Gateway, type Route } from '../src/gateway.ts';
import { services } from '../src/services.ts';
import { startConstantLoad, type LoadRequest } from './installation/constant-load.ts';
import { demo, prepareDemo } from './installation/demo.ts';
import { startReplicaSet, type ReplicaSet } from './installation/replica-set.ts';
import { killReplicas } from './installation/replica.ts';

jest.setTimeout(180_000); // processes that start, on machines that run other tests meanwhile

const perSecond = 1_000;
const rounds = 3;
/** Longer than the proxy takes to notice, even on a busy machine. */
const shutdownDelayMs = 1_000;
const longestStopMs = 20_000;

const served = services.filter(({ paths }) => paths.length > 0);
const withKey = { 'X-API-Key': demo.environmentKey };
const withToken = { Authorization: `Bearer ${demo.token}` };
const feature = '/settings/v1/organisations/acme/projects/shop/features/checkout';

let installation: Awaited<ReturnType<typeof prepareDemo>>;
let sets: ReplicaSet[] = [];
let gateway: Gateway | undefined;
beforeAll(async () => {
  installation = await prepareDemo();
  const env = {
    ...installation.env,
    EVAL_API_RATE_LIMIT_DISABLED: 'true',
    SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
  };
  sets = await Promise.all(served.map(({ name }) => startReplicaSet(name, env, 2)));
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all(sets.map((set) => set.stop()));
  killReplicas();
  await installation.stop();
});

/** Who asks for a route's port is sent to the next replica that is ready. */
function routesTo(set: ReplicaSet): Route[] {
  const { paths } = served.find(({ name }) => name === set.service)!;
  return paths.map((path) => ({
    ...path,
    get port() {
      return set.port;
    },
  }));
}

function evaluation(n: number): LoadRequest {
  const body = JSON.stringify({ user: { id: `user-${n % 100}`, country: 'CA' } });
  return { name: 'eval-api', method: 'POST', path: '/v1/variables/checkout-enabled', headers: withKey, body };
}

function event(acknowledged: Set<string>): LoadRequest {
  const id = newId();
  const sent = { event: 'bought', variable: 'checkout-enabled', variation: 'one-page', event_id: id };
  return {
    name: 'ingest-api',
    method: 'POST',
    path: '/v1/events',
    headers: withKey,
    body: JSON.stringify({ events: [{ ...sent, user: { id: 'user-1' } }] }),
    onAnswered: (status) => void (status === 202 && acknowledged.add(id)),
  };
}

function snapshot(n: number): LoadRequest {
  const references = [{ key: 'checkout-enabled', file: `src/file-${n % 7}.ts`, line: 1 }];
  const body = JSON.stringify({
    project: 'shop',
    repository: 'acme/shop',
    branch: 'main',
    commit: 'c0ffee0',
    references,
  });
  return { name: 'coderefs-api', method: 'POST', path: '/v1/code-references', headers: withToken, body };
}

function renaming(n: number): LoadRequest {
  const body = JSON.stringify({ description: `Seen ${n} requests.` });
  const headers = { ...withToken, 'Content-Type': 'application/json' };
  return { name: 'settings-api', method: 'PATCH', path: feature, headers, body };
}

const knownKeys = '/v1/code-references/keys?project=shop';

/** Of a thousand: about 780 evaluations, 200 events; ten each and two changes each for the services that are asked less. */
function mixture(acknowledged: Set<string>) {
  return (n: number): LoadRequest => {
    const place = n % 500;
    if (place === 0) return snapshot(n);
    if (place === 250) return renaming(n);
    if (place % 100 === 1)
      return { name: 'coderefs-api', method: 'GET', path: knownKeys, headers: withToken };
    if (place % 100 === 7) return { name: 'settings-api', method: 'GET', path: feature, headers: withToken };
    return place % 5 === 3 ? event(acknowledged) : evaluation(n);
  };
}

describe('a roll-out', () => {
  it('under 1,000 requests a second fails none of them and loses no event', async () => {
    const port = await findFreePort();
    gateway = await openGateway(port, sets.flatMap(routesTo));
    const acknowledged = new Set<string>();
    const load = startConstantLoad({ port, perSecond, next: mixture(acknowledged) });
    await delay(500);
    const ends: { code: number | null; tookMs: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const index of [0, 1]) ends.push(...(await Promise.all(sets.map((set) => set.replace(index)))));
    }
    await delay(500);
    const { seconds, sent, answers, failures } = await load.end();
    const longestMs = Math.max(...ends.map(({ tookMs }) => tookMs));
    console.info(
      `${sent} requests in ${seconds.toFixed(1)} s, ${ends.length} restarts (the longest stop ${longestMs.toFixed()} ms), ` +
        `${failures.length} failures: ${JSON.stringify(answers)}`,
    );

    expect(failures.slice(0, 10)).toEqual([]);
    expect(Object.values(answers).reduce((sum, count) => sum + count)).toBe(sent);
    for (const { name } of served) expect(kinds(answers)).toContain(name);
    expect(ends).toHaveLength(rounds * 2 * served.length);
    expect(ends.filter(({ code, tookMs }) => code !== 0 || tookMs > longestStopMs)).toEqual([]);

    const pool = createPool(installation.database.url);
    const { rows } = await pool.query<{ event_id: string }>('SELECT event_id FROM stored_event');
    await pool.end();
    const stored = new Set(rows.map((row) => row.event_id));
    expect(rows).toHaveLength(stored.size);
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(acknowledged.size).toBe(answers['ingest-api 202']);
  });
});

function kinds(answers: Readonly<Record<string, number>>): string[] {
  return Object.keys(answers).map((answer) => answer.split(' ')[0]!);
}

describe('SIGTERM', () => {
  it.each(served.map(({ name }) => name))(
    'lets %s say that it is not ready, finish what is in flight, close every connection and end',
    async (service) => {
      const replica = sets.find((set) => set.service === service)!.replicas[0]!;
      const slow = [evaluation(1), event(new Set()), snapshot(1), renaming(1)];
      const { method, path, headers, body } = slow.find(({ name }) => name === service)!;
      const socket = connect(replica.port, '127.0.0.1');
      const answer = text(socket);
      const head = { ...headers, Host: 'x', 'Content-Length': String(Buffer.byteLength(body!)) };
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body!.slice(0, 10)}`);
      await delay(100);

      const stopped = replica.stop();
      await untilNotReady(replica.url);
      const other = await fetch(`${replica.url}/livez`);
      expect([other.status, other.headers.get('connection')]).toEqual([200, 'close']);
      await delay(shutdownDelayMs);
      await expect(fetch(`${replica.url}/livez`)).rejects.toThrow('fetch failed');
      socket.write(body!.slice(10));
      expect(await answer).toMatch(/^HTTP\/1\.1 20\d [\s\S]*Connection: close\r\n/);
      const { code, tookMs } = await stopped;
      expect(code).toBe(0);
      expect(tookMs).toBeLessThan(longestStopMs);
    },
  );
});

async function untilNotReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    if (response.status === 503) return;
    await delay(5);
  }
  throw new Error('It stays ready.');
}
