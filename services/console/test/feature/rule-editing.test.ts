/** Rules that are edited by keys: where the focus is, where the save bar stands, and a draft that is discarded and brought back. */
import { expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'rules that are edited', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const open = (expected: RegExp[] = []) =>
    openPath(`/o/${installation.org}/p/shop/features/checkout/env/staging`, 'owner', { expected });
  const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
  const focused = (page: Page, label: string | RegExp) =>
    page.getByLabel(label).and(page.locator(':focus')).waitFor();
  const press = async (page: Page, name: string | RegExp, exact = true) =>
    page.getByRole('button', { name, exact }).last().press('Enter');

  it('have the focus where something was made, or beside what was removed', async () => {
    const { page } = await open([/status of 400/]);
    await press(page, 'Add rule');
    await focused(page, 'Name of rule 1');
    await page.keyboard.type('First');
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await press(page, 'Add condition');
    await focused(page, 'Attribute');
    await refused;
    await page.getByLabel('Attribute').selectOption('country');
    await press(page, 'and');
    await focused(page, 'Attribute');
    expect(await page.locator(':focus').inputValue()).toBe('email');
    await press(page, 'or');
    const rows = page.getByLabel('Attribute');
    await rows.nth(2).and(page.locator(':focus')).waitFor();
    await press(page, 'Remove condition on email');
    await rows.nth(1).and(page.locator(':focus')).waitFor();
    await press(page, 'Remove condition on email');
    await rows.and(page.locator(':focus')).waitFor();
    await page.getByLabel('Value of country').fill('CA, FR,');
    await press(page, 'Remove CA');
    await focused(page, 'Remove FR');
    await page.keyboard.press('Enter');
    await focused(page, 'Value of country');
    await press(page, 'Remove condition on country');
    await page.getByRole('button', { name: 'Add condition' }).and(page.locator(':focus')).waitFor();

    const choose = async (rule: string, item: string) => {
      await page.getByRole('button', { name: `Actions for ${rule}`, exact: true }).press('Enter');
      await page.getByRole('menuitem', { name: item }).press('Enter');
    };
    await choose('First', 'Duplicate');
    await focused(page, 'Name of rule 2');
    await choose('First (copy)', 'Duplicate');
    await focused(page, 'Name of rule 3');
    await choose('First (copy) (copy)', 'Delete');
    await focused(page, 'Name of rule 2');
    await choose('First', 'Delete');
    await focused(page, 'Name of rule 1');
    await press(page, 'Gradual rollout');
    await focused(page, 'Percentage of stage 1');
    await press(page, 'Schedule');
    await focused(page, 'Schedule from');
    await press(page, 'Add stage');
    await focused(page, 'Percentage of stage 4');
    await press(page, 'Remove stage 4');
    await focused(page, 'Percentage of stage 3');
    await press(page, 'Remove schedule');
    await focused(page, 'Percentage of stage 1');
    await choose('First (copy)', 'Delete');
    await page.getByRole('button', { name: 'Add rule' }).and(page.locator(':focus')).waitFor();
    await press(page, 'Discard');
    await page.locator('main *:focus').waitFor();
  });

  it('have times that are typed or chosen; a text that is no time changes nothing', async () => {
    const { page } = await open();
    await press(page, 'Add rule');
    await press(page, 'Gradual rollout');
    const time = (number: number) => page.getByLabel(`Time of stage ${number}`, { exact: true });
    // On its way to no time, the text is a day, which would be another order.
    await time(1).fill('1 Feb 2030');
    await time(1).pressSequentially(', 25:00');
    await time(1).blur();
    expect(await time(1).inputValue()).toBe('1 Feb 2030, 25:00');
    expect(await time(1).getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Percentage of stage 1').inputValue()).toBe('10');
    // With Enter the stage moves, and the field has the time of the next one.
    const second = await time(2).inputValue();
    await time(1).fill('1 Feb 2030, 10:00');
    await time(1).press('Enter');
    expect([await time(1).inputValue(), await time(3).inputValue()]).toEqual([second, '1 Feb 2030, 10:00']);
    await page.locator('input[type="datetime-local"]').nth(2).fill('2030-03-01T10:00');
    await page.keyboard.press('Control');
    await page.reload();
    expect(await time(3).inputValue()).toBe('1 Mar 2030, 10:00');
    await press(page, 'Discard');
  });

  it('are discarded and brought back by Undo, also after another page was shown', async () => {
    const { page } = await open();
    await press(page, 'Add rule');
    await page.getByLabel('Name of rule 1').fill('Staff');
    await page.getByLabel('Name of rule 1').press('Shift+Tab');
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByText('No rules yet. Everyone gets the default below.').waitFor();
    await page.getByText('Discarded your changes to checkout in staging').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    expect(await page.getByLabel('Name of rule 1').inputValue()).toBe('Staff');
    await bar(page).getByText('rule 1 "Staff": added').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Values', exact: true }).first().click();
    await page
      .getByRole('heading', { name: 'Variables' })
      .or(page.getByText('Add your first variable'))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    // The tab and the environment with unsaved changes say so.
    await page.getByRole('link', { name: /^Targeting ?, unsaved changes$/ }).click();
    await page.getByRole('link', { name: /^Staging ?, unsaved changes$/ }).click();
    await inspect(page);
    expect(await page.getByLabel('Name of rule 1').inputValue()).toBe('Staff');
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Staging', exact: true }).waitFor();
  });

  it('leave the save bar in the column of the screen, in one place and not high, however much is changed', async () => {
    const { page } = await open();
    for (const [width, height] of [
      [1280, 860],
      [880, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await press(page, 'Add rule');
      await bar(page).getByText('rule 1: added').waitFor();
      const one = (await bar(page).boundingBox())!;
      for (const _ of [2, 3, 4, 5, 6]) await press(page, 'Add rule');
      await bar(page).getByText('and 3 more').waitFor();
      const many = (await bar(page).boundingBox())!;
      expect([many.x, many.width]).toEqual([one.x, one.width]);
      const column = (await page.locator('main > :last-child').boundingBox())!;
      if (width >= 760) expect([many.x, many.width]).toEqual([column.x, column.width]);
      expect(many.height).toBeLessThanOrEqual(width >= 760 ? 160 : 140);
      // The element that gets the focus is scrolled from under the bar.
      await page.getByLabel('Name of rule 6').focus();
      const field = (await page.getByLabel('Name of rule 6').boundingBox())!;
      expect(field.y + field.height).toBeLessThanOrEqual(many.y);
      if (width >= 760) await inspect(page);
      await bar(page).getByRole('button', { name: 'Discard' }).click();
    }
  });

  it('call a custom attribute without a name wrong only once somebody saves', async () => {
    const { page } = await open([/status of 400/]);
    await press(page, 'Add rule');
    await press(page, 'Add condition');
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await page.getByLabel('Attribute').selectOption('custom');
    await page.getByText('A custom attribute has no name yet.').waitFor();
    await refused;
    const name = page.getByLabel('Custom attribute name');
    expect(await name.getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Control+s');
    await name.and(page.locator('[aria-invalid="true"]:focus')).waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });
});
