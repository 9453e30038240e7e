/** The files of the server: the built page, in every encoding, below every base path. */
import { createServer } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '@bunting/observability';
import { createReadiness } from '@bunting/service';
import { ensureBuilt } from '@bunting/testing';
import { createTestLog } from '@bunting/testing/apps';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import { readBuiltFiles, type BuiltFiles } from '../../src/built-files.ts';

const built = new URL('../../dist/web/', import.meta.url);
const docsFolder = new URL('../../dist/docs/', import.meta.url);
let files: BuiltFiles;
beforeAll(async () => {
  await ensureBuilt();
  files = readBuiltFiles(built);
});

const readiness = createReadiness(() => true);
function ask(method: 'get' | 'head' | 'post', path: string, publicUrl?: string) {
  const { log } = createTestLog('console');
  const registry = createRegistry({ withProcessMetrics: false });
  const app = createApp({ log, registry, readiness, files, docsFolder, publicUrl });
  return request(createServer(app))[method](path).redirects(0);
}

const linksOf = (page: string) => [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link!);

describe('the page', () => {
  it.each([
    '/',
    '/?a=b',
    '/o',
    '/o/acme/p/shop/features?text=a',
    '/o/acme/',
    '/account',
    '/sign-in',
    '/sign-up',
    '/invitations/token',
    '/password-resets/a%2Fb',
  ])('is at %s', async (path) => {
    const { status, headers, text } = await ask('get', path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<div id="root">');
  });

  it.each([
    '/ox',
    '/O/acme',
    '/features',
    '/health',
    '/index.html',
    '/assets',
    '/assets/',
    '/assets/../main.js',
  ])('is not at %s: 404 in JSON', async (path) => {
    const { status, body } = await ask('get', path);
    expect([status, body]).toEqual([404, { error: 'Not found.', code: 'route_not_found' }]);
  });

  it('comes with a 404 for addresses that the gateway does not know, and is not kept', async () => {
    const { status, headers, text } = await ask('get', '/not-found');
    expect([status, headers['content-type'], headers['etag']]).toEqual([
      404,
      'text/html; charset=utf-8',
      undefined,
    ]);
    expect(text).toContain('<div id="root">');
  });

  it('is only read: 405', async () => {
    const { status, headers } = await ask('post', '/sign-in');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  });

  it('lets the browser load and run what it has from this address alone', async () => {
    const { headers } = await ask('get', '/', 'https://flags.acme.example');
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; script-src 'self'; form-action 'self'; upgrade-insecure-requests",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([undefined, 'http://flags.test', 'http://localhost:8080'])(
    'asks for nothing by https where PUBLIC_URL is %s',
    async (publicUrl) => {
      const { headers } = await ask('get', '/', publicUrl);
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    },
  );

  it('has no inline script and no inline style, and links to its own files alone', () => {
    expect(files.page).not.toMatch(/<style|style=|<script>|<script(?![^>]*\ssrc=)|\son\w+=/);
    expect(linksOf(files.page).every((link) => link.startsWith('./assets/'))).toBe(true);
  });

  it('is asked for again each time, and is sent when it has changed: ETag', async () => {
    const first = await ask('get', '/');
    expect(first.headers['cache-control']).toBe('no-cache');
    const etag = first.headers['etag']!;
    const again = await ask('get', '/account').set('If-None-Match', `W/${etag}`);
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('get', '/').set('If-None-Match', '"other"')).status).toBe(200);
    // It contains the base path, and so does what is compared.
    expect((await ask('get', '/', 'https://acme.example/flags')).headers['etag']).not.toBe(etag);
  });

  it.each([
    [undefined, ''],
    ['https://flags.acme.example', ''],
    ['https://acme.example/flags', '/flags'],
    ['https://acme.example/tools/flags', '/tools/flags'],
  ])('with PUBLIC_URL %s finds its files below "%s"', async (publicUrl, base) => {
    const { text } = await ask('get', '/o/acme', publicUrl);
    expect(text).toContain(`<meta name="bunting-base" content="${base}"`);
    const links = linksOf(text);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link.startsWith(`${base}/assets/`)).toBe(true);
      // The proxy in front strips the base path.
      expect((await ask('get', link.slice(base.length), publicUrl)).status).toBe(200);
    }
  });
});

describe('the files', () => {
  it('are kept by the browser for ever', async () => {
    const [name] = [...files.assets.keys()];
    const { headers } = await ask('get', `/assets/${name}`);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip, br', 'br', brotliDecompressSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    ['', undefined, (bytes: Buffer) => bytes],
  ])('are sent to clients that accept "%s" as %s', async (accepted, encoding, decode) => {
    const [name, { plain }] = [...files.assets].find(([each]) => each.endsWith('.js'))!;
    const { headers, body } = await ask('get', `/assets/${name}`)
      .set('Accept-Encoding', accepted)
      .buffer(true)
      .parse((res, done) => {
        // supertest has decompressed it, whatever was sent.
        const chunks: Buffer[] = [];
        res
          .on('data', (chunk: Buffer) => chunks.push(chunk))
          .on('end', () => done(null, Buffer.concat(chunks)));
      });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['vary']).toContain('Accept-Encoding');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    const bytes = body as Buffer;
    expect(bytes.equals(plain) || decode(bytes).equals(plain)).toBe(true);
  });

  it.each(['nothing.js', '..%2Findex.html', '%2e%2e', 'index.html'])('have no %s: 404', async (name) => {
    expect((await ask('get', `/assets/${name}`)).status).toBe(404);
  });

  it('have no maps and name no folder of the machine that built them', () => {
    for (const [name, { plain }] of files.assets) {
      expect(name).not.toMatch(/\.map$/);
      expect([name, plain.includes('/node_modules/'), plain.includes('sourceMappingURL')]).toEqual([
        name,
        false,
        false,
      ]);
    }
  });
});

it('answers probes, and has no database that it could report on', async () => {
  expect((await ask('get', '/livez')).status).toBe(200);
  expect((await ask('get', '/readyz')).status).toBe(200);
  expect((await ask('get', '/metrics')).text).toContain('bunting_http_request');
});

it('does not start without built files', () => {
  expect(() => readBuiltFiles(new URL('../../nowhere/', import.meta.url))).toThrow(
    'The console is not built',
  );
});
