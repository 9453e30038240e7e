import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createRedis, untilRedisReady } from '@bunting/redis';
import { until, type ServiceProcess } from '@bunting/testing';
import { measuredTurns, readTurns } from '@bunting/testing/turns';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { fillEnvironments, largeKeys, largeOrganisations, smallKey, valueIn } from './large-environments.ts';

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
let service: ServiceProcess;
beforeAll(async () => {
  installation = await createTestInstallation('eval-api', largeOrganisations);
  pool = createPool(installation.env.DATABASE_URL);
  await fillEnvironments(pool);
  // The copies are of before, and at the same version.
  const redis = createRedis(installation.env.REDIS_URL, { name: 'test', log: { info() {}, warn() {} } });
  await untilRedisReady(redis, 60_000);
  await redis.flushall();
  redis.disconnect();
}, 300_000);
afterEach(() => service.stop('SIGKILL'));
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const start = (env: Readonly<Record<string, string>> = {}) =>
  installation.start({ ...measuredTurns('--max-old-space-size=256'), ...env });

const ask = (key: string, variable = 'f0') =>
  fetch(`${service.url}/v1/variables/${variable}`, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: '{"user":{"id":"nobody"}}',
  });

/** Returns the value of `f0`, or the whole answer if there is none. */
async function valueAt(key: string): Promise<unknown> {
  const answer = await ask(key);
  const body = (await answer.json()) as { value?: unknown };
  return answer.status === 200 && typeof body.value === 'string'
    ? body.value
    : { status: answer.status, ...body };
}

/** Two of these environments fit. */
const littleMemory = { ENVIRONMENT_CACHE_BYTES: String(20 * 1024 * 1024) };

/** Bytes without garbage. */
async function usedMemory(): Promise<number> {
  const { heapUsed, external } = (await readTurns(service, { withoutGarbage: true })).memory;
  return heapUsed + external;
}

const changeOf = (key: string) =>
  pool.query(
    `WITH changed AS (
       UPDATE environment SET version = version + 1 WHERE slug = $1 RETURNING id, version)
     UPDATE datafile_fragment SET version = changed.version, document = replace(document::text, $2, $3)::json
     FROM changed WHERE environment_id = id AND document->>'slug' = 'f0'`,
    [valueIn(key), `"${valueIn(key)}"`, `"changed ${valueIn(key)}"`],
  );

const wholeLoads = () =>
  service.metric('bunting_datafile_reload_duration_seconds_count{extent="whole",source="postgres"}');

describe('a process with a heap of 256 MB that is asked for thirty large environments', () => {
  it('answers for each of them in turn, within its memory, and keeps those of others', async () => {
    service = await start();
    expect((await ask(smallKey, 'plain')).status).toBe(200);
    const before = await usedMemory();
    for (const key of largeKeys) {
      expect(await valueAt(key)).toBe(valueIn(key));
      expect((await ask(smallKey, 'plain')).status).toBe(200);
    }
    expect(await wholeLoads()).toBe(largeKeys.length + 1);
    expect(await service.metric('bunting_datafile_evictions_total')).toBeGreaterThan(5);
    const estimated = await service.metric('bunting_datafile_memory_bytes');
    expect(estimated).toBeLessThanOrEqual(await service.metric('bunting_datafile_memory_max_bytes'));
    expect((await usedMemory()) - before).toBeLessThan(estimated);
    expect(service.outputSoFar()).toContain("The environments of this process don't fit into memory");
    for (const key of largeKeys.slice(0, 3)) expect(await valueAt(key)).toBe(valueIn(key));
    expect(await service.stop()).toBe(0);
  });

  it('answers for all of them at once, also when it was killed and started again', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      service = await start();
      const values = await Promise.all(largeKeys.map(valueAt));
      // Requests that would wait too long are told to retry.
      for (const [index, value] of values.entries()) {
        if (value !== valueIn(largeKeys[index]!)) expect(value).toMatchObject({ status: 503 });
      }
      const refused = largeKeys.filter((key, index) => values[index] !== valueIn(key));
      for (const key of refused.slice(0, 3)) await until(async () => (await valueAt(key)) === valueIn(key));
      expect((await ask(smallKey, 'plain')).status).toBe(200);
      await service.stop(signal);
    }
  });
});

describe('an environment that is evicted', () => {
  const [first, ...others] = largeKeys as [string, ...string[]];
  const evictFirst = async () => {
    for (const key of others.slice(0, 3)) await valueAt(key);
  };

  it('is read again for a request that was waiting for its body, which gets the present value', async () => {
    service = await start(littleMemory);
    await valueAt(first);
    const socket = connect(service.port, '127.0.0.1');
    const received = text(socket);
    socket.write(
      `POST /v1/variables/f0 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${first}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`,
    );
    await evictFirst();
    socket.write('{}');
    expect(await received).toContain(`"value":"${valueIn(first)}"`);
  });

  it('follows no changes, and has them when it is asked for again', async () => {
    service = await start(littleMemory);
    await valueAt(first);
    await evictFirst();
    const before = await wholeLoads();
    await changeOf(first);
    expect(await valueAt(first)).toBe(`changed ${valueIn(first)}`);
    expect(await wholeLoads()).toBe(before + 1);
  });
});

describe('an environment that does not fit alone', () => {
  it('is answered 503, with a metric and a line of the log, until it has become smaller', async () => {
    service = await start({
      ENVIRONMENT_CACHE_BYTES: String(4 * 1024 * 1024),
    });
    const key = largeKeys[5]!;
    expect((await ask(smallKey, 'plain')).status).toBe(200);
    const refused = await ask(key);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refused.json()).toMatchObject({ code: 'environment_too_large' });
    expect(await service.metric('bunting_datafile_too_large_total')).toBe(1);
    expect(service.outputSoFar()).toContain("An environment doesn't fit into memory and isn't served");
    expect((await ask(smallKey, 'plain')).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});
