import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMetric } from '@bunting/testing';
import request from 'supertest';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { createSigner } from './traces.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

describe('what operators see', () => {
  it('answers GET /health without a key', async () => {
    const { status, body } = await request(app.server).get('/health');
    expect([status, body]).toEqual([200, { status: 'ok', db: 'ok' }]);
  });

  it('answers the probes', async () => {
    expect((await request(app.server).get('/livez')).status).toBe(200);
    expect((await request(app.server).get('/readyz')).status).toBe(200);
  });

  it('counts requests, events by outcome, rejections, and how long writing takes', async () => {
    const signer = await createSigner(app.pool);
    await ingest(app.server, [
      toEvent({ event_id: 'a' }),
      toEvent({ event_id: 'a' }),
      toEvent({ evaluation_trace: signer.sign() }),
    ]);
    await ingest(app.server, [toEvent({ event_id: 'a' })]);
    await ingest(app.server, [toEvent({ value: 'x' })]);
    await ingest(app.server, [toEvent()], keys.suspended);
    const { text } = await request(app.server).get('/metrics');
    const sample = (line: string) => readMetric(text, line);
    const durations = 'bunting_http_request_duration_seconds_count';
    for (const [status, count] of [
      [202, 2],
      [400, 1],
      [403, 1],
    ]) {
      expect(sample(`${durations}{method="POST",route="/v1/events",status="${status}"}`)).toBe(count);
    }
    expect(sample('bunting_events_total{outcome="accepted"}')).toBe(2);
    expect(sample('bunting_events_total{outcome="duplicate"}')).toBe(2);
    expect(sample('bunting_events_total{outcome="verified"}')).toBe(1);
    expect(sample('bunting_governance_rejections_total{code="organisation_suspended"}')).toBe(1);
    expect(sample('bunting_event_write_duration_seconds_count')).toBe(2);
    expect(sample('bunting_datafile_environments_held')).toBeGreaterThanOrEqual(1);
  });

  it('logs one line per request at debug level, and nothing of users, events or the key', async () => {
    app.lines.length = 0;
    const secret = { event: 'secret-event', event_id: 'secret-id', user: { id: 'secret-user' } };
    await ingest(app.server, [toEvent(secret)]);
    await ingest(app.server, [toEvent({ ...secret, variable: 'secret-variable' })]);
    await ingest(app.server, { body: '{"secret' });
    await ingest(app.server, [toEvent(secret)], keys.suspended);
    expect(app.lines.map(({ level, method, route, status }) => [level, method, route, status])).toEqual([
      ['debug', 'POST', '/v1/events', 202],
      ['debug', 'POST', '/v1/events', 400],
      ['debug', 'POST', '/v1/events', 400],
      ['debug', 'POST', '/v1/events', 403],
    ]);
    expect(JSON.stringify(app.lines)).not.toMatch(/secret|c1a55e00/i);
  });
});
