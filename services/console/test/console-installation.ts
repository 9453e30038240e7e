/** The management API and the console behind one address, and pages of Chromium that are held to what every page promises. */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { migrate } from '@bunting/database/migrate';
import {
  createTestDatabase,
  startTestRedis,
  until,
  type ServiceProcess,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
} from '@bunting/testing';
import { password } from '@bunting/testing/fixtures';
import type { BrowserContext, ContextOptions, Page, TestBrowser } from '@bunting/testing/browser';
import { applyTo } from '@bunting/testing/filling';
import {
  startConsoleProcesses,
  type ConsoleAddresses,
  type ConsoleOptions,
  type ConsoleProcesses,
} from './installation/console-processes.ts';
import { sharedConsole } from './installation/shared-console.ts';

export { password };

export interface ConsoleInstallation extends ConsoleAddresses {
  /** The slug of the organisation of the document. */
  readonly org: string;
  /** The address of the account whose address in the document begins so: 'viewer', 'member', 'admin' or 'owner'. */
  readonly emailOf: (name: string) => string;
  stop(): Promise<void>;
}

export interface OwnConsoleInstallation extends ConsoleInstallation {
  readonly databaseUrl: string;
  readonly redis: TestRedis;
  readonly settingsApi: ServiceProcess;
  readonly console: ConsoleProcesses['console'];
}

export interface ConsoleDocument {
  readonly organisations: readonly [{ readonly slug: string; readonly [key: string]: unknown }];
}

/**
 * Puts the document's organisation into the installation that the files of a run share. Its slug and the addresses of its members differ
 * from those of the document, so that files do not meet: `org` and `emailOf` tell them.
 */
export async function startConsoleInstallation(document: ConsoleDocument): Promise<ConsoleInstallation> {
  const { databaseUrl, ...addresses } = await sharedConsole();
  return { ...addresses, ...(await applyUnique(databaseUrl, document)), stop: async () => {} };
}

/**
 * Starts an installation of one file, which may stop its processes. It takes three more of them, and their processor time. A file that stops
 * PostgreSQL, too, gives a server of its own.
 */
export async function startOwnConsoleInstallation(
  document: ConsoleDocument,
  { postgres, ...options }: ConsoleOptions & { readonly postgres?: TestPostgres } = {},
): Promise<OwnConsoleInstallation> {
  const [database, redis] = await Promise.all([
    postgres ? migrated(postgres) : createTestDatabase(),
    startTestRedis(),
  ]);
  const applied = await applyUnique(database.url, document);
  const processes = await startConsoleProcesses(database.url, redis.url, options);
  return {
    ...processes,
    ...applied,
    databaseUrl: database.url,
    redis,
    async stop() {
      await processes.stop();
      await Promise.all([redis.stop(), database.drop()]);
    },
  };
}

async function migrated(postgres: TestPostgres): Promise<TestDatabase> {
  await migrate({ databaseUrl: postgres.url });
  return { url: postgres.url, drop: () => postgres.stop() };
}

async function applyUnique(databaseUrl: string, document: ConsoleDocument) {
  // A letter first: of a slug that ends in digits the next one counts on.
  const unique = `t${randomBytes(3).toString('hex')}`;
  const [organisation] = document.organisations;
  const org = `${organisation.slug}-${unique}`;
  const addressed = withUniqueAddresses(document, unique) as ConsoleDocument;
  await applyTo(databaseUrl, { ...addressed, organisations: [{ ...addressed.organisations[0], slug: org }] });
  return { org, emailOf: (name: string) => `${name}@${unique}.acme.example` };
}

/** Replaces every text `…@acme.example` that is an address, wherever the document has it. */
function withUniqueAddresses(node: unknown, unique: string): unknown {
  if (typeof node === 'string')
    return node.replace(/^([\w.+-]+)@acme\.example$/, `$1@${unique}.acme.example`);
  if (Array.isArray(node)) return node.map((each) => withUniqueAddresses(each, unique));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, withUniqueAddresses(value, unique)]),
  );
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;
/** Cookies by address of the person. A password takes a fifth of a second of a thread. */
const signedIn = new Map<string, Cookies>();

