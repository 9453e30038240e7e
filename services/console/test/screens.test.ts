/** The console in Chromium, screen by screen: what is promised of each, found by role and name only. */
import { afterAll, afterEach, beforeAll, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageOf,
  startConsoleInstallation,
  type ConsoleInstallation,
} from './console-installation.ts';
import { documentOfConsole } from './document.ts';

describeWith(chromium, 'the console', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let owner: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    owner = installation.emailOf('owner');
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path: string, email: string | undefined = owner, options = {}) => {
    const { page, context } = await openPageOf(browser, installation, email, options);
    await page.goto(installation.url + path);
    return { page, context };
  };

  it('anything is reached by its name, from everywhere', async () => {
    const { page } = await open(`/o/${installation.org}/audit-log`);
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('f');
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('checkout-lay');
    await page.getByRole('option', { name: 'New checkout checkout-layout' }).waitFor();
    await inspect(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
  });
});
