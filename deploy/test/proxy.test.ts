import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createTestAuthority } from '@bunting/testing/authority';
import { describeWith, programRequirement } from '@bunting/testing/requirements';
import { services } from '../../local/src/services.ts';
import { readText } from './compose-file.ts';
import { startProxy, type RunningProxy } from './proxy.ts';
import { runProgram } from './running.ts';

it('routes by the path table of npm start', () => {
  const lines = readText('deploy/haproxy.cfg').match(/^ *use_backend (?!preflights|not-found-page).*$/gm)!;
  const table = lines.map((line) => line.trim().replaceAll(/\s+/g, ' '));
  const expected = services
    .filter(({ paths }) => paths.length > 0)
    .map(({ name, paths }) => {
      const below = paths.filter(({ exact }) => exact !== true).map(({ path }) => `${path}/`);
      const exactly = `{ path ${paths.map(({ path }) => path).join(' ')} }`;
      return `use_backend ${name} if ${exactly}${below.length === 0 ? '' : ` or { path_beg ${below.join(' ')} }`}`;
    });
  expect(table).toEqual(expected);
});

describeWith(programRequirement('haproxy'), 'deploy/haproxy.cfg', (haproxy) => {
  it('is a configuration that HAProxy accepts without a warning', async () => {
    const { code, output } = await runProgram(haproxy, ['-c', '-f', 'deploy/haproxy.cfg']);
    expect([code, output.trim()]).toEqual([0, 'Configuration file is valid']);
  });

  it('uses the certificates of a folder, and reports when there are none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bunting-certificates-'));
    const check = () => runProgram(haproxy, ['-c', '-f', 'deploy/haproxy.cfg'], { TLS_CERTIFICATES: folder });
    expect((await check()).code).toBe(1);
    const { cert, key } = createTestAuthority().issue('flags.example.org');
    await writeFile(join(folder, 'flags.pem'), cert + key);
    expect(await check()).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  describe('HAProxy with the configuration of docker-compose.yml', () => {
    const seen: { server: Server; request: IncomingMessage }[] = [];
    const servers: Server[] = [];
    const silent = new Set<string>();
    let isReady = true;
    let proxy: RunningProxy;

    beforeAll(async () => {
      const ports: Record<string, number[]> = {};
      for (const { name } of services) {
        ports[name] = [await startEcho(name), await startEcho(name)];
      }
      proxy = await startProxy(haproxy, ports);
    });

    afterAll(async () => {
      await proxy.stop();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => once(server.close(), 'close')));
    });

    /** Echoes the request. If the service is `silent`, it closes the connection of one request without an answer. */
    async function startEcho(service: string): Promise<number> {
      const server = createServer((req, res) => {
        req.resume();
        if (req.url === '/readyz') {
          res.writeHead(isReady ? 200 : 503).end();
          return;
        }
        seen.push({ server, request: req });
        if (silent.delete(service)) req.socket.destroy();
        else res.end(service);
      }).listen(0, '127.0.0.1');
      servers.push(server);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }

    /** Sends exactly this path; fetch would normalise it. */
    async function ask(
      path: string,
      options: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) {
      seen.length = 0;
      const { port } = new URL(proxy.baseUrl);
      const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options });
      sent.on('error', () => {}).end(options.body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let body = '';
      for await (const chunk of response) body += String(chunk);
      return { status: response.statusCode, headers: response.headers, body };
    }

    it.each([
      ['/v1/variables', 'eval-api'],
      ['/v1/variables/a', 'eval-api'],
      ['/v1/evaluations?etag=a', 'eval-api'],
      ['/ofrep/v1/evaluate/flags', 'eval-api'],
      ['/ofrep/v1/evaluate/flags/a', 'eval-api'],
      ['/health', 'eval-api'],
      ['/v1/events', 'ingest-api'],
      ['/v1/usage', 'ingest-api'],
      ['/v1/code-references/keys?include=archived_keys', 'coderefs-api'],
      ['/v1/types?project=shop', 'coderefs-api'],
      ['/settings/v1/organisations', 'settings-api'],
      ['/v1/stream?key=a', 'sync-api'],
      ['/v1/datafile?since=1', 'sync-api'],
      ['/', 'console'],
      ['/?a', 'console'],
      ['/o/acme/p/shop/features?text=a', 'console'],
      ['/sign-in', 'console'],
      ['/invitations/token', 'console'],
      ['/assets/a.js', 'console'],
    ])('sends %s to %s', async (path, service) => {
      expect(await ask(path)).toMatchObject({ status: 200, body: service });
    });

    it.each([
      '//',
      '/ox',
      '/features',
      '/favicon.ico',
      '/v1/variablesx',
      '/v1/evaluationsx',
      '/ofrepx',
      '/v1/usage/x',
      '/health/x',
      '/v1/types/x',
      '/metrics',
      '/readyz',
      '/queues',
      '/V1/variables',
    ])('answers 404 to %s', async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, headers['content-type'], body]).toEqual([
        404,
        'application/json',
        '{"error":"Not found.","code":"route_not_found"}',
      ]);
      expect(seen).toEqual([]);
    });

    const crossSite = { Origin: 'https://app.example' };
    const readable = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
    };

    it('lets a page of another site read its refusals: 404 and 413', async () => {
      const wrongPath = await ask('/v1/variablesx', { headers: crossSite });
      expect([wrongPath.status, wrongPath.headers]).toEqual([404, expect.objectContaining(readable)]);
      const tooLarge = await ask('/v1/events', {
        method: 'POST',
        headers: { ...crossSite, 'Content-Length': String(65 * 1024 * 1024) },
      });
      expect([tooLarge.status, tooLarge.headers]).toEqual([413, expect.objectContaining(readable)]);
    });

    it('answers the preflight of a wrong path, and leaves those of services to them', async () => {
      const headers = { ...crossSite, 'Access-Control-Request-Method': 'POST' };
      const wrongPath = await ask('/v1/variablesx', { method: 'OPTIONS', headers });
      expect([wrongPath.status, wrongPath.headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(seen).toEqual([]);
      expect((await ask('/v1/variables', { method: 'OPTIONS', headers })).body).toBe('eval-api');
      expect((await ask('/settings/v1/session', { method: 'OPTIONS', headers })).body).toBe('settings-api');
    });

    it.each([
      '/v1/variables/a%2Fb',
      '/v1/variables/%2e%2E/x',
      '/v1/variables//x//',
      '/v1/variables/../events',
      '/v1/variables/%C3%A9%00?q=%zz&q=+a;b',
      '/settings/v1/./x/%252F',
    ])('passes %s on byte for byte', async (path) => {
      expect((await ask(path)).status).toBe(200);
      expect(seen[0]!.request.url).toBe(path);
    });

    it('passes on the address of the client and the protocol, and gives the request an id that it returns', async () => {
      const { headers } = await ask('/v1/events', {
        headers: { 'X-Forwarded-For': '203.0.113.9', 'X-Request-Id': 'two words' },
      });
      const { headers: received } = seen[0]!.request;
      expect(received['x-forwarded-for']).toBe('203.0.113.9, 127.0.0.1');
      expect(received['x-forwarded-proto']).toBe('http');
      expect(received['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['x-request-id']).toBe(received['x-request-id']);
    });

    it('sends browsers a page at addresses without a route, whatever the services answer there', async () => {
      for (const path of ['/start', '/metrics', '/v1/nowhere?a=b']) {
        expect(await ask(path, { headers: { Accept: 'text/html,*/*;q=0.8' } })).toMatchObject({
          body: 'console',
        });
        expect(seen[0]!.request.url).toBe('/not-found');
      }
      expect((await ask('/start', { headers: { Accept: '*/*' } })).status).toBe(404);
    });

    it('keeps the id of a request, and returns it with a 404', async () => {
      const headers = { 'X-Request-Id': 'abc-1' };
      await ask('/v1/variables', { headers });
      expect(seen[0]!.request.headers['x-request-id']).toBe('abc-1');
      expect((await ask('/nowhere', { headers })).headers['x-request-id']).toBe('abc-1');
    });

    it('refuses bodies that no service would accept', async () => {
      const headers = { 'Content-Length': String(65 * 1024 * 1024) };
      expect(await ask('/v1/code-references', { method: 'POST', headers })).toMatchObject({
        status: 413,
        body: '{"error":"The body is too large.","code":"body_too_large"}',
      });
    });

    it('repeats an evaluation that was not answered', async () => {
      silent.add('eval-api');
      expect((await ask('/v1/variables', { method: 'POST', body: '{}' })).status).toBe(200);
      expect(seen).toHaveLength(2);
    });

    it('repeats requests to the management API that only read', async () => {
      silent.add('settings-api');
      expect((await ask('/settings/v1/organisations')).status).toBe(200);
      expect(seen).toHaveLength(2);
    });

    it.each([
      ['/v1/events', 'ingest-api', 'POST'],
      ['/v1/usage', 'ingest-api', 'POST'],
      ['/v1/code-references', 'coderefs-api', 'POST'],
      ['/settings/v1/organisations', 'settings-api', 'POST'],
      ['/settings/v1/organisations/x', 'settings-api', 'DELETE'],
    ])('does not send %s to %s twice when it may have been taken in', async (path, service, method) => {
      silent.add(service);
      const { status, headers, body } = await ask(path, { method, headers: { 'Content-Length': '0' } });
      expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
        502,
        '1',
        { error: 'The service is temporarily unavailable. Try again shortly.', code: 'unavailable' },
      ]);
      expect(seen).toHaveLength(1);
    });

    it.each([
      ['/v1/events?key=c0a7ac70-0000-8c11-8000-00000000aa31', '/v1/events?key=***'],
      ['/v1/events?a=1&key=c0a7ac70-0000-4000-8000-00000000aa31&b=2', '/v1/events?a=1&key=***&b=2'],
      ['/v1/events?key=c0a7ac70&key=c0a7ac70', '/v1/events?key=***&key=***'],
      ['/v1/events/x?monkey=1', '/v1/events/x?monkey=1'],
    ])('logs %s as %s', async (path, logged) => {
      silent.add('ingest-api');
      await ask(path, { method: 'POST', headers: { 'Content-Length': '0' } });
      expect(seen[0]!.request.url).toBe(path);
      await until(() => proxy.output().includes(`"POST ${logged} HTTP/1.1"`));
      expect(proxy.output()).not.toContain('c0a7ac70');
    });

    it('uses all replicas', async () => {
      const asked = new Set<Server>();
      for (let n = 0; n < 10; n += 1) {
        await ask('/v1/variables');
        asked.add(seen[0]!.server);
      }
      expect(asked.size).toBe(2);
    });

    it('has metrics for operators, and sends nothing to replicas that are not ready', async () => {
      const metrics = await (await fetch(`${proxy.operatorsUrl}/metrics`)).text();
      expect(metrics).toContain('haproxy_backend_http_requests_total{proxy="eval-api"}');
      isReady = false;
      const deadline = Date.now() + 20_000;
      while ((await fetch(`${proxy.operatorsUrl}/readyz`)).ok && Date.now() < deadline) await sleep(100);
      const { status, headers, body } = await ask('/v1/variables');
      expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
        503,
        '1',
        { error: 'The service is temporarily unavailable. Try again shortly.', code: 'unavailable' },
      ]);
      expect(headers).toMatchObject(readable);
      const preflight = await ask('/v1/variables', {
        method: 'OPTIONS',
        headers: { ...crossSite, 'Access-Control-Request-Method': 'POST' },
      });
      expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
      expect(seen).toEqual([]);
    });
  });
});
