/** The settings interface and the console behind one address, and pages of Chromium that are held to what every page promises. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createServer, request as send } from 'node:http';
import { expect } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import {
  createTestDatabase,
  startTestRedis,
  startTestService,
  until,
  type ServiceProcess,
} from '@bunting/testing';
import type { BrowserContext, ContextOptions, Page, TestBrowser } from '@bunting/testing/browser';
import { filledWith } from '@bunting/testing/filling';
import { openGateway } from '../../../local/src/gateway/gateway.ts';
import { services } from '../../../local/src/services.ts';

export const password = 'correct horse battery staple';

export interface ConsoleInstallation {
  readonly url: string;
  /** The slug of the organisation of the document. */
  readonly org: string;
  /** The address of the account with this role: 'viewer', 'member', 'admin' or 'owner'. */
  readonly emailOf: (role: string) => string;
  readonly port: number;
  readonly settingsApi: ServiceProcess;
  /** Below `/flags` of another address, whose proxy strips that path. */
  readonly flagsUrl: string;
  stop(): Promise<void>;
}

export interface ConsoleDocument {
  readonly organisations: readonly [{ readonly slug: string; readonly [key: string]: unknown }];
}

export async function startConsoleInstallation(document: ConsoleDocument): Promise<ConsoleInstallation> {
  const [database, redis] = await Promise.all([createTestDatabase(filledWith(document)), startTestRedis()]);
  const flagsPort = await findFreePort();
  const flagsUrl = `http://127.0.0.1:${flagsPort}/flags`;
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, TRUST_PROXY: '1' };
  const [settingsApi, plain, below] = await Promise.all([
    startTestService('settings-api', env),
    startTestService('console', {}),
    startTestService('console', { PUBLIC_URL: flagsUrl }),
  ]);
  const open = async (console: ServiceProcess) => {
    const port = await findFreePort();
    const ports: Readonly<Record<string, number>> = {
      'settings-api': settingsApi.port,
      console: console.port,
    };
    const routes = services.flatMap(({ name, paths }) =>
      ports[name] === undefined ? [] : paths.map((path) => ({ ...path, port: ports[name]! })),
    );
    return { port, gateway: await openGateway(port, routes) };
  };
  const [first, second] = [await open(plain), await open(below)];
  const proxy = createServer((req, res) => {
    if (!req.url!.startsWith('/flags')) return void res.writeHead(404).end();
    const path = req.url!.slice('/flags'.length) || '/';
    const { method, headers } = req;
    const sent = send({ host: '127.0.0.1', port: second.port, path, method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    return void req.pipe(sent);
  }).listen(flagsPort, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${first.port}`,
    org: document.organisations[0].slug,
    emailOf: (role) => `${role}@acme.example`,
    port: first.port,
    settingsApi,
    flagsUrl,
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await Promise.all([first.gateway.stop(), second.gateway.stop()]);
      for (const service of [settingsApi, plain, below]) service.child.kill('SIGKILL');
      await Promise.all([redis.stop(), database.drop()]);
    },
  };
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of somebody who has signed in by a request, because a password takes a fifth of a second. */
export async function openPageOf(
  browser: TestBrowser,
  { url }: { url: string },
  email: string | undefined,
  options: ContextOptions = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // A popover that is still fading in has too little contrast.
    reducedMotion: 'reduce',
    ...options,
  });
  if (email !== undefined) {
    const answer = await context.request.post(`${url}/settings/v1/session`, { data: { email, password } });
    expect(answer.status()).toBe(200);
  }
  return { page: await context.newPage(), context };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** What depends on colours. The other rules find the same in dark as in light, because the elements are the same. */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Holds what is on the page to WCAG 2.2 AA in light and dark, and to 390 px without sideways scrolling. */
export async function inspect(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe);
  for (const [colorScheme, runOnly] of [
    ['light', everything],
    ['dark', colours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    const violations = await page.evaluate<readonly Violation[]>(
      `axe.run(document, ${JSON.stringify({ runOnly })}).then((found) => found.violations)`,
    );
    const reported = violations.map(({ id, nodes }) => [
      id,
      nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
    ]);
    expect([colorScheme, reported]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const { width, height } = page.viewportSize()!;
  // Also 1280 px at a zoom of 200 % and more.
  await page.setViewportSize({ width: 390, height: 844 });
  const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  // The page and a popover on it follow a new size with the next frames.
  await until(async () => (await page.evaluate<number>(wider)) === 0, 10_000);
  await page.setViewportSize({ width, height });
}
