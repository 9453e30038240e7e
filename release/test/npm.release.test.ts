/**
 * The packages of a release of a fork, away from the sources: checked by publint and attw, and installed into projects that ask an installation, which
 * `npx` runs from its archive. Installing needs the npm registry.
 */
import { chmodSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { chromium, startTestBrowser, startTestSite, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { findFreePort } from '@bunting/embedded-servers';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { artefacts } from '../artefacts/index.ts';
import { makeCheckout, type Checkout } from './checkout.ts';
import { emptyHome, startByNpx, startWithoutRedis, type NpxCommand } from './npx.ts';
import { commonjs } from './projects/commonjs.ts';
import { express } from './projects/express.ts';
import { nextjs } from './projects/nextjs.ts';
import { createProject, type ProjectFiles } from './projects/project.ts';
import { viteReact } from './projects/vite-react.ts';
import { startNext } from './projects/start-next.ts';

/** Two builds, installations from the registry, and Next.js. */
const maxMs = 20 * 60_000;
const version = '7.8.9-rc.1';
const fork = {
  npm: { scope: '@acme', server: 'acme-bunting' },
  images: 'registry.acme.example/bunting',
  charts: 'oci://registry.acme.example/charts',
  repository: 'https://git.acme.example/bunting',
  documentation: 'https://docs.acme.example',
};
const sdks = ['client', 'node', 'openfeature', 'react'];
const all = [...sdks, 'cli', 'bunting'];
const serverKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
const clientKey = '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d6f70';
const token = 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv';

const folder = mkdtempSync(join(tmpdir(), 'bunting-npx-'));
chmodSync(folder, 0o755); // for the user that PostgreSQL runs as
let checkout: Checkout;
let built: Awaited<ReturnType<Checkout['release']>>;
let archives: string;
let installation: NpxCommand;
let url: string;

beforeAll(async () => {
  checkout = makeCheckout(version, { 'release.json': `${JSON.stringify(fork, undefined, 2)}\n` });
  built = await checkout.release();
  archives = join(built.folder, 'npm');
}, maxMs);
afterAll(async () => {
  installation?.interrupt();
  await installation?.ended;
  rmSync(folder, { recursive: true, force: true });
  checkout?.remove();
}, maxMs);

const archiveOf = (name: string) => join(archives, `acme-${name}-${version}.tgz`);

describe('the release', () => {
  it('has every artefact, the notes and the checksums', () => {
    expect(readdirSync(built.folder).toSorted()).toEqual(
      [...artefacts.map(({ name }) => name), 'NOTES.md', 'SHA256SUMS'].toSorted(),
    );
  });

  it('has an archive for each package, under the names of the fork', () => {
    expect(readdirSync(archives).toSorted()).toEqual(
      all.map((name) => `acme-${name}-${version}.tgz`).toSorted(),
    );
  });

  it(
    'has the same bytes in every file when it is built again, and a dry run keeps nothing',
    async () => {
      const path = join(checkout.folder, 'dist/release');
      renameSync(join(path, version), join(path, 'first'));
      const again = await checkout.release('--dry-run');
      expect(readdirSync(path)).toEqual(['first']);
      renameSync(join(path, 'first'), join(path, version));
      const hashes = (lines: readonly string[]) => lines.filter((line) => /^ {2}[0-9a-f]{12} /.test(line));
      const listed = readFileSync(join(built.folder, 'SHA256SUMS'), 'utf8').trim().split('\n');
      expect(hashes(again.printed)).toHaveLength(listed.length);
      expect(hashes(again.printed)).toEqual(hashes(built.printed));
    },
    maxMs,
  );
});

describe('the archive', () => {
  it.each(all)('of %s passes publint', async (name) => {
    const { messages, pkg } = await publint({
      pack: { tarball: toArrayBuffer(archiveOf(name)) },
      strict: true,
    });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it.each(sdks)('of %s has types that fit its modules, however they are resolved', async (name) => {
    const found = await checkPackage(
      createPackageFromTarballData(new Uint8Array(toArrayBuffer(archiveOf(name)))),
    );
    expect(found).toMatchObject({ packageName: `@acme/${name}`, packageVersion: version });
    expect(found.types && found.problems).toEqual([]);
  });
});

function toArrayBuffer(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer;
}

describe('npx, in an empty folder and with an empty home directory,', () => {
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    installation = startByNpx(archiveOf('bunting'), ['--port', String(port)], {
      folder,
      env: emptyHome(folder),
    });
    await installation.ready;
  }, maxMs);

  it('starts an installation with the demo, which answers', async () => {
    expect(installation.output()).toContain('"value":true,"variation":"one-page"');
    expect(installation.output()).toContain(join(folder, 'home/.bunting'));
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', db: 'ok' });
  });

  it.each([
    '/',
    '/settings/v1/openapi.json',
    '/settings/v1/docs',
    '/settings/v1/docs/swagger-ui-bundle.js',
    '/docs/',
    '/docs/start',
    '/docs/reference/management-api',
    '/docs/guides/react.md',
    '/docs/llms.txt',
  ])('serves %s', async (path) => {
    expect((await fetch(`${url}${path}`)).status).toBe(200);
  });

  it('prints where its documentation is', () => {
    expect(installation.output()).toContain(`/docs/\n`);
  });

  it('writes nothing into the folder', () => {
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it.each([
    ['--version', 0, `${version}\n`],
    ['--help', 0, 'Usage: bunting [options]'],
    ['--prot', 1, "Unknown option '--prot': run bunting --help.\n"],
    ['refs', 1, '"refs" is a command of another package: run npx @acme/cli refs.\n'],
  ])('ends with %s', async (arg, code, text) => {
    const ended = await startByNpx(archiveOf('bunting'), [arg], { folder, env: emptyHome(folder) }).ended;
    expect(ended.code).toBe(code);
    expect(ended.output).toContain(text);
  });

  it('names the option and the variable where the port is taken', async () => {
    const server = createServer();
    const port = await findFreePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const args = ['--port', String(port), '--data', join(folder, 'another')];
    const ended = await startByNpx(archiveOf('bunting'), args, { folder, env: emptyHome(folder) }).ended;
    server.close();
    expect(ended.code).toBe(1);
    expect(ended.output).toContain(
      `Port ${port} is taken: stop the other process, or set --port or PORT to another port.`,
    );
  });

  it('says how to install Redis where it is missing and may not be installed', async () => {
    const ended = await startWithoutRedis(folder, await findFreePort());
    expect(ended.code).toBe(1);
    expect(ended.output).toMatch(
      /^Bunting needs Redis: (run (sudo apt-get|sudo dnf|doas apk|sudo pacman|sudo zypper|brew) .+|install redis-server or valkey-server), start Docker, or set REDIS_URL to a running Redis\.$/m,
    );
  });
});

describe('a project that installs the archives', () => {
  const create = async (files: ProjectFiles) => {
    const project = await createProject(files, archives);
    projects.push(project);
    return project;
  };
  const projects: { remove(): void }[] = [];
  const env = () => ({ BUNTING_URL: url, BUNTING_KEY: serverKey, BUNTING_TOKEN: token });
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  afterAll(() => projects.forEach((project) => project.remove()));

  it(
    'in plain CommonJS compiles, and evaluates by the client and by OpenFeature',
    async () => {
      const project = await create(commonjs);
      await project.run(process.execPath, [compiler, '-p', '.']);
      expect(await project.run(process.execPath, ['index.js'], env())).toBe('one-page\nWelcome back!\n');
      expect(await project.run('bunting', ['--version'])).toContain(version);
      const types = await project.run('bunting', ['types', '--project', 'shop'], env());
      expect(types).toContain("'checkout-layout'");
    },
    maxMs,
  );

  it(
    'with Express compiles, and evaluates for each request',
    async () => {
      const project = await create(express);
      await project.run(process.execPath, [compiler, '-p', '.']);
      expect(await project.run(process.execPath, ['server.js'], env())).toBe('{"layout":"one-page"}\n');
    },
    maxMs,
  );

  it(
    'with Next.js builds, and renders values on the server',
    async () => {
      const project = await create(nextjs);
      await project.run('next', ['build'], { ...env(), NEXT_TELEMETRY_DISABLED: '1' });
      const page = await startNext(project.folder, env());
      const html = await (await fetch(page.url)).text();
      page.stop();
      expect(html).toContain('<p>one-page</p>');
      expect(html).toContain('<h1>Welcome back!</h1>');
    },
    maxMs,
  );

  describeWith(chromium, 'with Vite and React', (program) => {
    let browser: TestBrowser;
    beforeAll(async () => void (browser = await startTestBrowser(program)));
    afterEach(() => browser.endTest());
    afterAll(() => browser.stop());

    it(
      'compiles, builds, and shows the value of the installation in Chromium',
      async () => {
        const project = await create(viteReact);
        await project.run(process.execPath, [compiler, '-p', '.']);
        await project.run('vite', ['build'], { VITE_BUNTING_URL: url, VITE_BUNTING_KEY: clientKey });
        const assets = new URL(`file://${project.folder}/dist/assets/`);
        const html = readFileSync(join(project.folder, 'dist/index.html'), 'utf8');
        const site = await startTestSite({ '/': html, '/assets/': assets });
        const page = await (await browser.newContext()).newPage();
        await page.goto(site.url);
        await page.getByText('Welcome back!').waitFor();
        expect(await page.getByText('fallback').count()).toBe(0);
        await site.stop();
      },
      maxMs,
    );
  });
});
