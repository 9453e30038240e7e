/** The list of features (console.md §6, screen 3) in Chromium: what is promised of it, found by role and name only. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type Page, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageOf,
  startConsoleInstallation,
  type ConsoleInstallation,
} from './console-installation.ts';
import { documentOfConsole, hostileName } from './document.ts';

describeWith(chromium, 'the list of features', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let features: string;
  let settings: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    features = `/o/${installation.org}/p/shop/features`;
    settings = `${installation.url}/settings/v1/organisations/${installation.org}/projects`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path = features, role = 'owner', options = {}) => {
    const { page, context } = await openPageOf(browser, installation, installation.emailOf(role), options);
    await page.goto(installation.url + path);
    return { page, context };
  };
  const counted = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  it('shows what every environment serves, and finds as one types; the address says it all', async () => {
    const { page } = await open('/');
    await page
      .getByRole('button', { name: /^New checkout in Production: *1 rule *Off *50 *One page *50/ })
      .waitFor();
    await page.getByText(hostileName).first().waitFor();
    await counted(page, '2 features');
    await inspect(page);
    await page.keyboard.press('/');
    // What is typed while the address follows stays, with its blank.
    await page.keyboard.type('new ');
    await page.waitForURL(`${installation.url}${features}?text=new`);
    await page.keyboard.type('checkout');
    await page.waitForURL(/\?text=new(\+|%20)checkout$/);
    const search = page.getByRole('searchbox', { name: 'Search features' });
    expect(await search.inputValue()).toBe('new checkout');
    await search.fill('layout');
    await page.waitForURL(`${installation.url}${features}?text=layout`);
    await counted(page, '1 feature');
    await page.getByRole('link', { name: 'New checkout' }).click();
    await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
    await page.goBack();
    await counted(page, '1 feature');
    await page.getByRole('searchbox', { name: 'Search features' }).fill('nothing like it');
    await page.getByText('No feature has “nothing like it”').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
  });

  it('is filtered by state, status, tag and owner and sorted, and a reload restores it', async () => {
    const { page } = await open(features, 'owner', { expected: [/status of 400/] });
    await page.getByRole('combobox', { name: 'State' }).selectOption('Production: on');
    await counted(page, '1 feature');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Defined, latest first');
    await page.getByRole('button', { name: 'live', exact: true }).click();
    await page.waitForURL(/\?env=production&state=on&sort=-updated&status=live$|status=live/);
    await page.reload();
    await counted(page, '1 feature');
    expect(await page.getByRole('combobox', { name: 'State' }).inputValue()).toBe('on production');
    await page.getByRole('combobox', { name: 'Owner' }).fill('nobody@acme.example');
    await page.getByText('No feature is as these filters say.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await counted(page, '2 features');
    // An old link: what is not understood is left out, and what is not there any more is said.
    await page.goto(`${installation.url}${features}?env=production&state=paused&text=checkout`);
    await counted(page, '1 feature');
    await page.goto(`${installation.url}${features}?env=preview&state=on`);
    await page.getByRole('alert').getByText('is not an environment of the project').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await counted(page, '2 features');
  });

  it('has the columns that its reader chose, also after a reload', async () => {
    const { page } = await open();
    await page.getByRole('columnheader', { name: 'Evaluated' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Tags, hidden' }).click();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Evaluated' }).click();
    await page.getByRole('columnheader', { name: 'Evaluated' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('columnheader', { name: 'Tags' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Evaluated' }).count()).toBe(0);
  });

  it('has rows as dense as its reader prefers', async () => {
    const { page } = await open();
    const row = page.getByRole('row', { name: /New checkout/ });
    const heightOf = async () => (await row.boundingBox())?.height;
    await row.waitFor();
    expect(await heightOf()).toBe(53);
    await page.goto(`${installation.url}/account`);
    await page.getByLabel('Rows of tables').selectOption('dense');
    await page.goBack();
    await row.waitFor();
    expect(await heightOf()).toBe(37);
    await inspect(page);
  });

  it('is switched in a popover that says who gets what and who set it, after asking where it is protected', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^New checkout in Production/ }).click();
    await page.getByText('Half of Canada: 50 % Off, 50 % One page. Everybody else gets Off.').waitFor();
    await page.getByText('Changed by bootstrap').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Switch off in Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off in Production?' });
    await dialog.getByRole('button', { name: 'Switch off in Production' }).click();
    await page.getByText('checkout is off in Production.').waitFor();
    await page.getByRole('button', { name: /^New checkout in Production: *off/ }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^New checkout in Production: *1 rule/ }).waitFor();
  });

  it('shows the new state of a switch where somebody was faster, and asks again', async () => {
    const { page, context } = await open(features, 'owner', { expected: [/status of 412/] });
    await page.getByRole('button', { name: /^New checkout in Staging/ }).click();
    await page.getByText('Everybody gets nothing.').waitFor();
    const targeting = `${settings}/shop/features/checkout/environments/staging/targeting`;
    await context.request.patch(targeting, { data: { enabled: true } });
    await page.getByRole('button', { name: 'Switch off in Staging' }).click();
    await page.getByText('The state that is shown now is the newest: press again.').waitFor();
    await page.getByRole('button', { name: 'Switch off in Staging' }).click();
    await page.getByText('checkout is off in Staging.').waitFor();
    await context.request.delete(targeting);
  });

  it('is walked by keys: j and k, o for the switch, x and X to select, . for the menu, Enter', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('o');
    await page.getByRole('button', { name: 'Switch off in Production' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New checkout' }).focus();
    await page.keyboard.press('x');
    await page.getByText('1 feature selected').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Shift+X');
    await page.getByText('2 features selected').waitFor();
    await inspect(page);
    await page.getByRole('link', { name: 'New checkout' }).focus();
    await page.keyboard.press('.');
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New checkout' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
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
    await tag
      .getByText('feature bulk-a: tags → autumn, shop')
      .or(tag.getByText(/feature bulk-a: tags/))
      .first()
      .waitFor();
    await inspect(page);
    await tag.getByRole('button', { name: 'Tag 2 features' }).click();
    await page.getByText('Tagged 2 features.').waitFor();
    await page.getByRole('checkbox', { name: 'Select bulk-a' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    const archive = page.getByRole('dialog', { name: 'Archive 1 feature?' });
    await archive.getByText('feature bulk-a: status live → archived').waitFor();
    await archive.getByRole('button', { name: 'Archive 1 feature' }).click();
    await page.getByText('Archived 1 feature.').waitFor();
    await page.getByRole('row', { name: /bulk-a.*archived/ }).waitFor();
  });

  it('archives what a protected environment serves by a button that names it', async () => {
    const { page } = await open(features);
    await page.getByRole('checkbox', { name: 'Select New checkout' }).click();
    await page.getByRole('button', { name: 'Archive…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive 1 feature?' });
    await dialog.getByRole('region', { name: 'Where something else is served' }).waitFor();
    await dialog.getByText('Production: checkout').waitFor();
    await dialog.getByRole('button', { name: 'Archive 1 feature in Production' }).waitFor();
    await inspect(page);
  });

  it('tells a member which features of a selection stay as they are, before anything changes', async () => {
    const { page } = await open(features, 'member');
    await page.getByRole('checkbox', { name: 'Select New checkout' }).click();
    await page.getByRole('button', { name: 'Complete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete 1 feature?' });
    await dialog.getByText('which only admins and owners may do').waitFor();
    expect(await dialog.getByRole('button', { name: 'Complete 0 features' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^New checkout in Production/ }).click();
    await page
      .getByRole('button', {
        name: /Switch off in Production *, not possible: Only admins and owners change/,
      })
      .waitFor();
  });

  it('cannot be changed by a viewer, who is told why', async () => {
    const { page } = await open(features, 'viewer');
    await page.getByRole('button', { name: /^New checkout in Staging/ }).click();
    await page
      .getByRole('button', { name: /Switch off in Staging *, not possible: Viewers change nothing/ })
      .waitFor();
    const make = page.getByRole('button', { name: /New feature.*, not possible: Viewers change nothing/ });
    expect(await make.getAttribute('aria-disabled')).toBe('true');
    // Without a pointer the reason is seen at the button that has the focus.
    await page.keyboard.press('Escape');
    await make.focus();
    const shown = await page.evaluate(`getComputedStyle(document.activeElement, '::after').content`);
    expect(shown).toMatch(/^"Viewers change nothing\./);
  });

  it('gets a feature with a slug that follows its name, and what everybody gets of it, by n', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New feature' });
    await dialog.getByLabel('Name').fill('Gift wrapping!');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('gift-wrapping');
    await dialog.getByRole('combobox', { name: 'Staging' }).selectOption('On');
    await inspect(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Gift wrapping!', level: 1 }).waitFor();
    await page.goto(`${installation.url}${features}?text=gift-wrapping`);
    await page.getByRole('button', { name: /^Gift wrapping! in Production: *default *Off/ }).waitFor();
    await page.getByRole('button', { name: /^Gift wrapping! in Staging: *default *On/ }).waitFor();
  });

  it('says at its field what is wrong with a new feature', async () => {
    const { page } = await open(features, 'owner', { expected: [/status of 409/] });
    await page.getByRole('button', { name: 'New feature' }).click();
    const dialog = page.getByRole('dialog', { name: 'New feature' });
    await dialog.getByLabel('Name').fill('Checkout');
    await dialog.getByRole('radio', { name: 'number' }).click();
    await dialog.getByLabel('First value').fill('five');
    await dialog.getByText('This is no number.').waitFor();
    await dialog.getByLabel('First value').fill('5');
    await dialog.getByLabel('Second value').fill('6');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('There is a feature "checkout" already.').first().waitFor();
    const holder = dialog.getByRole('link', { name: 'Open the feature checkout' });
    expect(await holder.getAttribute('href')).toBe(`/o/${installation.org}/p/shop/features/checkout`);
  });

  it('advises: the verdict, why, and the one thing to do', async () => {
    const { page, context } = await open(`${features}?view=advice`);
    await page.getByText('No feature has had its time.').waitFor();
    await inspect(page);
    await context.request.post(`${settings}/shop/features`, {
      data: { slug: 'over', expected_until: '2020-01-01' },
    });
    await page.getByRole('combobox', { name: 'Verdict' }).selectOption('Keep');
    const row = page.getByRole('row', { name: /^over/ });
    await row.getByText('changed').first().waitFor();
    await page.getByRole('button', { name: 'Advice' }).click();
    await page.getByRole('link', { name: 'over', exact: true }).waitFor();
  });

  it('that is empty says what features are for, with a button, a command and the way to the first evaluation', async () => {
    const { page, context } = await open(`/o/${installation.org}/p/shop/features`);
    await context.request.post(settings, { data: { slug: 'empty' } });
    await page.goto(`${installation.url}/o/${installation.org}/p/empty/features`);
    await page.getByText('Features group what is released together').waitFor();
    await inspect(page);
    await page.getByRole('group', { name: 'The same from a shell' }).waitFor();
    await page.getByRole('link', { name: 'to the first evaluation in four steps' }).click();
    await page.getByRole('heading', { name: 'From here to the first evaluation' }).waitFor();
    await page.getByRole('button', { name: 'Make production and staging' }).waitFor();
  });
});
