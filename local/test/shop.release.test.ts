/** The example of a shop beside `npm start`, in Chromium, and the example of docs/reference/sdks.md that is for React. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '@bunting/embedded-servers';
import { until } from '@bunting/testing';
import {
  chromium,
  startTestBrowser,
  startTestSite,
  type BrowserContext,
  type TestBrowser,
} from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { build } from 'esbuild';
import { makeDataParent } from './make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const shopFolder = join(root, 'examples/shop');
const token = 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv';
const compiler = join(root, 'node_modules/typescript/bin/tsc');

let folder: string;
let installation: StartCommand;
let bunting: string;
let shop: Shop;
const shops: ChildProcess[] = [];

interface Shop {
  readonly url: string;
  readonly output: string;
}

/** Opens the shop as its command starts it. */
async function openShop(buntingUrl: string): Promise<Shop> {
  const port = await findFreePort();
  const env = { PATH: process.env['PATH'], BUNTING_URL: buntingUrl, SHOP_PORT: String(port) };
  const child = spawn(process.execPath, ['start.mjs'], { cwd: shopFolder, env });
  shops.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  await until(() => output.includes('The shop is open') || child.exitCode !== null);
  const url = `http://localhost:${port}`;
  await until(async () => (await fetch(url)).ok);
  return { url, output };
}

beforeAll(async () => {
  folder = await makeDataParent('bunting-shop-');
  const ports = await freePorts();
  bunting = `http://localhost:${ports['PORT']}`;
  installation = runStart({ ...ports, DATA_DIR: join(folder, 'data') });
  await installation.ready;
  shop = await openShop(bunting);
});

afterAll(async () => {
  for (const child of shops) {
    const ended = child.exitCode === null && once(child, 'close');
    child.kill('SIGTERM');
    await ended;
  }
  installation.send('SIGTERM');
  await installation.ended;
  await rm(folder, { recursive: true, force: true });
});

/** Asks settings-api about the project of the shop. */
async function ask(path: string, method = 'GET', body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${bunting}/settings/v1/organisations/acme/projects/shop/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Record<string, unknown>;
}
const say = (variation: string) =>
  ask('features/banner/environments/production/defaults', 'PUT', { 'banner-text': variation });

