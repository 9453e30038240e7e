/** The frame of every screen: keys, toasts, changes of others, and messages when the server refuses. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the frame', (program) => {
  const { installation, browser, open } = useConsole(program);
  let project: string;
  let api: string;
  beforeAll(async () => {
    project = `/o/${installation.org}/p/shop`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}`;
  });
  /** Waits for the focused heading of a screen, where screen readers begin. */
  const focused = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1 }).and(page.locator(':focus')).waitFor();
  const listed = (page: Page) => page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();

  describe('keys', () => {
    it('are listed as they work on the screen that is shown', async () => {
      const { page } = await open(`${project}/features`);
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const here = dialog.getByRole('region', { name: 'On this screen' });
      await here.getByText('New feature').waitFor();
      await inspect(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await focused(page, 'Audit log');
      await page.keyboard.press('?');
      await dialog.getByText('Go to anything').waitFor();
      expect(await dialog.getByText('New feature').count()).toBe(0);
    });

    it('move through a list, open what has the focus, change the environment, and lead back up', async () => {
      const { page } = await open(`${project}/features`);
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Targeting in Production' }).waitFor();
      await page.keyboard.press(']');
      await page.getByRole('heading', { name: 'Targeting in Staging' }).waitFor();
      await page.keyboard.press('[');
      await page.getByRole('heading', { name: 'Targeting in Production' }).waitFor();
      await page.keyboard.press('Escape');
      await listed(page);
    });

    it('of one letter can be turned off', async () => {
      const { page } = await open(`${project}/features`);
      await listed(page);
      await page.keyboard.press('?');
      await page.getByRole('button', { name: 'Disable single-key shortcuts' }).click();
      await page.getByRole('button', { name: 'Close' }).click();
      await page.keyboard.press('n');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to' }).waitFor();
      expect(await page.getByRole('dialog', { name: 'New feature' }).count()).toBe(0);
    });
  });

  it('leads to the documentation, from the navigation and from the account menu', async () => {
    const { page } = await open(`${project}/features`);
    await listed(page);
    const opens = async (link: ReturnType<Page['locator']>) => {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
      await tab.waitForURL(`${installation.url}/docs/`);
    };
    const navigation = page.getByRole('navigation', { name: 'Navigation' });
    await opens(navigation.getByRole('link', { name: 'Documentation' }));
    await inspect(page);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await opens(page.getByRole('menuitem', { name: 'Documentation' }));
  });

  it('takes what a finger touches within 22 px of a button, of the name of a row and of its box, and leads to the heading of a room', async () => {
    const { page } = await open(`${project}/features`, 'owner', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await listed(page);
    const { height } = (await page.getByRole('searchbox', { name: 'Search features' }).boundingBox())!;
    expect(height).toBeGreaterThanOrEqual(44);
    const { x, y, height: drawn } = (await page.getByRole('button', { name: 'Navigation' }).boundingBox())!;
    expect(drawn).toBe(32);
    const touched = async (role: 'link' | 'checkbox', name: string, top: number) => {
      const box = (await page.getByRole(role, { name }).boundingBox())!;
      await page.touchscreen.tap(box.x + 8, box.y + box.height / 2 + top);
    };
    // Also of rows that are as low as they can be.
    for (const density of ['roomy', 'dense']) {
      await page.evaluate(`localStorage.setItem('bunting.preferences', '{"density":"${density}"}')`);
      await page.reload();
      for (const top of [-21, 21]) {
        await touched('checkbox', 'Select New checkout', top);
        await page.getByText('1 feature selected').waitFor();
        await touched('link', 'New checkout', top);
        await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
        await page.goBack();
        await listed(page);
      }
    }
    await page.touchscreen.tap(x + 16, y - 5);
    await page.getByRole('menuitem', { name: 'Segments' }).click();
    await focused(page, 'Segments');
  });

  it('a toast is reached by F6, takes the change back, and links to it', async () => {
    const { page } = await open(`${project}/features`);
    await page.getByRole('button', { name: /^New checkout in Production/ }).click();
    await page.getByRole('button', { name: 'Switch off in Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off in Production?' });
    await dialog.getByRole('button', { name: 'Switch off in Production' }).click();
    await page.getByText('checkout is off in Production.').waitFor();
    await inspect(page);
    await page.keyboard.press('F6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Undone: checkout is off in Production.').waitFor();
    await page.getByRole('button', { name: /^New checkout in Production: *Off *1 rule/ }).waitFor();
    await page.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    expect(page.url()).toMatch(/change=[0-9a-f-]{36}/);
  });

  it('what somebody else changes appears by itself, and is said in a document with a draft', async () => {
    // The draft is compared with what is there now.
    const { page } = await open(`${project}/features/checkout/env/staging`, 'owner', {
      expected: [/status of 412/],
      isLive: true,
    });
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
    await page.getByRole('button', { name: 'Add rule' }).click();
    const defaults = `${api}/projects/shop/features/checkout/environments/staging/defaults`;
    await context.request.put(defaults, { data: { 'checkout-layout': 'off' } });
    await page.getByText('admin saved 1 change just now · View changes').waitFor();
    await context.request.put(defaults, { data: { 'checkout-layout': 'one-page' } });
    await page.getByText('admin saved 2 changes just now · View changes').waitFor();
    await inspect(page);
    await page.goto(`${installation.url}${project}/segments/canada`);
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    const groups = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA', 'US'] }] }];
    const segment = { name: 'North America', any_of: groups };
    await context.request.put(`${api}/projects/shop/segments/canada`, { data: segment });
    await page.getByText('admin saved 1 change just now · View changes').waitFor();
    // A list by name: the row has the new one, and stays where it was.
    const list = await open(`${project}/features?sort=name`, 'owner', { isLive: true });
    await list.page.getByRole('row').nth(1).getByText('hostile', { exact: true }).waitFor();
    await context.request.patch(`${api}/projects/shop/features/hostile`, { data: { name: 'Z by an admin' } });
    await list.page.getByRole('row').nth(1).getByRole('link', { name: 'Z by an admin' }).waitFor();
  });

  describe('when the server says', () => {
    it('404, the page names what was looked for, the nearest names, and the audit log', async () => {
      const { page } = await open(`${project}/features/chekcout/env/production`, 'owner', {
        expected: [/status of 404/],
      });
      await page.getByText('There is no feature "chekcout".').first().waitFor();
      // Its variables begin alike, too, and are shown at the same place.
      const nearest = page.getByRole('alert').getByRole('listitem');
      await nearest.getByRole('link', { name: 'New checkout' }).waitFor();
      expect(await nearest.count()).toBe(1);
      await page.getByRole('link', { name: 'Find it in the audit log' }).first().waitFor();
      await inspect(page);
      await page.goto(`${installation.url}${project}/nowhere`);
      await page.getByRole('main').getByText('Page not found').waitFor();
      const navigation = page.getByRole('navigation', { name: 'Navigation' });
      await navigation.getByRole('link', { name: 'Members' }).click();
      await focused(page, 'Members');
    });

    it('404 of a mistyped project, nothing is offered that could be done in it, and the one of last time stays', async () => {
      const { page } = await open(project, 'owner', { expected: [/status of 404/] });
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      const switcher = page.getByRole('button', { name: /switch project/ });
      for (const path of ['', '/explain', '/features/checkout', '/features/checkout/env/staging']) {
        await page.goto(`${installation.url}${project}p${path}`);
        await focused(page, 'Project not found');
        await page.getByText('There is no project "shopp".').waitFor();
        expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
      }
      await inspect(page);
      await page.getByRole('link', { name: 'Members' }).click();
      await focused(page, 'Members');
      expect(await switcher.textContent()).toContain('/shop,');
      await page.goBack();
      await page.getByRole('alert').getByRole('link', { name: 'Web shop' }).click();
      await focused(page, 'Features');
      expect(new URL(page.url()).pathname).toBe(`${project}/features`);
    });

    it('403, because the role has become another one, it says so and keeps the draft', async () => {
      const { page } = await open(`${project}/features/checkout/env/staging`, 'member', {
        expected: [/status of 403/],
      });
      const { context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
      const give = (role: string) =>
        context.request.patch(`${api}/members/${installation.emailOf('member')}`, { data: { role } });
      await page.getByRole('button', { name: 'Add rule' }).click();
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
      await give('viewer');
      await page.keyboard.press('Control+s');
      await page.getByText('Your role is now viewer. Your drafts are kept.').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
      await page.getByRole('button', { name: 'Copy as JSON' }).waitFor();
      await inspect(page);
      await give('member');
    });

    it('nothing, because there is no network, it shows what it had, and goes on by itself', async () => {
      const { page, context } = await open(`${project}/features`, 'owner', {
        expected: [/ERR_INTERNET_DISCONNECTED/],
      });
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      await context.setOffline(true);
      await page.getByRole('searchbox', { name: 'Search features' }).fill('check');
      await page
        .getByText(/Can’t reach Bunting\./)
        .first()
        .waitFor();
      await context.setOffline(false);
      await page.getByText(/Can’t reach Bunting\./).waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
    });

    it('5xx, it shows the id of the request to copy', async () => {
      const { page } = await open(`${project}/features`, 'owner', { expected: [/status of 500/] });
      await listed(page);
      const failed = { error: 'Internal server error.', code: 'internal' };
      // A fault of the server that no test can cause: the answer is what is tried here.
      await page.route('**/audit-log?**', (route) =>
        route.fulfill({ status: 500, json: failed, headers: { 'X-Request-Id': 'req-7' } }),
      );
      await page.getByRole('link', { name: 'Audit log' }).click();
      await page.getByText('req-7').waitFor();
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      await inspect(page);
      await page.unroute('**/audit-log?**');
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('button', { name: 'Retry' }).waitFor({ state: 'detached' });
    });

    it('429, the button counts down', async () => {
      const { page } = await open(`${project}/features`, 'owner', { expected: [/status of 429/] });
      await listed(page);
      await page.clock.install();
      await page.route('**/audit-log?**', (route) =>
        route.fulfill({
          status: 429,
          json: { error: 'Too many requests.' },
          headers: { 'Retry-After': '120' },
        }),
      );
      await page.getByRole('link', { name: 'Audit log' }).click();
      const button = page.getByRole('button', { name: /^Retry in \d+ s$/ });
      expect(await button.isDisabled()).toBe(true);
      await page.clock.fastForward(120_000);
      await page.getByRole('button', { name: 'Retry', exact: true }).waitFor();
    });
  });
});
