import { findChromium } from '@bunting/embedded-servers';
import {
  chromium as launcher,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
} from 'playwright-core';
import { keepPages, runningTest } from './keep-pages.ts';
import { createReusableContexts, type OpenContext } from './reusable-contexts.ts';
import type { Requirement } from '../requirements.ts';

/** The options of a test's browser context. */
export interface ContextOptions extends Omit<BrowserContextOptions, 'storageState'> {
  /**
   * The address of a site. The context is used again by a later test that asks for the same, which spares the browser a process and to compile
   * the scripts of the site. What a test leaves is removed: pages, cookies, local storage of the site, routes, being offline.
   */
  readonly reusedFor?: string | undefined;
  /** Runs in every page before its own scripts. */
  readonly initScript?: string | undefined;
  /** Each matches at least one complaint, and every complaint of the context's pages is matched by one. None unless given. */
  readonly expected?: readonly RegExp[];
}

/** A browser of one file of tests. */
export interface TestBrowser {
  /** Opens a profile with a storage of its own, which its pages share as tabs do. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /**
   * Closes all contexts. Throws an error that lists what was not expected: console messages that are warnings or errors, errors that no page
   * caught, pages that crashed, and requests to other machines, which are never sent. Of a test
   * that fails, pictures and traces are kept in `test-failures` before that.
   */
  endTest(): Promise<void>;
  stop(): Promise<void>;
}

const name = 'Chromium here (apt-get install chromium-headless-shell, or its path in CHROMIUM)';

/** The requirement of tests in a browser. */
export const chromium: Requirement<string> = { name, found: findChromium() };

const timeoutMs = 60_000;
const isOfThisMachine = /^(localhost|127(\.\d+){3}|\[::1\]|[\w.-]+\.test)$/;

/**
 * No name of another machine is found. Those below `.test` are this machine: pages there are not secure contexts, as all pages over http that are
 * not of localhost.
 */
const hostRules =
  'MAP *.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]';

/**
 * Starts a browser without windows. Throws where there is none. With `separateTabs` each tab has a process, so that one goes on while
 * another one does not run, and pages that are left may wait in the back/forward cache (where the program has one: the headless shell has not).
 */
export async function startTestBrowser(
  program = findChromium(),
  { separateTabs = false } = {},
): Promise<TestBrowser> {
  if (program === undefined) throw new Error(`There is no ${name}.`);
  const browser = await launcher.launch({
    executablePath: program,
    // Pages of one site and context share a process, which lives as long as one of them.
    args: [`--host-resolver-rules=${hostRules}`, ...(separateTabs ? [] : ['--process-per-site'])],
    ...(separateTabs && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    timeout: timeoutMs,
  });
  const observed: Observed[] = [];
  const contexts = createReusableContexts();
  return {
    async newContext({ expected = [], reusedFor, ...options } = {}) {
      const open = () => openContext(browser, options);
      const opened = await (reusedFor === undefined ? open() : contexts.take(reusedFor, options, open));
      observed.push({ ...opened, expected });
      return opened.context;
    },
    async endTest() {
      const ended = observed.splice(0);
      const problems = () => ended.flatMap(problemsOf);
      const { name = 'a test', hasFailed = false } = runningTest() ?? {};
      const mustKeep = ended.length > 0 && (hasFailed || problems().length > 0);
      const kept = mustKeep ? `Pictures and traces are in ${await keepPages(name, ended)}.` : '';
      await Promise.all(ended.map((each) => (mustKeep ? each.context.close() : contexts.giveBack(each))));
      if (problems().length > 0) throw new Error([...problems(), kept].join('\n'));
      if (kept !== '') console.error(kept);
    },
    stop: () => browser.close(),
  };
}

interface Observed extends OpenContext {
  readonly expected: readonly RegExp[];
}

async function openContext(
  browser: Browser,
  { initScript, ...options }: ContextOptions,
): Promise<OpenContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(timeoutMs);
  if (initScript !== undefined) await context.addInitScript(initScript);
  // Actions, requests and what the console says.
  await context.tracing.start();
  return { context, complaints: complaintsOf(context) };
}

/** Collects the errors and warnings of the context's pages from now on. */
function complaintsOf(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message: ConsoleMessage) => {
    const { url, lineNumber } = message.location();
    // A browser asks for this by itself, and complains if there is none.
    if (url.endsWith('/favicon.ico') || !['warning', 'error', 'assert'].includes(message.type())) return;
    complaints.push(`console.${message.type()}: ${message.text()} (${url}:${lineNumber + 1})`);
  });
  context.on('weberror', (webError) => {
    const error = webError.error();
    complaints.push(`error: ${error.stack ?? String(error)}`);
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!/^(http|ws)s?:$/.test(protocol) || isOfThisMachine.test(hostname)) return;
    complaints.push(`request elsewhere: ${request.method()} ${request.url()}`);
  });
  context.on('page', (page) => page.on('crash', () => complaints.push(`crash: ${page.url()}`)));
  return complaints;
}

function problemsOf({ expected, complaints }: Observed): string[] {
  return [
    ...complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
    ...expected
      .filter((pattern) => !complaints.some((complaint) => pattern.test(complaint)))
      .map((pattern) => `no page complained of ${String(pattern)}`),
  ];
}
