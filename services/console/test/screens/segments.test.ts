/** Segments in Chromium: who is in them, what uses them, and what changing them does. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';

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
    const opened = await openPageSignedIn(browser, installation, installation.emailOf(who), options);
    await opened.page.goto(installation.url + path);
    return opened;
  };
  const inside = (...values: string[]) => [{ all_of: [{ property: 'country', operator: 'is', values }] }];

  it('are listed with who is in them and how many rules use them; a new one is made by n', async () => {
    const { page } = await open(segments);
    await page.getByRole('row', { name: /^Canada canada *country *is *CA *1 rule/ }).waitFor();
    await inspect(page);
    await page.getByRole('searchbox', { name: 'Search segments' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('heading', { name: 'Segments', level: 1 }).click();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New segment' });
    await dialog.getByLabel('Name', { exact: true }).fill('Beta testers');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('beta-testers');
    await inspect(page);
    await dialog.getByLabel('Slug').fill('canada');
    await dialog.getByLabel('Slug').fill('beta-testers');
    // A segment names no other. What others have may be chosen.
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    expect(await dialog.getByLabel('Attribute').locator('option').allTextContents()).not.toContain('segment');
    await dialog.getByLabel('Attribute').selectOption('country');
    expect(await dialog.locator('datalist option[value="CA"]').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Remove condition on country' }).click();
    await dialog.getByRole('button', { name: 'Create segment' }).click();
    await page.getByRole('heading', { name: 'Beta testers', level: 1 }).waitFor();
    await page.getByText('No rule uses it').first().waitFor();
  });

  it('are changed after the difference was seen, with every environment that it touches; the draft is kept', async () => {
    const { page } = await open(`${segments}/canada`);
    await page.getByRole('link', { name: 'New checkout, rule 1 “Half of Canada”' }).waitFor();
    await page.getByText('Protected. Rules in Production use this segment.').waitFor();
    await inspect(page);
    await page.getByLabel('Value of country').fill('NZ,');
    await page.getByRole('button', { name: 'Remove NZ' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove NZ' }).waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save Canada?' });
    await dialog.getByText(/NZ/).waitFor();
    await dialog.getByRole('region', { name: 'Affected environments' }).getByText('checkout').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Save to Production' }).waitFor();
    // The comment has the focus, so Enter saves.
    await page.keyboard.type('New Zealand is ready');
    await page.keyboard.press('Enter');
    await page.getByText('Saved the segment “canada”').waitFor();
    expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show' }).click();
    await page.getByText('New Zealand is ready').waitFor();
  });

  it('that are refused say so at the field, which gets the focus', async () => {
    const { page } = await open(`${segments}/canada`, 'owner', { expected: [/status of 400/] });
    await page.getByLabel('Operator').selectOption('matches');
    const field = page.getByLabel('Value of country');
    await field.fill('(,');
    await page.keyboard.press('Control+s');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('Not saved. Fix the highlighted fields.').waitFor();
    await page.locator('[aria-invalid="true"]:focus').and(field).waitFor();
    const described = await field.getAttribute('aria-describedby');
    await page.locator(`[id="${described}"]`).getByText('( must be a regular expression').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await inspect(page);
    // Messages about one draft are not shown for another.
    await page.getByRole('button', { name: 'Remove (' }).click();
    await bar.getByText('Not saved').waitFor({ state: 'detached' });
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await bar.getByRole('button', { name: 'Discard' }).click();
  });

  it('that a protected environment uses bar a member beforehand, but for the name', async () => {
    const { page } = await open(`${segments}/canada`, 'member');
    await page.getByText('Rules in Production use this segment, so only admins and owners').waitFor();
    expect(await page.getByLabel('Value of country').count()).toBe(0);
    await page.getByLabel('Name').fill('Canada and more');
    await page.getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save Canada and more?' });
    await dialog.getByText('Only the name changes. Evaluations stay the same.').waitFor();
    expect(await dialog.getByText(/No rule|other variations/).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save segment' }).click();
    await page.getByRole('heading', { name: 'Canada and more', level: 1 }).waitFor();
  });

  it('are only read by viewers', async () => {
    const { page } = await open(`${segments}/canada`, 'viewer');
    await page.getByText('Viewers can’t make changes.').first().waitFor();
    expect(await page.getByLabel('Value of country').count()).toBe(0);
    await inspect(page);
  });

  it('are deleted only when no rule names them; who began to is told', async () => {
    const { page, context } = await open(`${segments}/canada`, 'owner', { expected: [/status of 409/] });
    const button = page.getByRole('button', { name: /^Delete *, not possible: Used by the rules/ });
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
    await dialog.getByText('rule 1 "Spare" of checkout in staging: uses spare').waitFor();
    await context.request.delete(staging);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Deleted the segment “spare”').waitFor();
    await page.getByRole('heading', { name: 'Segments', level: 1 }).waitFor();
  });

  it('of a project that has none are explained by an example', async () => {
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
    await context.request.post(api.replace(/\/shop$/, ''), { data: { slug: 'empty' } });
    const { page } = await open(segments.replace('/shop/', '/empty/'));
    await page.getByText('A segment is a named group of users').waitFor();
    await page
      .getByRole('group', { name: 'Create a segment with cURL' })
      .getByText('"slug":"staff"')
      .waitFor();
    await inspect(page);
  });

  it('say how many of some users are in them, as saved and as drafted', async () => {
    const { page, context } = await open('/');
    await context.request.post(`${api}/segments`, { data: { slug: 'seen', any_of: inside('PE') } });
    await page.goto(`${installation.url}${segments}/seen`);
    await page.getByLabel('Users').fill('id,country\nu-1,PE\nu-2,CL\nu-3,CL');
    await page.getByText('1 of 3 users in the segment').waitFor();
    await page.getByText('In the segment: u-1').waitFor();
    await page.getByLabel('Value of country').fill('CL,');
    await page.getByText('1 of 3 users in the segment now, 3 with your changes').waitFor();
    await page.getByText('With your changes: u-1, u-2, u-3').waitFor();
    await inspect(page);
  });

  it('that somebody else has saved meanwhile are merged by the server, group by group; both are asked where both changed one', async () => {
    const { page, context } = await open('/', 'owner', { expected: [/status of 412/], isLive: true });
    await context.request.post(`${api}/segments`, { data: { slug: 'shared', any_of: inside('PE') } });
    await page.goto(`${installation.url}${segments}/shared`);
    const another = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
    const save = (name: string, ...values: string[]) =>
      another.context.request.put(`${api}/segments/shared`, { data: { name, any_of: inside(...values) } });
    await page.getByLabel('Name').fill('Mine');
    await save('shared', 'PE', 'CL');
    await page.getByText('admin saved 1 change just now · View changes').waitFor();
    await page.keyboard.press('Control+s');
    const behind = page.getByRole('dialog', { name: 'Conflicting changes in shared' });
    await behind.getByText(/^admin saved 1 change/).waitFor();
    await behind.getByText(/CL/).waitFor();
    await inspect(page);
    await behind.getByRole('button', { name: 'Merge' }).click();
    await page.getByRole('dialog', { name: 'Save Mine?' }).waitFor();
    await save('Theirs', 'PE', 'CL');
    await behind.getByRole('button', { name: 'Merge' }).click();
    await behind.getByRole('radio', { name: 'Mine' }).check();
    await inspect(page);
    await behind.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Save segment' }).click();
    await page.getByText('Saved the segment “shared”').waitFor();
    await page.getByRole('heading', { name: 'Mine', level: 1 }).waitFor();
  });
});
