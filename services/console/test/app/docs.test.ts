/** The documentation at /docs: every page and link, the policy of its pages, and the site in a browser. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createRegistry } from '@bunting/observability';
import { createReadiness } from '@bunting/service';
import { ensureBuilt } from '@bunting/testing';
import { createTestLog } from '@bunting/testing/apps';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import request from 'supertest';
import { createApp } from '../../src/app.ts';
import { readBuiltDocs, type BuiltDocs } from '../../src/built-docs.ts';
import { readBuiltFiles } from '../../src/built-files.ts';
import { inspect } from '../console-installation.ts';

const root = new URL('../../../../', import.meta.url);
const docsFolder = new URL('../../dist/docs/', import.meta.url);
let docs: BuiltDocs;
/** The HTML of the pages, by their paths below /docs/. */
let pages: ReadonlyMap<string, string>;

beforeAll(async () => {
  await ensureBuilt();
  docs = readBuiltDocs(docsFolder);
  const html = [...docs.files].filter(([, { type }]) => type.startsWith('text/html'));
  pages = new Map(html.map(([path, { plain }]) => [path, plain.toString()]));
}, 10 * 60_000);

function createDocsApp(publicUrl?: string) {
  const { log } = createTestLog('console');
  const registry = createRegistry({ withProcessMetrics: false });
  const readiness = createReadiness(() => true);
  const files = readBuiltFiles(new URL('../web/', docsFolder));
  return createApp({ log, registry, readiness, files, docsFolder, publicUrl });
}
const ask = (path: string, publicUrl?: string) =>
  request(createServer(createDocsApp(publicUrl)))
    .get(path)
    .redirects(0);

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