describe('the types of the shop', () => {
  it('are those that bunting types writes of the demo', async () => {
    const command = join(root, 'packages/cli/dist/bunting-command.js');
    const args = ['types', '--project', 'shop', '--out', 'src/bunting.d.ts', '--check'];
    const env = { PATH: process.env['PATH'], BUNTING_URL: bunting, BUNTING_TOKEN: token };
    const { stderr } = await run(process.execPath, [command, ...args], { cwd: shopFolder, env });
    expect(stderr).toBe('Check passed.\n');
  });

  it('let it compile, and refuse an unknown key and a fallback of another type', async () => {
    const probe = await mkdtemp(join(shopFolder, 'dist/probe-'));
    const lines = [
      `import { useVariable } from '@bunting/react';`,
      `export const text: string = useVariable('banner-text', '');`,
      `// @ts-expect-error the key does not exist`,
      `useVariable('banner', '');`,
      `// @ts-expect-error the value is a string`,
      `useVariable('banner-text', 1);`,
    ];
    await writeFile(join(probe, 'probe.ts'), lines.join('\n'));
    const config = { extends: '../../tsconfig.json', include: ['../../src', '.'] };
    await writeFile(join(probe, 'tsconfig.json'), JSON.stringify(config));
    const printed = await run(process.execPath, [compiler, '-p', probe]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    await rm(probe, { recursive: true });
    expect(printed).toEqual({ stdout: '', stderr: '' });
  });
});

it('without Bunting the shop shows its fallbacks, and says what to do', async () => {
  const closed = await openShop(`http://localhost:${await findFreePort()}`);
  await until(() => closed.output.includes('npm start'));
  expect(await (await fetch(closed.url)).text()).toContain('Made to order');
});

describeWith(chromium, 'in Chromium', (program) => {
  let browser: TestBrowser;
  beforeAll(async () => void (browser = await startTestBrowser(program)));
  afterEach(() => browser.endTest());
  afterAll(() => browser?.stop());

  /** Records everything that the banner shows, from the first moment on, in `texts`. */
  const notes = `window.texts = [];
    new MutationObserver(() => {
      const text = document.querySelector('.banner')?.textContent;
      if (text && text !== texts.at(-1)) texts.push(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });`;

  /** Opens the shop in a tab that is told of changes. Returns with it which paths of Bunting it has asked for. */
  async function visit(context: BrowserContext) {
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === bunting) asked.push(pathname);
    });
    await page.addInitScript(notes);
    await page.goto(shop.url);
    await until(() => asked.includes('/v1/stream'));
    return { page, asked };
  }

  it('a page without scripts has the values already', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(shop.url);
    expect(await page.locator('.banner').innerText()).toBe('Welcome back!');
  });

  it('the first paint has the values, nothing flashes, and a change is there without a reload', async () => {
    const { page, asked } = await visit(await browser.newContext());
    expect(asked).toEqual(['/v1/stream']);
    await say('free-shipping');
    await page.getByText('Free shipping from 50').waitFor();
    expect(await page.evaluate('texts')).toEqual(['Welcome back!', 'Free shipping from 50']);
    await say('friendly');
    await page.getByText('Welcome back!').waitFor();
  });

  /** Returns a visitor from Canada who gets this checkout. */
  async function visitorWith(layout: string): Promise<string> {
    for (;;) {
      const id = crypto.randomUUID();
      const text = await (await fetch(shop.url, { headers: { Cookie: `visitor=${id}` } })).text();
      if (text.includes(`"value":"${layout}"`)) return id;
    }
  }

  it.each(['classic', 'one-page'])('an order by the %s checkout arrives, verified', async (layout) => {
    const context = await browser.newContext();
    await context.addCookies([{ name: 'visitor', value: await visitorWith(layout), url: shop.url }]);
    const { page } = await visit(context);
    const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
    await press('Add Harvest to the bag');
    await press('Add Riviera to the bag');
    await press(/^Bag/);
    await press('Check out');
    await page.getByLabel('E-mail').fill('jo@acme.example');
    if (layout === 'classic') await press('Continue');
    await page.getByLabel('Name').fill('Jo');
    await page.getByLabel('Street and number').fill('Flag Street 1');
    await page.getByLabel('City').fill('Halifax');
    if (layout === 'classic') await press('Continue');
    await press('Place the order');
    await page.getByText('Thank you').waitFor();
    const variation = layout === 'classic' ? 'off' : layout;
    const stored = async () => {
      const { items } = (await ask('environments/production/events/summary?event=purchase')) as {
        items: { variation: string }[];
      };
      return items.find((each) => each.variation === variation);
    };
    await until(async () => (await stored()) !== undefined);
    expect(await stored()).toMatchObject({ count: 1, verified_share: 1, value: { sum: 62 } });
  });

  it('another country is another user to the rules, also after a reload', async () => {
    const context = await browser.newContext();
    const { page, asked } = await visit(context);
    await page.getByLabel('Ship to').selectOption('Germany');
    await until(() => asked.includes('/v1/evaluations'));
    await page.reload();
    expect(await page.getByLabel('Ship to').inputValue()).toBe('DE');
  });

  it('the example of docs/reference/sdks.md for React shows a value, and its change', async () => {
    const text = await readFile(join(root, 'docs/reference/sdks.md'), 'utf8');
    const [, example] = /```jsx\n([\s\S]*?)```/.exec(text)!;
    const { outputFiles } = await build({
      stdin: {
        contents: example!.replaceAll('http://localhost:8080', bunting),
        resolveDir: shopFolder,
        loader: 'jsx',
      },
      bundle: true,
      write: false,
      jsx: 'automatic',
      format: 'esm',
    });
    const script = outputFiles[0]!.text.replaceAll('</script', String.raw`<\/script`);
    const site = await startTestSite({
      '/': `<!doctype html><html lang="en"><div id="root"></div><script type="module">${script}</script></html>`,
    });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByText('Welcome back!').waitFor();
    await say('free-shipping');
    await page.getByText('Free shipping from 50').waitFor();
    expect(await page.locator('#root').innerHTML()).toBe('<p>Free shipping from 50</p>');
    await say('friendly');
    await browser.endTest();
    await site.stop();
  });
});
