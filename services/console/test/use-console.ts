import { afterAll, afterEach, beforeAll } from '@jest/globals';
import {
  startTestBrowser,
  type BrowserContext,
  type ContextOptions,
  type Page,
  type TestBrowser,
} from '@bunting/testing/browser';
import {
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from './console-installation.ts';
import { documentOfConsole } from './document.ts';

interface UsedConsole<Installation> {
  readonly installation: Installation;
  readonly browser: TestBrowser;
  /** A page at a path, of somebody of the document: their role says who. */
  readonly open: (
    path: string,
    role?: string,
    options?: ContextOptions & { readonly isNewSession?: boolean; readonly isLive?: boolean },
  ) => Promise<{ page: Page; context: BrowserContext }>;
}

const startShared = (): Promise<ConsoleInstallation> => startConsoleInstallation(documentOfConsole);

/** Starts an installation and a browser for the tests of a file: both are there once the first hook or test runs. */
export function useConsole(program: string): UsedConsole<ConsoleInstallation>;
export function useConsole<Installation extends ConsoleInstallation>(
  program: string,
  start: () => Promise<Installation>,
): UsedConsole<Installation>;
export function useConsole(
  program: string,
  start: () => Promise<ConsoleInstallation> = startShared,
): UsedConsole<ConsoleInstallation> {
  const installation = {} as ConsoleInstallation;
  const browser = {} as TestBrowser;
  beforeAll(async () => {
    const [started, opened] = await Promise.all([start(), startTestBrowser(program)]);
    Object.assign(installation, started);
    Object.assign(browser, opened);
  });
  afterEach(() => browser.endTest?.());
  afterAll(async () => {
    await browser.stop?.();
    await installation.stop?.();
  });
  return {
    installation,
    browser,
    async open(path, role = 'owner', options = {}) {
      const opened = await openPageSignedIn(browser, installation, installation.emailOf(role), options);
      await opened.page.goto(installation.url + path);
      return opened;
    },
  };
}
