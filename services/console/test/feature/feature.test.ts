/** The page of a feature: the grid of its values. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the page of a feature', (program) => {
  const { installation, browser } = useConsole(program);
  let features: string;
  let settings: string;
  beforeAll(() => {
    features = `/o/${installation.org}/p/shop/features`;
    settings = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features`;
  });
  const open = async (path: string, role = 'owner', options = {}) => {
    const { page, context } = await openPageSignedIn(browser, installation, installation.emailOf(role), {
      isLive: true,
      ...options,
    });
    // From then on, the page follows changes of others.
    const followed = page.waitForResponse((response) => response.url().endsWith('/changes'));
    await page.goto(installation.url + features + path);
    await followed;
    return { page, request: context.request };
  };
  const save = async (page: Page, button: string) => {
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save variables and variations?' });
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };

  describe('its values', () => {
    it('are edited in place, by type; what is served is named before it is saved, and a draft survives a reload', async () => {
      const { page } = await open('/checkout/values');
      await page.getByText('Served in').first().waitFor();
      await inspect(page);
      await page.getByRole('switch', { name: 'checkout-enabled of One page' }).click();
      await page.getByLabel('checkout-layout of One page').fill('single');
      await page.reload();
      expect(await page.getByLabel('checkout-layout of One page').inputValue()).toBe('single');
      await page.keyboard.press('Control+s');
      const dialog = page.getByRole('dialog', { name: 'Save variables and variations?' });
      await dialog.getByText('These changes go live in Production within a second.').waitFor();
      await dialog.getByText('value of checkout-layout in one-page one-page → single').waitFor();
      await inspect(page);
      await dialog.getByRole('button', { name: 'Save to Production' }).waitFor();
      await page.keyboard.type('A shorter name');
      await page.keyboard.press('Enter');
      await page.getByText('Saved the values of checkout').waitFor();
      expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
    });

    it('get variables and variations, which are renamed, moved and deleted in one change', async () => {
      const { page, request } = await open('/checkout/values', 'owner', { expected: [/status of 409/] });
      await page.getByRole('button', { name: 'Add variable', exact: true }).click();
      await page.getByRole('textbox', { name: 'Slug' }).fill('checkout-steps');
      await page.getByRole('radio', { name: /^number/ }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByLabel('checkout-steps of Off').fill('1.10');
      await page.getByRole('button', { name: 'Add variation', exact: true }).click();
      await page.getByLabel('Name', { exact: true }).fill('Two pages');
      expect(await page.getByRole('textbox', { name: 'Slug' }).inputValue()).toBe('two-pages');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByRole('button', { name: 'Actions for Two pages' }).click();
      await page.getByRole('menuitem', { name: 'Move up' }).click();
      // A number keeps its writing.
      expect(await page.getByLabel('checkout-steps of Off').inputValue()).toBe('1.10');
      await save(page, 'Save');
      const feature = await (await request.get(`${settings}/checkout`)).json();
      expect(feature.variations).toMatchObject([
        { slug: 'off', values: { 'checkout-steps': 1.1 } },
        { slug: 'two-pages' },
        { slug: 'one-page' },
      ]);
      // Renamed parts are no surprise to the page that renamed them, whatever it reads first.
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/checkout/uses?**', async (route) => {
        await isReleased;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Actions for Two pages' }).click();
      await page.getByRole('menuitem', { name: 'Change slug…' }).click();
      await page.getByRole('textbox', { name: 'Slug' }).fill('two');
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await page.keyboard.press('?');
      await page.getByRole('dialog').getByText('Review and save').waitFor();
      await page.keyboard.press('Escape');
      await save(page, 'Save');
      await page.getByText('Saved the values of checkout').nth(1).waitFor();
      expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
      release();
      // Nothing serves the new one, so it can go; what is served says where.
      await page.getByRole('button', { name: 'Actions for One page' }).click();
      const refused = page.getByRole('menuitem', { name: 'Delete' });
      await refused.getByText('Production serves it').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Actions for Two pages' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      // Somebody else begins to serve it just then.
      const defaults = `${settings}/checkout/environments/staging/defaults`;
      await request.put(defaults, { data: { 'checkout-layout': 'two' } });
      await page.keyboard.press('Control+s');
      const position = page
        .getByRole('dialog')
        .getByRole('link', { name: 'default of checkout-layout in staging: serves two' });
      expect(await position.getAttribute('href')).toBe(`${features}/checkout/env/staging`);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await request.put(defaults, { data: { 'checkout-layout': null } });
      await save(page, 'Save');
    });

    it('that are documents open an editor, which says in which line something is wrong', async () => {
      const { page } = await open('/hostile/values');
      await page.getByRole('button', { name: /^hostile of/ }).click();
      const dialog = page.getByRole('dialog', { name: /^hostile of/ });
      const text = dialog.getByRole('textbox', { name: /^hostile of/ });
      await text.press('Control+a');
      await page.keyboard.type('{\n"a": oops\n}');
      await dialog.getByText(/^Line 2: .*oops/).waitFor();
      await inspect(page);
      await text.press('Control+a');
      await page.keyboard.type('{"a": 12345678901234567890}');
      await dialog.getByText(/can’t be stored exactly/).waitFor();
      // One key throws away nothing that was typed, however it was.
      await page.keyboard.press('Escape');
      const asked = dialog
        .getByRole('status')
        .filter({ hasText: 'Press Esc again to discard what you typed.' });
      await asked.waitFor();
      await inspect(page);
      await text.press('Enter');
      await asked.waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await asked.waitFor();
      await text.press('Control+a');
      await page.keyboard.type('{"a": [1]}');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('button', { name: /^hostile of.*\{"a":\[1\]\}/ }).waitFor();
      await page.getByRole('button', { name: 'Discard' }).click();
    });

    it('that a protected environment serves are barred for members, with the reason', async () => {
      const { page } = await open('/checkout/values', 'member');
      const cell = page.getByLabel('checkout-layout of One page');
      expect(await cell.getAttribute('title')).toBe(
        'It is served in Production, where only admins and owners can make changes.',
      );
      expect(await cell.getAttribute('readonly')).not.toBeNull();
      // While targeting is off nothing is served there.
      const { request } = await open('/checkout/values', 'admin');
      const targeting = `${settings}/checkout/environments/production/targeting`;
      await request.patch(targeting, { data: { enabled: false } });
      await page
        .getByText(/^Used in/)
        .first()
        .waitFor();
      expect(await page.getByText(/^Served in/).count()).toBe(0);
      await request.patch(targeting, { data: { enabled: true } });
      await page
        .getByText(/^Served in/)
        .first()
        .waitFor();
    });
  });
});
