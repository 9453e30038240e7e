/** The overrides of a feature in Chromium: who is pinned, by whom, and how. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';

describeWith(chromium, 'overrides', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let checkout: string;
  let api: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    checkout = `/o/${installation.org}/p/shop/features/checkout/env`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/checkout/environments`;
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

  it('say what a pin is for, and pin many users after their differences were seen', async () => {
    const { page } = await open(`${checkout}/staging`);
    await page.getByRole('link', { name: 'Overrides', exact: true }).click();
    await page.getByText('An override gives one user a variation regardless of the rules').waitFor();
    const pinning = `curl -X PUT '${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/checkout/environments/staging/overrides/user-1'`;
    await page.getByRole('group', { name: 'Add an override with cURL' }).getByText(pinning).waitFor();
    await inspect(page);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'Add overrides in Staging' });
    await dialog.getByLabel('Users').fill('user-1\nuser-2, user-1\n');
    await dialog.getByText('2 users, 1 duplicate').waitFor();
    await dialog.getByRole('radio', { name: 'One page' }).check();
    await dialog.getByLabel('Note').fill('Support case 4711');
    await dialog.getByText('user-1: none → one-page').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Save to Staging' }).click();
    const row = page.getByRole('row', { name: /^user-1 *One page *Support case 4711 *owner@/ });
    await row.waitFor();
    await inspect(page);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('user-2');
    await row.waitFor({ state: 'detached' });
    expect(page.url()).toBe(`${installation.url}${checkout}/staging/overrides?text=user-2`);
    await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await row.waitFor();
  });

  it('are removed by a key after the difference was seen; Undo pins the user again, with the note', async () => {
    const { page, context } = await open(`${checkout}/staging/overrides`, 'owner', {
      expected: [/status of 403/],
    });
    await context.request.put(`${api}/staging/overrides/u-del`, { data: { variation: 'off', note: 'Why' } });
    await page.reload();
    const row = page.getByRole('row', { name: /^u-del *Off *Why/ });
    await page.getByRole('button', { name: 'u-del', exact: true }).press('Delete');
    const dialog = page.getByRole('dialog', { name: 'Remove the override for u-del?' });
    await dialog.getByText('u-del: removed').waitFor();
    await dialog.getByRole('button', { name: 'Remove in Staging' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.waitFor();
    // The answer to the refetch may replace the row that has just got the focus.
    const remove = dialog.getByRole('button', { name: 'Remove in Staging' });
    for (let tries = 0; tries < 10 && !(await remove.isVisible()); tries++) {
      await page.getByRole('button', { name: 'u-del', exact: true }).press('Delete');
      await remove.waitFor({ timeout: 3_000 }).catch(() => {});
    }
    await remove.click();
    await row.waitFor({ state: 'detached' });
    await page.route('**/overrides', (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"error": "Not any more."}' }),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Couldn’t restore the override for u-del. Not any more.').waitFor();
  });

  it('of an environment that does not exist are nothing', async () => {
    const { page } = await open(`${checkout}/nowhere/overrides`, 'owner', { expected: [/status of 404/] });
    await page.getByText(/nowhere.* It may have been renamed or deleted\./).waitFor();
  });

  it('of the same user by two people are both shown; those of others never collide', async () => {
    const { page } = await open(`${checkout}/staging/overrides`, 'owner', { expected: [/status of 412/] });
    await page.getByRole('button', { name: 'Add overrides' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add overrides in Staging' });
    await dialog.getByLabel('Users').fill('u-both');
    await dialog.getByRole('radio', { name: 'Off' }).check();
    await dialog.getByText('u-both: none → off').waitFor();
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
    const pin = (user: string) =>
      context.request.put(`${api}/staging/overrides/${user}`, { data: { variation: 'one-page' } });
    await Promise.all([pin('u-both'), pin('u-other')]);
    await dialog.getByRole('button', { name: 'Save to Staging' }).click();
    await dialog.getByRole('region', { name: 'Current overrides' }).getByText('by admin@').waitFor();
    await dialog.getByText('u-both: one-page → off').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Review again' }).click();
    await dialog.getByRole('button', { name: 'Save to Staging' }).click();
    await page.getByRole('row', { name: /^u-both *Off *– *owner@/ }).waitFor();
  });

  it('of one user in all features are a dialog of the address; a line says when none is served', async () => {
    const { page, context } = await open(`${checkout}/staging/overrides`);
    await context.request.put(`${api}/staging/overrides/u-all`, { data: { variation: 'off' } });
    const hostile = api.replace('/checkout/', '/hostile/');
    await context.request.put(`${hostile}/staging/overrides/u-all`, { data: { variation: 'v' } });
    await context.request.patch(`${api}/staging/targeting`, { data: { enabled: false } });
    await page.goto(`${installation.url}${checkout}/staging/overrides?text=u-all`);
    await page.getByText('Targeting is off in Staging, so overrides don’t apply.').waitFor();
    await page.getByRole('button', { name: 'u-all', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Overrides for u-all in Staging' });
    await dialog.getByRole('listitem').nth(1).waitFor();
    expect(page.url()).toContain('user=u-all');
    await inspect(page);
    await page.reload();
    await dialog.getByRole('link', { name: 'New checkout' }).waitFor();
    await context.request.patch(`${api}/staging/targeting`, { data: { enabled: true } });
  });

  describe('in a protected environment', () => {
    it('are only read by a member, who is told why', async () => {
      const { context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
      await context.request.put(`${api}/production/overrides/u-guard`, { data: { variation: 'off' } });
      const { page } = await open(`${checkout}/production/overrides`, 'member');
      await page.getByRole('row', { name: /^u-guard/ }).waitFor();
      const pin = page.getByRole('button', {
        name: /^Add overrides.*Only admins and owners can make changes in Production/,
      });
      expect(await pin.getAttribute('aria-disabled')).toBe('true');
      await page.keyboard.press('n');
      await page.getByRole('button', { name: 'u-guard', exact: true }).press('Delete');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await inspect(page);
    });

    it('stand there as of the last answer while the service is away, and nothing that was typed is lost', async () => {
      const { page, context } = await open(`${checkout}/production/overrides`, 'owner', {
        expected: [/ERR_INTERNET_DISCONNECTED/],
        isLive: true,
      });
      const row = page.getByRole('row', { name: /^u-guard *Off/ });
      await row.waitFor();
      // Changes of others are requested at once.
      await page.route(/\/overrides\?/, (route) => route.abort('internetdisconnected'));
      const { context: other } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
      await other.request.put(`${api}/production/overrides/u-later`, { data: { variation: 'off' } });
      await page
        .getByText(/^Can’t reach Bunting. Showing data as of \d\d:\d\d. Evaluation continues.$/)
        .waitFor();
      await row.waitFor();
      await inspect(page);
      await page.unrouteAll();
      await page.getByRole('row', { name: /^u-later *Off/ }).waitFor();
      await page.getByText('Showing data as of').waitFor({ state: 'detached' });
      await context.setOffline(true);
      await page.getByRole('button', { name: 'Add overrides' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add overrides in Production' });
      await dialog.getByLabel('Users').fill('u-away');
      await dialog.getByRole('radio', { name: 'Off' }).check();
      await dialog.getByText('Can’t reach Bunting. Evaluation continues.').waitFor();
      await context.setOffline(false);
      await dialog.getByRole('button', { name: 'Retry' }).click();
      await dialog.getByText('u-away: none → off').waitFor();
      expect(await dialog.getByLabel('Users').inputValue()).toBe('u-away');
    });
  });
});
