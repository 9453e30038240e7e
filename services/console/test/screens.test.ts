/** The console in Chromium, screen by screen: what is promised of each, found by role and name only. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageOf,
  password,
  startConsoleInstallation,
  type ConsoleInstallation,
} from './console-installation.ts';
import { documentOfConsole } from './document.ts';

describeWith(chromium, 'the console', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let owner: string;
  let features: string;
  let checkout: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    owner = installation.emailOf('owner');
    features = `/o/${installation.org}/p/shop/features`;
    checkout = `${features}/checkout/env`;
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

  describe('signing in', () => {
    it('leads to where somebody wanted to go, and says in place what is wrong', async () => {
      const { page } = await openPageOf(browser, installation, undefined, {
        expected: [/status of 401/],
      });
      await page.goto(`${installation.url}${features}?text=check`);
      await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor();
      await inspect(page);
      await page.getByLabel('E-mail address').fill(owner);
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Password').fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      expect(page.url()).toBe(`${installation.url}${features}?text=check`);
    });

    it('works on a plain-http host, and below a path', async () => {
      const hosts = [`http://flags.test:${installation.port}`, installation.flagsUrl];
      for (const url of hosts) {
        const { page } = await openPageOf(browser, { url }, undefined);
        await page.goto(url);
        await page.getByLabel('E-mail address').fill(owner);
        await page.getByLabel('Password').fill(password);
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'New checkout' }).click();
        await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
        expect(page.url()).toBe(`${url}${checkout}/production`);
        await page.reload();
        await page.getByRole('heading', { name: 'Targeting in Production' }).waitFor();
      }
    });
  });

  it('keys are made, shown once, and revoked after their last four were typed', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/environments`);
    await page.getByRole('link', { name: 'Staging' }).waitFor();
    await inspect(page);
    await page.getByRole('link', { name: 'Staging' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop, server');
    await inspect(page);
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('It is shown only now.').waitFor();
    await page.getByRole('button', { name: 'I have it' }).click();
    const row = page.getByRole('row', { name: /Shop, server/ });
    await row.getByRole('button', { name: 'Revoke' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke Shop, server?' });
    const label = await dialog.getByText('Its last four characters').textContent();
    expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Its last four characters').fill(label!.slice(-4));
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked').waitFor();
    await inspect(page);
  });

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
