/** The palette: it goes to anything, and runs what the screen can do. */
import { beforeAll, expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the palette', (program) => {
  const { installation, open } = useConsole(program);
  let project: string;
  let api: string;
  beforeAll(async () => {
    project = `/o/${installation.org}/p/shop`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}`;
  });
  const goTo = async (page: Page, text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill(text);
  };
  /** Waits for the focused heading of a screen, where screen readers begin. */
  const focused = (page: Page, name: string) =>
    page.getByRole('heading', { name, level: 1 }).and(page.locator(':focus')).waitFor();
  const listed = (page: Page) => page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();

  it('goes to the heading of anything by its name, and shows it first the next time', async () => {
    const { page } = await open(`/o/${installation.org}/audit-log`);
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await goTo(page, 'checkout-lay');
    await page.getByRole('option', { name: 'checkout-layout Variable of New checkout' }).waitFor();
    await page.keyboard.press('Enter');
    await focused(page, 'New checkout');
    await goTo(page, '');
    await page
      .getByRole('option', { name: 'checkout-layout Variable of New checkout', selected: true })
      .waitFor();
    await inspect(page);
  });

  it('says of what kind each result is, with variables below their feature, and closes without leaving the page', async () => {
    const { page } = await open(`${project}/features/checkout/env/production`);
    await focused(page, 'New checkout');
    await goTo(page, 'checkout');
    await page.getByRole('option', { name: 'New checkout checkout Feature' }).waitFor();
    const options = await page.getByRole('option').allTextContents();
    const at = options.indexOf('New checkoutcheckoutFeature');
    expect(options.slice(at + 1, at + 3).toSorted()).toEqual([
      'checkout-enabledVariable',
      'checkout-layoutVariable',
    ]);
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${project}/features/checkout/env/production`);
  });

  it('does what the screen can do, and changes the theme', async () => {
    const { page } = await open(`${project}/features`);
    await listed(page);
    await goTo(page, 'theme: dark');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    // Dark on white, whatever the screen is.
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(27, 26, 23)');
    await page.emulateMedia({ media: 'screen' });
    await goTo(page, 'new feat');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New feature' }).waitFor();
  });

  it('opens the change whose id was pasted', async () => {
    const { page, context } = await open(`${project}/features`);
    await listed(page);
    const answer = await context.request.patch(`${api}/projects/shop/features/checkout`, {
      data: { description: 'One page.' },
    });
    await goTo(page, answer.headers()['change-id']!);
    await page.getByRole('option', { name: /shop\/checkout/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    expect(page.url()).toContain(`change=${answer.headers()['change-id']}`);
  });
});
