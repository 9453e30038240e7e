/** Segments in Chromium: who is in them, what uses them, and what changing them does. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageOf,
  startConsoleInstallation,
  type ConsoleInstallation,
} from './console-installation.ts';
import { documentOfConsole } from './document.ts';

describeWith(chromium, 'segments', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let segments: string;
  let api: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    segments = `/o/${installation.org}/p/shop/segments`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path: string, who = 'owner', options = {}) => {
    const opened = await openPageOf(browser, installation, installation.emailOf(who), options);
    await opened.page.goto(installation.url + path);
    return opened;
  };
  const inside = (...values: string[]) => [{ all_of: [{ property: 'country', operator: 'is', values }] }];

  it('are listed with who is in them and how many rules use them; a new one is made by n', async () => {
    const { page } = await open(segments);
    await page.getByRole('row', { name: /^Canada canada *country *is *CA *1 rule/ }).waitFor();
    await inspect(page);
    await page.getByRole('searchbox', { name: 'Search segments' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('heading', { name: 'Segments', level: 1 }).click();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New segment' });
    await dialog.getByLabel('Name', { exact: true }).fill('Beta testers');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('beta-testers');
    await inspect(page);
    await dialog.getByLabel('Slug').fill('canada');
    await dialog.getByLabel('Slug').fill('beta-testers');
    await dialog.getByRole('button', { name: 'Make the segment' }).click();
    await page.getByRole('heading', { name: 'Beta testers', level: 1 }).waitFor();
    await page.getByText('No rule names it').first().waitFor();
  });

  it('are changed after the difference was seen, with every environment that it touches; the draft is kept', async () => {
    const { page } = await open(`${segments}/canada`);
    await page.getByRole('link', { name: 'New checkout, rule 1 “Half of Canada”' }).waitFor();
    await page.getByText('Protected: rules in Production use this segment.').waitFor();
    await inspect(page);
    await page.getByLabel('Value of country').fill('NZ,');
    await page.getByRole('button', { name: 'Remove NZ' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove NZ' }).waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save Canada?' });
    await dialog.getByText(/NZ/).waitFor();
    await dialog
      .getByRole('region', { name: 'Where something else is served' })
      .getByText('checkout')
      .waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Save the segment' }).click();
    await page.getByText('Saved the segment canada.').waitFor();
    expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
  });

  it('that a protected environment uses bar a member beforehand, but for the name', async () => {
    const { page } = await open(`${segments}/canada`, 'member');
    await page.getByText('Rules in Production use this segment, so only admins and owners').waitFor();
    expect(await page.getByLabel('Value of country').count()).toBe(0);
    await page.getByLabel('Name').fill('Canada and more');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save Canada and more?' });
    await dialog
      .getByText('No rule names it, so nothing else is served.')
      .or(dialog.getByText(/name/))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Save the segment' }).click();
    await page.getByRole('heading', { name: 'Canada and more', level: 1 }).waitFor();
  });

  it('are only read by viewers', async () => {
    const { page } = await open(`${segments}/canada`, 'viewer');
    await page.getByText('Viewers change nothing.').first().waitFor();
    expect(await page.getByLabel('Value of country').count()).toBe(0);
    await inspect(page);
  });

  it('are deleted only when no rule names them; who began to is told', async () => {
    const { page, context } = await open(`${segments}/canada`, 'owner', { expected: [/status of 409/] });
    const button = page.getByRole('button', { name: /^Delete *, not possible: Rules name it/ });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await context.request.post(`${api}/segments`, { data: { slug: 'spare', any_of: inside('PE') } });
    await page.goto(`${installation.url}${segments}/spare`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const conditions = [{ property: 'segment', operator: 'in_segment', values: ['spare'] }];
    const rule = { name: 'Spare', any_of: [{ all_of: conditions }], serve: { variation: 'off' } };
    const staging = `${api}/features/checkout/environments/staging/targeting`;
    await context.request.put(staging, { data: { enabled: true, rules: [rule] } });
    const dialog = page.getByRole('dialog', { name: 'Delete the segment spare?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('checkout in staging: rule 1 "Spare"').waitFor();
    await context.request.delete(staging);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted the segment spare.').waitFor();
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor();
  });
});
