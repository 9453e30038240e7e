import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { createTestDatabase, ensureBuilt, startTestRedis, until } from '@bunting/testing';
import { applyTo } from '@bunting/testing/filling';
import { describeWith, programRequirement } from '@bunting/testing/requirements';
import { startProxy, type RunningProxy } from './proxy.ts';
import { runProgram, startProgram, type RunningProcess } from './running.ts';

const title = 'HAProxy in front of two replicas of every service, each a process of its own';

const owner = { email: 'owner@people.example', password: 'correct horse battery staple' };
const people = { slug: 'people', name: 'People', members: [{ ...owner, name: 'Owner', role: 'owner' }] };

describeWith(programRequirement('haproxy'), title, (haproxy) => {
  const replicas: RunningProcess[] = [];
  const stops: (() => Promise<void> | void)[] = [];
  let proxy: RunningProxy;

  beforeAll(async () => {
    await ensureBuilt();
    const database = await createTestDatabase();
    const redis = await startTestRedis();
    stops.push(
      () => redis.stop(),
      () => database.drop(),
    );
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      EVALUATION_TRACE_SECRET: randomBytes(32).toString('hex'),
      SESSION_SECRET: randomBytes(32).toString('hex'),
      TRUST_PROXY: '1',
      INGEST_API_WRITE_TIMEOUT_MS: '20000', // the machine may have other work
    };
    const document = 'contract/fixture.yaml';
    const applied = await runProgram(
      process.execPath,
      ['packages/bootstrap/dist/bootstrap-command.js', document],
      env,
    );
    expect(applied).toMatchObject({ code: 0 });
    await applyTo(database.url, { organisations: [people] });
    const ports: Record<string, number[]> = {};
    for (const name of ['eval-api', 'ingest-api', 'coderefs-api', 'settings-api', 'sync-api']) {
      ports[name] = [await findFreePort(), await findFreePort()];
      const started = ports[name].map((port) =>
        startProgram({
          program: process.execPath,
          args: [`services/${name}/dist/service.js`],
          env: { ...env, PORT: String(port) },
          address: `http://127.0.0.1:${port}/readyz`,
        }),
      );
      replicas.push(...(await Promise.all(started)));
    }
    proxy = await startProxy(haproxy, ports);
  });

  afterAll(async () => {
    await proxy?.stop();
    await Promise.all(replicas.map((replica) => replica.stop()));
    for (const stop of stops) await stop();
  });

  it('keeps the contract, all of its vectors over HTTP', async () => {
    const { code, output } = await runProgram(process.execPath, ['contract/dist/main.js', proxy.baseUrl]);
    expect({ code, failed: output.split('\n').filter((line) => line.startsWith('FAILED')) }).toEqual({
      code: 0,
      failed: [],
    });
    expect(Number(/(\d+) passed, 0 failed/.exec(output)?.[1])).toBeGreaterThan(500);
  });

  it('lets people reach the management API', async () => {
    const answer = await fetch(`${proxy.baseUrl}/settings/v1/session`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('x-request-id')).toMatch(/./);
  });

  it('passes the stream of changes on as it comes', async () => {
    const settings = `${proxy.baseUrl}/settings/v1`;
    const signedIn = await fetch(`${settings}/session`, { method: 'POST', body: JSON.stringify(owner) });
    expect(signedIn.status).toBe(200);
    const Cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ');
    const ended = new AbortController();
    const stream = await fetch(`${settings}/organisations/people/changes`, {
      headers: { Cookie },
      signal: ended.signal,
    });
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    let received = '';
    const read = async () => {
      for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) received += part;
    };
    const reading = read().catch(() => 'ended');
    try {
      await until(() => received.startsWith('event: hello\n'));
      const project = JSON.stringify({ slug: 'shop', name: 'Shop' });
      const path = `${settings}/organisations/people/projects`;
      const made = await fetch(path, { method: 'POST', headers: { Cookie }, body: project });
      expect(made.status).toBe(201);
      await until(() => received.includes('"action":"project.created"'));
    } finally {
      ended.abort();
    }
    expect(await reading).toBe('ended');
  });
});