/** In the page, because a route of the browser's would pass every other request through this process, too. */
const withoutStream = `{
  const ask = window.fetch;
  window.fetch = (asked, how) =>
    String(asked.url ?? asked).endsWith('/changes') ? Promise.resolve(new Response(null, { status: 204 })) : ask(asked, how);
}`;

/**
 * Opens a page of somebody who has signed in by a request. The pages of a file with the same address share a session, unless it has
 * ended or `isNewSession`.
 */
export async function openPageSignedIn(
  browser: TestBrowser,
  { url }: { url: string },
  email: string | undefined,
  {
    isNewSession = false,
    isLive = false,
    ...options
  }: ContextOptions & {
    readonly isNewSession?: boolean;
    /** The page follows what others change. Otherwise it learns of it when it asks or saves, as with a stream that was just interrupted. */
    readonly isLive?: boolean;
  } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const who = `${url} ${email}`;
  const known = isNewSession ? undefined : signedIn.get(who);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    // A popover that is still fading in has too little contrast.
    reducedMotion: 'reduce',
    reusedFor: url,
    ...(!isLive && { initScript: withoutStream }),
    ...options,
  });
  if (known !== undefined) await context.addCookies(known);
  if (email !== undefined) {
    const session = `${url}/settings/v1/session`;
    const isSignedIn = known !== undefined && (await context.request.get(session)).ok();
    if (!isSignedIn) {
      const answer = await context.request.post(session, { data: { email, password } });
      expect(answer.status()).toBe(200);
      if (!isNewSession) signedIn.set(who, await context.cookies());
    }
  }
  return { page: await context.newPage(), context };
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Rules that depend on colours. The other rules find the same in dark as in light, because the elements are the same.
 */
const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const widerPage = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
/** Tables whose columns are told show some of them on a narrow page instead of scrolling. */
const widerTables = `[...document.querySelectorAll('div:has(> table[data-hides]:not([data-hides=""]))')]
  .filter((each) => each.scrollWidth > each.clientWidth).length`;

/** Rules that a narrow page may break beside its width: if a text does not fit, its name must remain. */
const names = { type: 'rule', values: ['button-name', 'link-name', 'label', 'select-name'] };

async function violationsOf(page: Page, runOnly: unknown): Promise<unknown[]> {
  // An element that is half below a bar is no small target: it can be scrolled from under it.
  await page.evaluate(
    `document.querySelectorAll('[data-sticky]').forEach(({ style }) => { style.position = 'static'; })`,
  );
  const violations = await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${JSON.stringify({ runOnly })}).then((found) => found.violations)`,
  );
  await page.evaluate(
    `document.querySelectorAll('[data-sticky]').forEach(({ style }) => { style.position = ''; })`,
  );
  return violations.map(({ id, nodes }) => [
    id,
    nodes.slice(0, 3).map(({ html, failureSummary }) => [html, failureSummary]),
  ]);
}

/** Holds what is on the page to WCAG 2.2 AA in light and dark, and to 390 px without sideways scrolling, also of tables. */
export async function inspect(page: Page): Promise<void> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe);
  for (const [colorScheme, runOnly] of [
    ['light', everything],
    ['dark', colours],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate('Promise.allSettled(document.getAnimations().map(({ finished }) => finished))');
    expect([colorScheme, await violationsOf(page, runOnly)]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const { width, height } = page.viewportSize()!;
  // Also 1280 px at a zoom of 200 % and more.
  await page.setViewportSize({ width: 390, height: 844 });
  // The page and a popover on it follow a new size with the next frames.
  await until(async () => (await page.evaluate<number>(`${widerPage} + ${widerTables}`)) === 0, 10_000);
  expect(['390 px', await violationsOf(page, names)]).toEqual(['390 px', []]);
  await page.setViewportSize({ width, height });
}
