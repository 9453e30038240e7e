/** Changes from the list of features in Chromium: switches, the selection, and new features. */
import { beforeAll, expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the list of features', (program) => {
  const { installation, open: openPath } = useConsole(program);
  let features: string;
  let settings: string;
  beforeAll(() => {
    features = `/o/${installation.org}/p/shop/features`;
    settings = `${installation.url}/settings/v1/organisations/${installation.org}/projects`;
  });
  const open = (path = features, role = 'owner', options = {}) => openPath(path, role, options);
  const counted = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  it('is switched in a popover that says who gets what and who set it, after asking where it is protected', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^New checkout in Production/ }).click();
    await page.getByText('Half of Canada: 50% Off, 50% One page. Everyone else gets Off.').waitFor();
    await page.getByText('Last changed by bootstrap').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Switch off in Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off in Production?' });
    await dialog.getByRole('button', { name: 'Switch off in Production' }).click();
    await page.getByText('checkout is off in Production.').waitFor();
    await page.getByRole('button', { name: /^New checkout in Production: *Switched off/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^New checkout in Production: *Off *1 rule/ }).waitFor();
  });

  it('shows the new state of a switch where somebody was faster, and asks again', async () => {
    const { page, context } = await open(features, 'owner', { expected: [/status of 412/] });
    await page.getByRole('button', { name: /^New checkout in Staging/ }).click();
    await page.getByText('Everyone gets no value.').waitFor();
    const targeting = `${settings}/shop/features/checkout/environments/staging/targeting`;
    await context.request.patch(targeting, { data: { enabled: true } });
    await page.getByRole('button', { name: 'Switch off in Staging' }).click();
    await page.getByText('The current state is shown now. Try again.').waitFor();
    await page.getByRole('button', { name: 'Switch off in Staging' }).click();
    await page.getByText('checkout is off in Staging.').waitFor();
    await context.request.delete(targeting);
  });

  it('archives, completes and tags what is selected, after its differences were seen', async () => {
    const { page, context } = await open();
    for (const slug of ['bulk-a', 'bulk-b'])
      await context.request.post(`${settings}/shop/features`, { data: { slug } });
    await page.goto(`${installation.url}${features}?text=bulk-`);
    await counted(page, '2 features');
    await page.getByRole('checkbox', { name: 'Select bulk-a' }).click();
    await page.getByRole('checkbox', { name: 'Select bulk-b' }).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Tag…' }).click();
    const tag = page.getByRole('dialog', { name: 'Tag 2 features?' });
    await tag.getByLabel('Add tags').fill('autumn, shop');
    await tag.getByText(/^feature bulk-a: tags .*autumn.*shop/).waitFor();
    await inspect(page);
    await tag.getByRole('button', { name: 'Tag 2 features' }).click();
    await page.getByText('Tagged 2 features').waitFor();
    const tags = ['bulk-a', 'bulk-b'].map(async (slug) => {
      const answer = await context.request.get(`${settings}/shop/features/${slug}`);
      return ((await answer.json()) as { tags: string[] }).tags;
    });
    expect(await Promise.all(tags)).toEqual([
      ['autumn', 'shop'],
      ['autumn', 'shop'],
    ]);
    await page.getByRole('checkbox', { name: 'Select bulk-a' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    const archive = page.getByRole('dialog', { name: 'Archive 1 feature?' });
    await archive.getByText('feature bulk-a: status live → archived').waitFor();
    await archive.getByRole('button', { name: 'Archive 1 feature' }).click();
    await page.getByText('Archived 1 feature').waitFor();
    await page.getByRole('row', { name: /bulk-a.*Archived/ }).waitFor();
    await page.getByRole('checkbox', { name: 'Select bulk-b' }).click();
    await page.getByRole('button', { name: 'Complete…' }).click();
    const complete = page.getByRole('dialog', { name: 'Complete 1 feature?' });
    await complete.getByText('feature bulk-b: status live → complete').waitFor();
    await complete.getByRole('button', { name: 'Complete 1 feature' }).click();
    await page.getByText('Completed 1 feature').waitFor();
    await page.getByRole('row', { name: /bulk-b.*Complete/ }).waitFor();
  });

  it('archives what environments serve by a button that names them, protected ones first', async () => {
    const { page, context } = await open(features);
    const defaults = `${settings}/shop/features/checkout/environments/staging/defaults`;
    await context.request.put(defaults, { data: { 'checkout-layout': 'off' } });
    await page.getByRole('checkbox', { name: 'Select New checkout' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive 1 feature?' });
    await dialog.getByRole('region', { name: 'Affected environments' }).waitFor();
    await dialog.getByText('Production: checkout').waitFor();
    await dialog.getByRole('button', { name: 'Archive 1 feature in Production and Staging' }).waitFor();
    await inspect(page);
    await context.request.put(defaults, { data: { 'checkout-layout': null } });
  });

  it('tells a member which features of a selection stay as they are, before anything changes', async () => {
    const { page } = await open(features, 'member');
    await page.getByRole('checkbox', { name: 'Select New checkout' }).click();
    await page.getByRole('button', { name: 'Complete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete 1 feature?' });
    await dialog.getByText('Only admins and owners can change what').waitFor();
    expect(await dialog.getByRole('button', { name: 'Complete 0 features' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^New checkout in Production/ }).click();
    await page
      .getByRole('button', {
        name: /Switch off in Production *, not possible: Only admins and owners can make changes/,
      })
      .waitFor();
  });

  it('cannot be changed by a viewer, who is told why', async () => {
    const { page } = await open(features, 'viewer');
    await page.getByRole('button', { name: /^New checkout in Staging/ }).click();
    await page
      .getByRole('button', { name: /Switch off in Staging *, not possible: Viewers can’t make changes/ })
      .waitFor();
    const make = page.getByRole('button', {
      name: /New feature.*, not possible: Viewers can’t make changes/,
    });
    expect(await make.getAttribute('aria-disabled')).toBe('true');
    // Without a pointer the reason is seen at the button that has the focus.
    await page.keyboard.press('Escape');
    await make.focus();
    const shown = await page.evaluate(`getComputedStyle(document.activeElement, '::after').content`);
    expect(shown).toMatch(/^"Viewers can’t make changes\./);
  });

  it('gets a feature with a slug that follows its name, and what everybody gets of it, by n', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New feature' });
    // Esc closes what nothing was typed into; what was typed is lost by the second only, or by Cancel.
    await dialog.getByRole('radio', { name: 'Number' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    for (const keys of [['Escape', 'Escape'], ['Escape', 'Tab', 'Escape'], []]) {
      await page.keyboard.press('n');
      await dialog.getByLabel('Name').fill('Lost');
      for (const [index, key] of keys.entries()) {
        await page.keyboard.press(key);
        if (index < keys.length - 1) await dialog.getByText('Press Esc again to discard').waitFor();
      }
      if (keys.length === 0) await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('n');
    await dialog.getByLabel('Name').fill('Gift wrapping!');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('gift-wrapping');
    await dialog.getByRole('combobox', { name: 'Staging' }).selectOption('On');
    await inspect(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Gift wrapping!', level: 1 }).waitFor();
    await page.goto(`${installation.url}${features}?text=gift-wrapping`);
    await page.getByRole('button', { name: /^Gift wrapping! in Production: *Off$/ }).waitFor();
    await page.getByRole('button', { name: /^Gift wrapping! in Staging: *On$/ }).waitFor();
  });

  it('says at its field what is wrong with a new feature', async () => {
    const { page } = await open(features, 'owner', { expected: [/status of 409/] });
    await page.getByRole('button', { name: 'New feature' }).click();
    const dialog = page.getByRole('dialog', { name: 'New feature' });
    await dialog.getByLabel('Name').fill('Checkout');
    await dialog.getByRole('radio', { name: 'Number' }).click();
    await dialog.getByLabel('First value').fill('five');
    await dialog.getByText('Not valid as a number').waitFor();
    await dialog.getByLabel('First value').fill('5');
    await dialog.getByLabel('Second value').fill('6');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('A feature "checkout" already exists.').first().waitFor();
    const holder = dialog.getByRole('link', { name: 'Open the feature checkout' });
    expect(await holder.getAttribute('href')).toBe(`/o/${installation.org}/p/shop/features/checkout`);
  });
});
