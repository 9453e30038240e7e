/** The rules of one feature that two people edit: what somebody saved meanwhile, and what both changed. */
import { expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { bar, defaults, useTargeting } from '../feature/use-targeting.ts';

describeWith(chromium, 'two people on one feature', (program) => {
  const { open, servingOf, write } = useTargeting(program);
  const canada = [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }];
  const inCanada = (name: string, rest: object = {}) => ({
    name,
    any_of: canada,
    serve: { variation: 'one-page' },
    ...rest,
  });

  /** Starts both from two rules; she saves, then he tries to. */
  const begin = async (hers: object, his: (page: Page) => Promise<void>) => {
    const first = { targeting: { enabled: true, rules: [inCanada('One'), inCanada('Two')] }, defaults };
    await write('owner', 'staging', first);
    const { page } = await open('staging', 'owner', [/status of 412/]);
    await page.getByLabel('Name of rule 2').waitFor();
    await write('admin', 'staging', hers);
    await his(page);
    await bar(page)
      .getByText(/^admin saved \d+ changes?/)
      .waitFor();
    await page.keyboard.press('Control+s');
    return { page, dialog: page.getByRole('dialog', { name: 'Conflicting changes in Staging' }) };
  };
  const off = {
    targeting: {
      enabled: true,
      rules: [inCanada('One', { serve: { variation: 'off' } }), inCanada('Two')],
    },
    defaults,
  };

  it('put one on top of the other, which both were part of', async () => {
    const { page, dialog } = await begin(off, (his) => his.getByLabel('Name of rule 2').fill('Second'));
    await dialog.getByText('rule 1 "One"').first().waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await bar(page).getByText('name "Two" → "Second"').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('One: Off. Second: One page.').waitFor();
    await page.getByText('Saved checkout in Staging').waitFor();
  });

  it('are asked, part by part, only where both changed the same', async () => {
    const { page, dialog } = await begin(off, async (his) => {
      await his
        .getByLabel(/^Serve/)
        .first()
        .selectOption('Percentage split…');
      await his.getByLabel('Name of rule 2').fill('Second');
    });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    const part = dialog.getByRole('group', { name: /the serving of rule 1/ });
    await part.getByText('50% Off, 50% One page').waitFor();
    await inspect(page);
    await part.getByRole('radio', { name: 'Mine' }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await bar(page).getByText('name "Two" → "Second"').waitFor();
    await page.getByText('One: 50% Off, 50% One page. Second: One page.').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('keep both of their first rules, whose order is asked in words', async () => {
    const { page, context } = await open('staging', 'owner', [/status of 412/]);
    await context.request.delete(`${servingOf('staging')}/targeting`);
    await page.reload();
    await page.getByText('No rules yet. Everyone gets the default below.').waitFor();
    const hers = { name: 'Hers', any_of: canada, serve: { variation: 'off' } };
    const data = { targeting: { enabled: true, rules: [hers] }, defaults };
    await write('admin', 'staging', data);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name of rule 1').fill('His');
    await bar(page)
      .getByText(/saved \d+ changes?/)
      .waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Conflicting changes in Staging' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Control+s');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    const part = dialog.getByRole('group', { name: /"His" would be added where/ });
    await part.getByText('His, everyone: One page').waitFor();
    await part.getByRole('radio', { name: 'Theirs first Hers, if country is CA: Off' }).check();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Hers: Off. His (everyone else): One page.').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('discard the one, or save it over the other', async () => {
    const { page, dialog } = await begin(off, (his) => his.getByLabel('Name of rule 1').fill('First'));
    await dialog.getByRole('button', { name: 'Use theirs' }).click();
    await page.getByText('One: Off. Two: One page.').waitFor();
    expect(await bar(page).count()).toBe(0);
    const again = await begin(off, (his) => his.getByLabel('Name of rule 1').fill('First'));
    await again.dialog.getByRole('button', { name: 'Overwrite' }).click();
    await bar(again.page).getByText('rule 1', { exact: false }).first().waitFor();
    await again.page.keyboard.press('Control+s');
    await again.page.getByText('First: One page. Two: One page.').waitFor();
  });
});
