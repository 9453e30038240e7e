/** Links to rules, which survive that a rule is moved. */
import { expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'a link to a rule', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const open = async (role: string): Promise<Page> => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const path = `/o/${installation.org}/p/shop/features/checkout/env/production`;
    return (await openPath(path, role, { permissions })).page;
  };
  /** Copies the link from the open menu of a rule. */
  async function copyLink(page: Page): Promise<string> {
    await page.getByRole('menuitem', { name: 'Copy link to this rule' }).click();
    await page.getByText('Copied the link to this rule').waitFor();
    return page.evaluate<string>('navigator.clipboard.readText()');
  }
  const linked = (page: Page) => page.locator('li[aria-current="location"]');

  it('leads to the rule also once another one was put above it; a rule that was never saved has none', async () => {
    const page = await open('owner');
    await page.getByRole('button', { name: 'Actions for Half of Canada', exact: true }).click();
    const link = await copyLink(page);
    expect(link).toMatch(/\/env\/production#rule-[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'Actions for Half of Canada', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Actions for Half of Canada (copy)' }).click();
    await page
      .getByRole('menuitem', { name: 'Copy link to this rule' })
      .and(page.locator('[aria-disabled="true"]'))
      .waitFor();
    await page.keyboard.press('Escape');
    await inspect(page);
    await page.getByLabel('Name of rule 2').press('Alt+ArrowUp');
    await page.getByLabel('Name of rule 1').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto('about:blank');
    await page.goto(link);
    await linked(page).waitFor();
    expect(await linked(page).getByLabel('Name of rule 2').inputValue()).toBe('Half of Canada');
  });

  it('can be copied by viewers, who cannot change the rule', async () => {
    const page = await open('viewer');
    await page.getByRole('button', { name: 'Actions for Half of Canada', exact: true }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Copy link to this rule']);
    await page.keyboard.press('Escape');
    const rule = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Half of Canada', exact: true }) });
    await page.goto(`${page.url()}#${await rule.getAttribute('id')}`);
    await linked(page).getByRole('heading', { name: 'Half of Canada', exact: true }).waitFor();
  });
});
