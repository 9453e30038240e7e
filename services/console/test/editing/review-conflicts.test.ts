/** Somebody saves a document while it is reviewed: the conflict opens over the review, and the review goes on with its comment. */
import { expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'a conflict during a review of', (program) => {
  const { installation, open } = useConsole(program);
  const project = () => `/o/${installation.org}/p/shop`;
  const api = () => `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
  const canada = (name: string) => ({
    name,
    any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
    serve: { variation: 'one-page' },
  });
  const serving = (...names: string[]) => ({
    targeting: { enabled: true, rules: names.map(canada) },
    defaults: { 'checkout-enabled': 'off', 'checkout-layout': 'off' },
  });

  /** Each document: how it is prepared, what both people change, and the review's dialog and button. */
  const documents = {
    targeting: {
      path: () => `${project()}/features/checkout/env/production`,
      url: () => `${api()}/features/checkout/environments/production`,
      before: () => serving('One', 'Two'),
      theirs: () => serving('Theirs', 'Two'),
      edit: (page: Page) => page.getByLabel('Name of rule 2').fill('Renamed'),
      review: /^Save to Production\?$/,
      conflict: 'Conflicting changes in Production',
      button: 'Save to Production',
      saved: 'Saved checkout in Production',
    },
    segment: {
      path: () => `${project()}/segments/reviewed`,
      url: () => `${api()}/segments/reviewed`,
      before: () => ({ name: 'Reviewed', any_of: [{ all_of: canada('').any_of[0]!.all_of }] }),
      theirs: () => ({
        name: 'Reviewed',
        any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CL'] }] }],
      }),
      edit: (page: Page) => page.getByLabel('Name', { exact: true }).fill('Renamed'),
      review: /^Save Renamed\?$/,
      conflict: 'Conflicting changes in reviewed',
      button: 'Save segment',
      saved: 'Saved the segment “reviewed”',
    },
    values: {
      path: () => `${project()}/features/checkout/values`,
      url: () => `${api()}/features/checkout/variations/off`,
      before: () => ({ name: 'Off' }),
      theirs: () => ({ name: 'Theirs' }),
      edit: (page: Page) =>
        page
          .getByLabel(/^checkout-layout of/)
          .first()
          .fill('mine'),
      review: /^Save variables and variations\?$/,
      conflict: 'Conflicting changes',
      button: /^Save/,
      saved: 'Saved the values of checkout',
    },
  };
  const rows = Object.entries(documents).map(([noun, each]) => ({ noun, ...each }));

  it.each(rows)('$noun names who saved, keeps the comment, and goes on with both', async (document) => {
    const method = document.noun === 'values' ? 'patch' : 'put';
    const admin = (await open('/', 'admin')).page.request;
    if (document.noun === 'segment') {
      await admin.post(`${api()}/segments`, { data: { slug: 'reviewed', ...document.before() } });
    }
    expect((await admin[method](document.url(), { data: document.before() })).status()).toBe(200);
    const { page } = await open(document.path(), 'owner', { expected: [/status of 412/], isLive: true });
    await document.edit(page);
    await page.keyboard.press('Control+s');
    const review = page.getByRole('dialog', { name: document.review });
    await review.getByLabel('Comment').fill('Because of the launch');
    expect((await admin[method](document.url(), { data: document.theirs() })).status()).toBe(200);
    const conflict = page.getByRole('dialog', { name: document.conflict });
    await conflict.getByText(/^admin saved \d+ changes?/).waitFor();
    await inspect(page);
    await conflict.getByRole('button', { name: 'Merge' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await review.getByLabel('Comment').inputValue()).toBe('Because of the launch');
    await review.getByRole('button', { name: document.button }).click();
    await page.getByText(document.saved).first().waitFor();
    const log = await admin.get(
      `${installation.url}/settings/v1/organisations/${installation.org}/audit-log?limit=1`,
    );
    expect((await log.json()).items[0].comment).toBe('Because of the launch');
  });

  it('targeting leaves the review and its comment where the conflict is put off', async () => {
    const { path, url, before, theirs, edit, review, conflict } = documents.targeting;
    const admin = (await open('/', 'admin')).page.request;
    await admin.put(url(), { data: before() });
    const { page } = await open(path(), 'owner', { expected: [/status of 412/], isLive: true });
    await edit(page);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: review }).getByLabel('Comment').fill('Later');
    await admin.put(url(), { data: theirs() });
    await page.getByRole('dialog', { name: conflict }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: conflict }).getByRole('button', { name: 'Overwrite' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+s');
    expect(await page.getByRole('dialog', { name: review }).getByLabel('Comment').inputValue()).toBe('Later');
  });
});