describe('a page', () => {
  it.each([
    '/docs/',
    '/docs/start',
    '/docs/reference/contract',
    '/docs/adr/',
    '/docs/reference/api/features',
  ])('is at %s', async (path) => {
    const { status, headers, text } = await ask(path);
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<div id="app">');
  });

  it('is not at an unknown path: 404 as a page', async () => {
    const { status, headers } = await ask('/docs/nothing');
    expect([status, headers['content-type'], headers['etag']]).toEqual([
      404,
      'text/html; charset=utf-8',
      undefined,
    ]);
  });

  it.each(['/docs/../main.js', '/docs/%2e%2e%2fservice.js', '/docs/%', '/docs/reference', '/docs/404'])(
    'is not at %s',
    async (path) => {
      expect((await ask(path)).status).not.toBe(200);
    },
  );

  it('is found without the slash, also below a path that a proxy strips', async () => {
    const { status, headers } = await ask('/docs');
    expect([status, headers['location']]).toEqual([308, 'docs/']);
  });

  it('is only read: 405', async () => {
    const { status } = await request(createServer(createDocsApp())).post('/docs/start');
    expect(status).toBe(405);
  });

  it('is asked for again each time, and its files never', async () => {
    const page = await ask('/docs/start');
    expect(page.headers['cache-control']).toBe('no-cache');
    const again = await request(createServer(createDocsApp()))
      .get('/docs/start')
      .set('If-None-Match', page.headers['etag']!);
    expect(again.status).toBe(304);
    const file = [...docs.files.keys()].find((path) => path.startsWith('assets/'));
    expect((await ask(`/docs/${file}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('runs the scripts of the build alone, and has no inline style', async () => {
    const { headers } = await ask('/docs/start', 'https://flags.acme.example');
    expect(docs.scriptHashes).toHaveLength(2);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; " +
        `frame-ancestors 'none'; require-trusted-types-for 'script'; script-src 'self' ${docs.scriptHashes.join(' ')}; ` +
        "form-action 'none'; upgrade-insecure-requests",
    );
    for (const [path, html] of pages) {
      expect([path, attributes(html, 'style'), /<style| on\w+="/.test(html)]).toEqual([path, [], false]);
    }
  });

  it('is compressed by the build', () => {
    for (const [path, { type, br, gzip, plain }] of docs.files) {
      const isText = /^text|svg/.test(type);
      expect([path, br !== undefined, gzip !== undefined]).toEqual([path, isText, isText]);
      if (gzip !== undefined) expect(gunzipSync(gzip).equals(plain)).toBe(true);
    }
  });
});

describe('the site', () => {
  it('has no text of pages in the data that every page loads', () => {
    const [, { plain }] = [...docs.files].find(([path]) => /^assets\/chunks\/metadata\..*js$/.test(path))!;
    expect(plain.toString()).toContain('/reference/api/features');
    expect(plain.length).toBeLessThan(65_536);
  });

  it('has every page in its sidebar', () => {
    const listed = new Set(attributes(pages.get('start')!, 'href'));
    const missing = [...pages.keys()].filter((path) => path !== '' && !listed.has(`/docs/${path}`));
    expect(missing).toEqual([]);
  });

  it('has no dead link and no dead anchor', () => {
    const anchors = new Map([...pages].map(([path, html]) => [path, new Set(attributes(html, 'id'))]));
    const dead = [...pages].flatMap(([path, html]) =>
      [...new Set(attributes(html, 'href'))]
        .filter(
          (href) => !/^(?:https:|mailto:)/.test(href) && !isFound(new URL(href, `http://a/docs/${path}`)),
        )
        .map((href) => `${path}: ${href}`),
    );
    function isFound({ pathname, hash }: URL): boolean {
      const target = pathname.slice('/docs/'.length);
      if (!pathname.startsWith('/docs/') || !docs.files.has(target)) return false;
      return hash === '' || anchors.get(target)!.has(decodeURIComponent(hash.slice(1)));
    }
    expect(dead).toEqual([]);
  });

  it('links to files of the repository that exist', () => {
    const links = [...pages.values()].flatMap((html) => attributes(html, 'href'));
    const paths = new Set(links.flatMap((link) => /\/blob\/main\/([^#]+)/.exec(link)?.[1] ?? []));
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
    const known = new Set(tracked.flatMap((file) => [file, ...foldersOf(file)]));
    expect(paths.size).toBeGreaterThan(20);
    expect([...paths].filter((path) => !known.has(path.replace(/\/$/, '')))).toEqual([]);
  });

  it('has every page as Markdown beside it, and lists them in llms.txt', async () => {
    const { text, headers } = await ask('/docs/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    for (const path of pages.keys()) {
      if (path === '') continue;
      const markdown = path.replace(/(^|\/)$/, '$1index');
      expect(text).toContain(`(/docs/${markdown}.md)`);
      expect(docs.files.get(`${markdown}.md`)!.plain.toString()).toMatch(/^# /);
    }
  });

  it('has every operation of openapi.json on a page of the API', () => {
    const { paths } = JSON.parse(readFileSync(new URL('docs/openapi.json', root), 'utf8')) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      ['get', 'post', 'put', 'patch', 'delete']
        .filter((method) => method in methods)
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    const written = [...docs.files].filter(([path]) => /^reference\/api\/.*\.md$/.test(path));
    const lines = new Set(written.flatMap(([, { plain }]) => plain.toString().split('\n')));
    expect(operations.length).toBeGreaterThan(100);
    expect(operations.filter((each) => !lines.has(each))).toEqual([]);
  });

  it('does not start without built files', () => {
    expect(() => readBuiltDocs(new URL('../../nowhere/', import.meta.url))).toThrow(
      'The documentation is not built',
    );
  });
});

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

describeWith(chromium, 'the documentation in Chromium', (program) => {
  let browser: TestBrowser;
  const servers: Server[] = [];
  beforeAll(async () => void (browser = await startTestBrowser(program)));
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    for (const server of servers) server.close();
  });

  /** Serves the site as an installation does, below the path that a proxy strips. */
  async function serve(base: string): Promise<string> {
    const app = createDocsApp(`http://localhost${base}`);
    const server = createServer((req, res) => {
      req.url = req.url!.slice(base.length);
      app(req, res);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`;
  }

  it.each([
    ['at the root', ''],
    ['below a path', '/tools/flags'],
  ])('%s finds a page by its text, and goes on by links', async (_, base) => {
    const url = await serve(base);
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/docs/start`);
    await page.getByRole('button', { name: 'Search' }).first().click();
    await page.getByRole('searchbox').fill('X-Service-Signature');
    await page.getByRole('option').first().click();
    await page.waitForURL(/\/docs\/reference\//);
    await page.getByRole('link', { name: 'Glossary' }).first().click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${base}/docs/reference/glossary`);
  });

  it.each([
    ['the first page', ''],
    ['the start', 'start'],
    ['the concepts', 'concepts'],
    ['a guide', 'guides/react'],
    ['a reference with tables', 'reference/limits'],
    ['a page of the API', 'reference/api/import'],
  ])('has no fault that axe finds, light, dark and at 390 px: %s', async (_, path) => {
    const url = await serve('');
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${url}/docs/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await inspect(page);
  });

  it('colours code in light and in dark', async () => {
    const url = await serve('');
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await (await browser.newContext({ colorScheme })).newPage();
      await page.goto(`${url}/docs/reference/webhooks`);
      await page.locator('.shiki').first().waitFor();
      const colours = await page.evaluate<number>(
        'new Set([...document.querySelectorAll(".shiki span")].map((each) => getComputedStyle(each).color)).size',
      );
      expect(colours).toBeGreaterThan(3);
    }
  });
});
