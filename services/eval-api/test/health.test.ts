import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readMetric } from '@bunting/testing';
import request from 'supertest';
import { keys, organisations } from './organisations.ts';
import { evaluateVariable, evaluateVariables } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
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

  it('counts requests, evaluations and rejections, and knows the age of what it serves', async () => {
    await evaluateVariable(app.server, 'untargeted');
    await evaluateVariables(app.server, { keys: ['untargeted', 'nothing', 'paused'] });
    await evaluateVariable(app.server, 'untargeted', {}, keys.suspended);
    await evaluateVariable(app.server, 'untargeted', '{');
    const { text } = await request(app.server).get('/metrics');
    const sample = (line: string) => readMetric(text, line);
    const durations = 'bunting_http_request_duration_seconds_count';
    expect(sample(`${durations}{method="POST",route="/v1/variables/{key}",status="200"}`)).toBe(1);
    expect(sample(`${durations}{method="POST",route="/v1/variables/{key}",status="400"}`)).toBe(1);
    expect(sample(`${durations}{method="POST",route="/v1/variables/{key}",status="403"}`)).toBe(1);
    expect(sample(`${durations}{method="POST",route="/v1/variables",status="200"}`)).toBe(1);
    expect(sample('bunting_evaluations_total{reason="default_variation"}')).toBe(2);
    expect(sample('bunting_evaluations_total{reason="variable_not_found"}')).toBe(1);
    expect(sample('bunting_governance_rejections_total{code="organisation_suspended"}')).toBe(1);
    expect(sample('bunting_datafile_environments_held')).toBe(2);
    expect(
      sample('bunting_datafile_reload_duration_seconds_count{extent="whole",source="postgres"}'),
    ).toBeGreaterThanOrEqual(2);
    expect(sample('bunting_datafile_age_seconds')).toBeGreaterThanOrEqual(0);
  });

  it('logs one line per request at debug level, and nothing of the user, the body or the key', async () => {
    app.lines.length = 0;
    const user = { id: 'secret-id', email: 'secret@example.com', custom_data: { secret: 'secret' } };
    await evaluateVariable(app.server, 'secret-variable', { user });
    await evaluateVariables(app.server, { keys: ['secret-variable'], user });
    await evaluateVariable(app.server, 'secret-variable', '{"secret');
    await evaluateVariable(app.server, 'secret-variable', { user }, keys.suspended);
    expect(app.lines.map(({ level, method, route, status }) => [level, method, route, status])).toEqual([
      ['debug', 'POST', '/v1/variables/{key}', 200],
      ['debug', 'POST', '/v1/variables', 200],
      ['debug', 'POST', '/v1/variables/{key}', 400],
      ['debug', 'POST', '/v1/variables/{key}', 403],
    ]);
    for (const line of app.lines) {
      expect(line).toMatchObject({ durationMs: expect.any(Number), requestId: expect.any(String) });
    }
    const all = JSON.stringify(app.lines);
    expect(all).not.toMatch(/secret|c1a55e00/i);
  });
});
