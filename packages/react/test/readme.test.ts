/** The examples of the README, in pages and on a server as they are written there; of their addresses alone this test makes its own. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { until } from '@bunting/testing';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { build, type BuildOptions } from 'esbuild';
import { startReactSite, type ReactSite } from './react-site.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [first, server, page, tests] = [...readme.matchAll(/```jsx\n([\s\S]*?)```/g)].map(([, text]) => text!);
const clients = readFileSync(new URL('../../../docs/reference/sdks.md', import.meta.url), 'utf8');
const [banner] = [...clients.matchAll(/```jsx\n([\s\S]*?)```/g)].map(([, text]) => text!);
const packages = fileURLToPath(new URL('../..', import.meta.url));
const shop = `import { useVariable } from '@bunting/react';
export const Shop = () => <output id="layout">{useVariable('checkout-layout', 'classic')}</output>;`;

/** Bundles an example, as an application would. */
async function bundle(text: string, url: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: text.replaceAll('http://localhost:8080', url),
      resolveDir: `${packages}react`,
      loader: 'jsx',
    },
    bundle: true,
    write: false,
    jsx: 'automatic',
    target: 'es2022',
    conditions: ['bunting-source'],
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: {
      '@bunting/react/testing': `${packages}react/src/testing.ts`,
      '@bunting/react': `${packages}react/src/index.ts`,
      '@bunting/node': `${packages}node/src/index.ts`,
    },
    plugins: [
      {
        name: 'shop',
        setup(build) {
          build.onResolve({ filter: /^\.\/shop\.jsx$/ }, ({ path }) => ({ path, namespace: 'shop' }));
          build.onLoad({ filter: /.*/, namespace: 'shop' }, () => ({
            contents: shop,
            loader: 'jsx',
            resolveDir: `${packages}react`,
          }));
        },
      },
    ],
    ...options,
  });
  return outputFiles![0]!.text;
}

/** Runs an example in Node.js. Returns what it exports and what it prints. */
async function run<Exports>(text: string, url: string): Promise<Exports & { printed: string[] }> {
  const code = await bundle(text, url, { format: 'cjs', platform: 'node' });
  const printed: string[] = [];
  const own = { log: (line: string) => void printed.push(line) };
  const loaded = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- there is no file of it
  const load = new Function('module', 'require', 'console', code) as (...of: readonly unknown[]) => void;
  load(loaded, createRequire(import.meta.url), own);
  return { ...(loaded.exports as Exports), printed };
}

it('the example of a test runs', async () => {
  expect(await run(tests!, '')).toMatchObject({ printed: ['<output id="layout">one-page</output>'] });
});

describeWith(chromium, 'in Chromium', (program) => {
  let browser: TestBrowser;
  let site: ReactSite;
  beforeAll(async () => void (browser = await startTestBrowser(program)));
  beforeEach(async () => {
    site = await startReactSite({ script: '', renderShop: () => '' });
    site.values = { 'checkout-layout': 'one-page' };
  });
  afterEach(() => browser.endTest());
  afterEach(() => site.stop());
  afterAll(() => browser?.stop());

  it('the first example shows a value and sends an event', async () => {
    site.pages.set('/', '<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>');
    site.pages.set('/page.js', await bundle(first!, site.url, { format: 'esm' }));
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(site.url);
    await tab.getByText('Order (one-page)').click();
    await until(() => site.events().length === 2);
    expect(site.events()).toMatchObject([
      { event: 'exposure' },
      { event: 'order', variable: 'checkout-layout' },
    ]);
  });

  it('the example of docs/reference/sdks.md shows a value', async () => {
    site.values = { 'banner-text': 'Welcome back!' };
    site.pages.set('/', '<!doctype html><div id="root"></div><script type="module" src="/page.js"></script>');
    site.pages.set('/page.js', await bundle(banner!, site.url, { format: 'esm' }));
    const tab = await (await browser.newContext()).newPage();
    await tab.goto(site.url);
    await tab.getByText('Welcome back!').waitFor();
    expect(site.evaluations()).toHaveLength(1);
  });

  it('the example server writes no user into a page that could end its script', async () => {
    const { renderPage } = await run<{ renderPage: (user: object) => Promise<string> }>(server!, site.url);
    const id = `</script><script>window.stolen = 1</script>'\\\u2028`;
    site.pages.set('/', await renderPage({ id, email: 'jo@shop.example' }));
    site.pages.set('/page.js', '');
    expect(site.pages.get('/')).not.toContain('jo@shop.example');
    const tab = await (await browser.newContext()).newPage();
    await tab.goto(site.url);
    expect(await tab.evaluate('[window.user, window.stolen ?? null]')).toEqual([{ id }, null]);
  });

  it('the page that the example server renders is taken over, and shows what changes', async () => {
    type Server = { renderPage: (user: object) => Promise<string> };
    const { renderPage } = await run<Server>(server!, site.url);
    site.pages.set('/', await renderPage({ id: 'user-7' }));
    site.pages.set('/page.js', await bundle(page!, site.url, { format: 'esm' }));
    expect(site.pages.get('/')).toContain('<output id="layout">one-page</output>');
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(site.url);
    await until(() => site.streams() === 1);
    expect(site.evaluations()).toHaveLength(1);
    site.change({ 'checkout-layout': 'two-pages' });
    await tab.getByText('two-pages').waitFor();
  });

  it('the example server lets no text of a user become a script', async () => {
    type Server = { renderPage: (user: object) => Promise<string> };
    const { renderPage } = await run<Server>(server!, site.url);
    const id = `7' };window.wasRun = 1;//</script><script>window.wasRun = 2</script><!--`;
    site.pages.set('/', await renderPage({ id }));
    site.pages.set('/page.js', 'window.isLoaded = true;');
    const context = await browser.newContext();
    const tab = await context.newPage();
    await tab.goto(site.url);
    await tab.waitForFunction('window.isLoaded');
    expect(await tab.evaluate('[window.user.id, window.wasRun]')).toEqual([id, undefined]);
  });
});
