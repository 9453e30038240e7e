/** The list of features (console.md §6, screen 3) in Chromium: what is promised of it, found by role and name only. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { chromium, startTestBrowser, type Page, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole, hostileName } from '../document.ts';
import { sharedConsole } from '../installation/shared-console.ts';

/** Cells that lie over the one before or beyond the frame, and texts that are drawn outside of their cell. */
const misplaced = `(() => {
  const found = [];
  for (const row of document.querySelectorAll('tr')) {
    const frame = row.closest('div').getBoundingClientRect();
    let end = frame.left;
    for (const cell of [...row.cells].filter((each) => each.checkVisibility())) {
      const box = cell.getBoundingClientRect();
      if (box.left < end - 1 || box.right > frame.right + 1) found.push(cell.textContent);
      end = box.right;
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        let { left, right } = range.getBoundingClientRect();
        for (let part = texts.currentNode.parentElement; part !== row; part = part.parentElement) {
          if (getComputedStyle(part).overflowX === 'visible') continue;
          const clip = part.getBoundingClientRect();
          [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
        }
        if (right > left && (left < box.left - 1 || right > box.right + 1)) found.push(texts.currentNode.data);
      }
    }
  }
  return found;
})()`;

describeWith(chromium, 'the list of features', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let features: string;
  let settings: string;
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    pool = createPool((await sharedConsole()).databaseUrl, { max: 1 });
    features = `/o/${installation.org}/p/shop/features`;
    settings = `${installation.url}/settings/v1/organisations/${installation.org}/projects`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await pool?.end();
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path = features, role = 'owner', options = {}) => {
    const { page, context } = await openPageSignedIn(
      browser,
      installation,
      installation.emailOf(role),
      options,
    );
    await page.goto(installation.url + path);
    return { page, context };
  };
  const counted = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

  it('shows what every environment serves, and finds as one types; the address says it all', async () => {
    const { page } = await open('/');
    await page.getByRole('button', { name: /^New checkout in Production: *Off *1 rule/ }).waitFor();
    await page.getByText(hostileName).first().waitFor();
    await counted(page, '2 features');
    await inspect(page);
    await page.keyboard.press('/');
    // Text typed while the address changes stays, with its blank.
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
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('combobox', { name: 'Targeting' }).selectOption('Production: On');
    await counted(page, '1 feature');
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Recently changed');
    await page.getByRole('button', { name: 'Live', exact: true }).click();
    await page.waitForURL(/\?env=production&state=on&sort=-updated&status=live$|status=live/);
    await page.reload();
    await counted(page, '1 feature');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    expect(await page.getByRole('combobox', { name: 'Targeting' }).inputValue()).toBe('on production');
    await page.getByRole('combobox', { name: 'Owner' }).fill('nobody@acme.example');
    await page.getByText('No features match these filters.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Owner: nobody@acme.example' }).click();
    await counted(page, '1 feature');
    await page.getByRole('button', { name: 'Remove the filter Production: On' }).click();
    await counted(page, '2 features');
    await page.getByRole('searchbox', { name: 'Search features' }).fill('nothing like it');
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
    await page.getByLabel('Table rows').selectOption('dense');
    await page.goBack();
    await row.waitFor();
    expect(await heightOf()).toBe(37);
    await inspect(page);
  });

  it('has columns that do not lie over each other on a narrow screen, and scrolls no page sideways', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: /^New checkout in Production/ }).waitFor();
    const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    for (const width of [760, 880, 1000]) {
      await page.setViewportSize({ width, height: 800 });
      const found = { misplaced: await page.evaluate(misplaced), wider: await page.evaluate(wider) };
      expect([width, found]).toEqual([width, { misplaced: [], wider: 0 }]);
      await page.getByRole('columnheader', { name: 'Staging' }).waitFor();
    }
  });

  it('says the names of variations whole; a page with room for one environment has a choice of it', async () => {
    const { page, context } = await open();
    const features = `${settings}/shop/features`;
    await context.request.post(features, {
      data: {
        slug: 'names',
        variables: [{ slug: 'names', type: 'boolean' }],
        variations: [{ slug: 'v', name: 'Fourteen chars', values: { names: true } }],
        environments: { production: { defaults: { names: 'v' } } },
      },
    });
    await page.reload();
    const cell = page.getByRole('button', { name: /^names in Production: *Fourteen chars$/ });
    await cell.waitFor();
    const isCut = `[...document.querySelectorAll('tr[data-slug="names"] [data-env] > *')]
      .some((each) => each.className !== 'hidden-text' && each.scrollWidth > each.clientWidth)`;
    for (const width of [390, 640, 1000, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect([width, await page.evaluate(isCut)]).toEqual([width, false]);
    }
    await page.setViewportSize({ width: 640, height: 800 });
    await page.getByRole('combobox', { name: 'Environment shown' }).selectOption('Staging');
    await page.getByRole('button', { name: /^names in Staging: *Not set$/ }).waitFor();
    await cell.waitFor({ state: 'hidden' });
    await inspect(page);
    await context.request.delete(`${features}/names`, { headers: { 'if-match': '*' } });
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
    const leftOf = async (item: string) =>
      (await page.getByRole('menuitem', { name: item }).locator('span').last().boundingBox())!.x;
    // With an icon or without.
    expect(await leftOf('History')).toBe(await leftOf('Copy checkout'));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'New checkout' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
  });

  it('advises: the verdict, why, and the one thing to do', async () => {
    const { page, context } = await open(`${features}?view=advice`);
    await page.getByText('Nothing to clean up.').waitFor();
    await inspect(page);
    await context.request.post(`${settings}/shop/features`, {
      data: { slug: 'over', expected_until: '2020-01-01' },
    });
    await page.getByRole('combobox', { name: 'Suggestion' }).selectOption('Keep');
    await page.getByRole('row', { name: /^over Live Keep .*changed on \d+ \w+.* None$/ }).waitFor();
    // Features changed in the last seven days are kept.
    await pool.query(
      `WITH changed AS (
         UPDATE feature SET updated_at = now() - interval '8 days' FROM project, organisation
         WHERE project.id = project_id AND organisation.id = organisation_id
           AND organisation.slug = $1 AND feature.slug = 'over' RETURNING feature.id)
       UPDATE audit_record SET created_at = now() - interval '8 days' FROM changed WHERE feature_id = changed.id`,
      [installation.org],
    );
    await page.goto(`${installation.url}${features}?view=advice`);
    const row = page.getByRole('row', { name: /^over Live Finish/ });
    await row.getByText('was expected until 1 January 2020').waitFor();
    await inspect(page);
    await row.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('heading', { name: 'over', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Clean up' }).click();
    await page.getByRole('link', { name: 'over', exact: true }).waitFor();
  });

  it('that is empty says what features are for, and leads to the setup or a command', async () => {
    const { page, context } = await open(`/o/${installation.org}/p/shop/features`);
    await context.request.post(settings, { data: { slug: 'empty' } });
    await page.goto(`${installation.url}/o/${installation.org}/p/empty/features`);
    await page.getByRole('heading', { name: 'No features yet' }).waitFor();
    await page.getByText('Create one with the API').click();
    await page.getByRole('group', { name: 'Create a feature with cURL' }).waitFor();
    await inspect(page);
    // The start of the console leads to the setup of a project without features.
    await page.goto(installation.url);
    await page.getByRole('heading', { name: 'Get your first flag running' }).waitFor();
    await page.getByRole('link', { name: 'Skip setup' }).click();
    await page.getByRole('link', { name: 'Resume setup' }).click();
    await page.getByRole('heading', { name: 'Get your first flag running' }).waitFor();
    await page.getByRole('button', { name: 'Create production and staging' }).waitFor();
  });
});
