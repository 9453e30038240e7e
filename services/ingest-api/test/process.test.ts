import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/embedded-servers';
import {
  spawnTestService,
  startOtlpReceiver,
  testSecret,
  until,
  type ServiceProcess,
} from '@bunting/testing';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from './organisations.ts';
import { toEvent, ingestAt } from './requests.ts';
import { readStoredEvents } from './running-app.ts';
import { createSigner } from './traces.ts';

let installation: TestInstallation;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  installation = await createTestInstallation('ingest-api', organisations);
  pool = createPool(installation.env.DATABASE_URL);
});
afterAll(async () => {
  await pool.end();
  await installation.stop();
});

const longTimeouts = { INGEST_API_WRITE_TIMEOUT_MS: '20000' }; // the machine may have other work

const statusOf = async (service: ServiceProcess, events: readonly unknown[], key?: string) =>
  (await ingestAt(service, events, key)).status;

describe('the process', () => {
  it('is traced, with its statements to PostgreSQL and nothing of users and events', async () => {
    const collector = await startOtlpReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
    const service = await installation.start({ ...longTimeouts, ...env });
    const event = toEvent({ user: { id: 'user-of-the-trace' } });
    expect(await ingestAt(service, [event])).toMatchObject({ status: 202 });
    await service.stop();
    collector.stop();
    const request = collector.spans.find(({ name }) => name === 'POST /v1/events')!;
    expect(request.attributes['http.response.status_code']).toBeDefined();
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(below.map(({ attributes }) => attributes['db.system.name'])).toContain('redis');
    expect(collector.requests.map(({ text }) => text).join()).not.toContain('user-of-the-trace');
  });

  it('lists every mistake in its configuration', async () => {
    const service = await spawnTestService(
      'ingest-api',
      {
        DATABASE_URL: 'mysql://x',
        EVALUATION_TRACE_SECRET_PREVIOUS: 'short',
        INGEST_API_MAX_BODY_BYTES: '1',
        EVENT_RETENTION_DAYS: '0',
      },
      await findFreePort(),
    );
    const output = await service.output;
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_PREVIOUS', 'MAX_BODY_BYTES', 'RETENTION_DAYS']) {
      expect(output).toContain(name);
    }
    expect(await service.ended).toBe(1);
  });

  it('has datafiles from the read replica while PostgreSQL and Redis are away, and answers with Retry-After', async () => {
    const service = await installation.start({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/away',
      REDIS_URL: 'redis://127.0.0.1:1',
      DATABASE_REPLICA_URL: installation.env.DATABASE_URL,
    });
    expect(await statusOf(service, [toEvent({})])).toBe(503);
    expect(await service.metric('bunting_datafile_environments_held')).toBe(1);
    await service.stop();
  });

  it('writes when a key was last used before it ends', async () => {
    const began = new Date(Math.floor(Date.now() / 60_000) * 60_000);
    const service = await installation.start(longTimeouts);
    expect(await statusOf(service, [toEvent({})])).toBe(202);
    expect(await service.stop()).toBe(0);
    const { rows } = await pool.query('SELECT FROM environment_key WHERE last_used_at >= $1', [began]);
    expect(rows).toHaveLength(1);
  });

  it('answers the requests in flight after SIGTERM, and exits with 0', async () => {
    const service = await installation.start(longTimeouts);
    const sent = Array.from({ length: 10 }, () => statusOf(service, [toEvent({ event: 'last' })]));
    await delay(20);
    const ended = service.stop('SIGTERM');
    const statuses = await Promise.allSettled(sent);
    expect(await ended).toBe(0);
    const answered = statuses.filter((settled) => settled.status === 'fulfilled' && settled.value === 202);
    const stored = (await readStoredEvents(pool)).filter(({ event }) => event === 'last');
    expect(stored).toHaveLength(answered.length);
  });

  it.each([
    ['true', 202],
    ['false', 400],
  ])('limits events unless EVAL_API_MAX_EVENTS_BATCH_DISABLED is true: %s', async (disabled, expected) => {
    const service = await installation.start({
      ...longTimeouts,
      EVAL_API_MAX_EVENTS_BATCH: '1',
      EVAL_API_MAX_EVENTS_BATCH_DISABLED: disabled,
    });
    expect(await statusOf(service, [toEvent(), toEvent()])).toBe(expected);
    await service.stop();
  });

  it('does not treat zero as no limit', async () => {
    const service = await installation.start({
      ...longTimeouts,
      EVAL_API_MAX_EVENTS_BATCH: '0',
      EVAL_API_RATE_LIMIT_PER_MINUTE: '1',
    });
    const many = Array.from({ length: 1_001 }, () => toEvent());
    expect(await statusOf(service, many.slice(1), keys.fewRequests)).toBe(202);
    expect(await statusOf(service, many, keys.production)).toBe(400);
    expect(await statusOf(service, [toEvent()], keys.fewRequests)).toBe(429);
    await service.stop();
    expect(await service.output).toContain('EVAL_API_MAX_EVENTS_BATCH is \\"0\\"');
  });

  it('accepts bodies up to the configured size', async () => {
    const service = await installation.start({ ...longTimeouts, INGEST_API_MAX_BODY_BYTES: '1024' });
    expect(await statusOf(service, [toEvent({ filling: 'x'.repeat(800) })])).toBe(202);
    expect(await statusOf(service, [toEvent({ filling: 'x'.repeat(1_000) })])).toBe(413);
    await service.stop();
  });

  it('still verifies traces of the previous secret while the secret is rotated', async () => {
    const signers = [
      await createSigner(pool),
      await createSigner(pool, { secret: 'the next secret of the tests, long enough' }),
    ];
    await pool.query('TRUNCATE stored_event');
    const rotations = [
      { EVALUATION_TRACE_SECRET: testSecret },
      {
        EVALUATION_TRACE_SECRET: 'the next secret of the tests, long enough',
        EVALUATION_TRACE_SECRET_PREVIOUS: testSecret,
      },
      { EVALUATION_TRACE_SECRET: 'the next secret of the tests, long enough' },
    ];
    for (const env of rotations) {
      const service = await installation.start({ ...longTimeouts, ...env });
      await ingestAt(
        service,
        signers.map((signer) => toEvent({ evaluation_trace: signer.sign() })),
      );
      await service.stop();
    }
    const stored = await readStoredEvents(pool);
    expect(stored.map((event) => event.evaluation_trace_verified)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
    ]);
  });

  it('removes events older than EVENT_RETENTION_DAYS', async () => {
    await pool.query('TRUNCATE stored_event');
    const service = await installation.start(longTimeouts);
    await ingestAt(service, [toEvent({ event: 'old' }), toEvent({ event: 'new' })]);
    await pool.query(
      `UPDATE stored_event SET id = ('01900000-0000' || substr(id::text, 14))::uuid WHERE event = 'old'`,
    );
    await installation.start({ ...longTimeouts, EVENT_RETENTION_DAYS: '1' });
    await until(async () => (await readStoredEvents(pool)).length === 1);
    expect((await readStoredEvents(pool)).map(({ event }) => event)).toEqual(['new']);
  });
});
