import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createDatabaseCheck } from '../src/health/database-check.ts';
import { createHealthRoutes } from '../src/health/health-routes.ts';
import { createLogger, createRegistry, createFastCounter } from '@bunting/observability';
import { createReadiness } from '../src/health/readiness.ts';
import { createRequestObserver } from '../src/server/request-observer.ts';
import { createWebApp } from '../src/server/web-app.ts';
import { serving, type Serving } from './serving.ts';

let askDatabase: () => Promise<unknown>;
let lines: Record<string, unknown>[] = [];
const registry = createRegistry({ withProcessMetrics: false });
const counted = createFastCounter({ registry, name: 'things_total', help: 'Things.', label: 'kind' });
let canWork = true;
const readiness = createReadiness(() => canWork);

let server: Serving;
beforeAll(async () => {
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const log = createLogger({ service: 'test', level: 'debug', destination });
  const app = createWebApp({
    log,
    observer: createRequestObserver({ registry, log }),
    addRoutes: (app) => {
      const checkDatabase = createDatabaseCheck({ query: () => askDatabase() }, 50);
      app.use(createHealthRoutes({ checkDatabase, readiness, registry }));
      app.get('/things/:key', (req, res) => void res.json({ key: req.params.key }));
      app.get('/broken', () => {
        throw new TypeError('secret details');
      });
    },
  });
  server = await serving(app);
});
afterAll(() => server.stop());
beforeEach(() => {
  lines = [];
  askDatabase = async () => {};
});

const get = (path: string) => request(server.url).get(path);

describe('the web application', () => {
  it('reports in /health that the database answers', async () => {
    const response = await get('/health');
    expect([response.status, response.text]).toEqual([200, '{"status":"ok","db":"ok"}']);
  });

  it.each([
    ['refuses', async () => Promise.reject(new Error('no'))],
    ['hangs', () => new Promise(() => {})],
  ])('says in /health that the database %s', async (_, ask) => {
    askDatabase = ask;
    const response = await get('/health');
    expect([response.status, response.text]).toEqual([503, '{"status":"unavailable","db":"unreachable"}']);
    expect((await get('/livez')).status).toBe(200);
  });

  it('asks a hanging database once for all waiting callers', async () => {
    let asked = 0;
    askDatabase = () => new Promise(() => asked++);
    await Promise.all([get('/health'), get('/health'), get('/health')]);
    expect(asked).toBeLessThanOrEqual(1); // none, when the question of the test above still hangs
  });

  it('is ready as long as it can work', async () => {
    expect((await get('/readyz')).status).toBe(200);
    canWork = false;
    expect((await get('/readyz')).status).toBe(503);
    canWork = true;
    expect((await get('/readyz')).status).toBe(200);
  });

  it('is no longer ready once it stops, though it could work', async () => {
    const other = createReadiness(() => true);
    other.end();
    expect(await other.isReady()).toBe(false);
  });

  it('answers HEAD as it answers GET, and 405 to other methods of its own pages', async () => {
    expect((await request(server.url).head('/livez')).status).toBe(200);
    const response = await request(server.url).post('/health');
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect(response.text).toBe('{"error":"Method not allowed."}');
  });

  it.each(['/nowhere', '/health/', '/Health', '/'])('answers 404 in JSON to %s', async (path) => {
    const response = await get(path);
    expect([response.status, response.text]).toEqual([
      404,
      '{"error":"Not found.","code":"route_not_found"}',
    ]);
  });

  it('sends protective headers and does not name its software', async () => {
    const { headers } = await get('/health');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('answers 400 to a path parameter that cannot be decoded', async () => {
    const response = await get('/things/%E0%A4%A');
    expect([response.status, response.text]).toEqual([
      400,
      '{"error":"The path has invalid percent-encoding."}',
    ]);
  });

  it('answers 500 without the reason, and logs the reason with the request id', async () => {
    const response = await get('/broken').set('X-Request-Id', 'abc-1').set('X-API-Key', 'key-of-somebody');
    expect([response.status, response.text]).toEqual([
      500,
      '{"error":"Internal server error.","code":"internal"}',
    ]);
    const line = lines.find(({ level }) => level === 'error');
    expect(line).toMatchObject({ requestId: 'abc-1', err: { message: 'secret details' } });
    expect(JSON.stringify(lines)).not.toContain('key-of-somebody');
  });

  it('logs one line per request, with the pattern of the route instead of the path', async () => {
    await get('/things/jane?token=1').set('X-Request-Id', 'abc-2');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'debug',
      method: 'GET',
      route: '/things/{key}',
      status: 200,
      requestId: 'abc-2',
    });
    expect(lines[0]?.['durationMs']).toBeGreaterThan(0);
    expect(JSON.stringify(lines)).not.toMatch(/jane|token/);
  });

  it('generates a request id when none or an invalid one is given', async () => {
    await get('/livez');
    await get('/livez').set('X-Request-Id', 'two words');
    const ids = lines.map(({ requestId }) => requestId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('returns the id of the request in every answer, errors included, so that it is found in the log', async () => {
    for (const path of ['/livez', '/nowhere', '/broken', '/things/%E0%A4%A']) {
      expect((await get(path).set('X-Request-Id', 'abc-3')).headers['x-request-id']).toBe('abc-3');
      lines = [];
      const { headers } = await get(path);
      const ids = lines.map(({ requestId }) => requestId);
      expect(new Set(ids)).toEqual(new Set([headers['x-request-id']]));
    }
  });

  it('counts requests by route and status, and has fast counters, for Prometheus', async () => {
    await get('/things/one');
    await get('/things/two');
    counted.add('round');
    counted.add('round');
    counted.add('square');
    const { text, headers } = await get('/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const labels = 'method="GET",route="/things/{key}",status="200"';
    const count = Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`bunting_http_request_duration_seconds_count{${labels}}`))!
        .split(' ')[1],
    );
    expect(count).toBeGreaterThanOrEqual(2);
    expect(text).toContain(`bunting_http_request_duration_seconds_bucket{le="+Inf",${labels}} ${count}`);
    expect(text).toContain('# TYPE bunting_http_request_duration_seconds histogram');
    expect(text).toContain('bunting_things_total{kind="round"} 2\nbunting_things_total{kind="square"} 1');
  });
});
