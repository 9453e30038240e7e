/**
 * The behaviour of an open page while a part of the installation is down (console.md §8). Each test but the last leaves everything
 * running.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestPostgres, type TestPostgres } from '@bunting/testing';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn, startOwnConsoleInstallation } from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'an open page', (program) => {
  let postgres: TestPostgres;
  const { installation, browser, open } = useConsole(program, async () => {
    postgres = await startTestPostgres();
    return startOwnConsoleInstallation(documentOfConsole, { postgres });
  });
  let project: string;
  let staging: string;
  let api: string;
  beforeAll(() => {
    project = `/o/${installation.org}/p/shop`;
    staging = `${project}/features/checkout/env/staging`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
  });
  const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  /** Adds a rule, and waits for what the server says of the draft. */
  const draftRule = async (page: Page, number: number) => {
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel(`Name of rule ${number}`).fill(`Draft ${number}`);
    await bar(page).getByText(`rule ${number} "Draft ${number}": added`).waitFor();
  };
  const save = async (page: Page) => {
    await page.keyboard.press('Control+s');
    await page.getByText('Saved checkout in Staging').waitFor();
  };

  describe('when a new release has taken the chunks away', () => {
    /** Waits for a new version until the page is reloaded. */
    const gone = async (page: Page) => {
      let isGone = true;
      page.on('request', (sent) => (isGone &&= !sent.isNavigationRequest()));
      await page.evaluate('window.wasBefore = true');
      await page.route('**/assets/explain-page-*.js*', (route) =>
        isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
      );
    };
    const isSamePage = (page: Page) => page.evaluate<boolean>(`'wasBefore' in window`);

    it('loads the page anew where nothing is unsaved', async () => {
      const { page } = await open(`${project}/features`, 'owner', {
        expected: [/status of 404/, /A chunk is gone/],
      });
      await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
      await gone(page);
      await page.getByRole('link', { name: 'Explain' }).click();
      await page.getByRole('heading', { name: 'Explain', level: 1 }).waitFor();
      expect(await isSamePage(page)).toBe(false);
    });

    it('offers to where there is a draft', async () => {
      const { page } = await open(`${project}/features/checkout/env/staging`, 'owner', {
        expected: [/status of 404/, /A chunk is gone/],
      });
      await page.getByRole('button', { name: 'Add rule' }).click();
      await gone(page);
      await page.getByRole('link', { name: 'Explain', exact: true }).first().click();
      await page.getByText('Bunting was updated. Reload the page.').waitFor();
      expect(await isSamePage(page)).toBe(true);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('heading', { name: 'Explain', level: 1 }).waitFor();
    });
  });

  it('has a palette that says that it is searching, and that the search failed, instead of that nothing is called so', async () => {
    const { page } = await open(`${project}/features`, 'owner', { expected: [/status of 503/] });
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    let fail = () => {};
    const asked = new Promise<void>((resolve) => {
      void page.route(/\/search\?/, async (route) => {
        resolve();
        await new Promise<void>((failed) => (fail = failed));
        await route.fulfill({ status: 503, json: { error: 'The database did not answer.' } });
      });
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('zzz');
    await asked;
    await page.getByText('Searching…').waitFor();
    fail();
    await page.getByRole('alert').getByText('The database did not answer.').waitFor();
    expect(await page.getByText('No results for').count()).toBe(0);
  });

  it('of something that somebody deletes says so, instead of showing what was', async () => {
    const { page, context } = await open(`${project}/features`, 'owner', {
      expected: [/status of 404/],
      isLive: true,
    });
    const deleted = `${api}/features/deleted-meanwhile`;
    await context.request.post(`${api}/features`, { data: { slug: 'deleted-meanwhile' } });
    await page.goto(`${installation.url}${project}/features/deleted-meanwhile/env/staging`);
    await page.getByRole('heading', { name: 'Targeting in Staging' }).waitFor();
    const { context: other } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
    expect((await other.request.delete(deleted)).status()).toBe(204);
    await page.getByText('There is no feature "deleted-meanwhile".').first().waitFor();
    expect(await page.getByText('Showing data as of').count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Targeting in Staging' }).count()).toBe(0);
  });

  it('keeps a draft while PostgreSQL is away, names the request that failed, and goes on by itself', async () => {
    const { page, context } = await open(staging, 'owner', {
      isLive: true,
      expected: [/status of 503/, /temporarily unavailable/],
    });
    await draftRule(page, 1);
    await postgres.kill();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to Staging?' });
    await dialog.getByText(/shortly. Not saved. Your draft is kept. Evaluation continues./).waitFor();
    expect(await dialog.getByRole('alert').getByRole('code').textContent()).toMatch(/^[\w-]{36}$/);
    expect(await dialog.getByRole('button', { name: 'Save to Staging' }).isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('Your changes are kept in this browser. Evaluation continues.').waitFor();
    await page.getByRole('link', { name: 'Audit log' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'Evaluation continues.' });
    await failed.getByRole('button', { name: 'Retry' }).first().waitFor();
    expect(await failed.first().getByRole('code').textContent()).toMatch(/^[\w-]{36}$/);
    await inspect(page);
    const loaded = await context.newPage();
    await loaded.goto(`${installation.url}${project}/features`);
    await loaded.getByRole('button', { name: 'Retry' }).waitFor();
    await postgres.restart();
    await failed.first().waitFor({ state: 'detached' });
    await loaded.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.goBack();
    await bar(page).getByText('rule 1 "Draft 1": added').waitFor();
    await save(page);
  });

  it('saves while the console is restarted, and then loads what it had not loaded yet', async () => {
    const { page } = await open(staging, 'owner', { expected: [/status of 503/, /A chunk is gone/] });
    await draftRule(page, 3);
    await page.evaluate('window.wasBefore = true');
    await installation.console.kill();
    await save(page);
    await draftRule(page, 4);
    const members = page.getByRole('link', { name: 'Members' });
    // The screen is asked for ahead, and once more by the click.
    const askedAhead = page.waitForResponse(/assets\/members-page/);
    await members.hover();
    expect((await askedAhead).status()).toBe(503);
    await members.click();
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    await installation.console.restart();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    expect(await page.evaluate(`'wasBefore' in window`)).toBe(true);
    await page.goBack();
    await bar(page).getByText('rule 4 "Draft 4": added').waitFor();
  });

  it('saves while Redis is down, lets people sign in, and finds what others change by polling', async () => {
    const [{ page }, list] = [
      await open(staging),
      await open(`${project}/features`, 'owner', { isLive: true }),
    ];
    await draftRule(page, 4);
    await list.page.getByRole('link', { name: 'New checkout' }).waitFor();
    await installation.redis.kill();
    await save(page);
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
    const hostile = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/hostile`;
    const answer = await context.request.patch(hostile, { data: { name: 'Renamed by an admin' } });
    expect(answer.status()).toBe(200);
    await list.page.getByRole('link', { name: 'Renamed by an admin' }).waitFor();
  });
});
