/** The audit log of an organisation: who changed what, found by what the address says. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the audit log', (program) => {
  const { installation, browser, open: openPath } = useConsole(program);
  let log: string;
  let checkout: string;
  beforeAll(async () => {
    log = `/o/${installation.org}/audit-log`;
    checkout = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/checkout`;
    const { page } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
    const changed = await page.request.patch(`${checkout}?comment=A%20clearer%20name`, {
      data: { name: 'Till' },
    });
    expect(changed.status()).toBe(200);
  });
  const open = async (query: string, role = 'owner'): Promise<Page> => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    return (await openPath(log + query, role, { permissions })).page;
  };

  it('tells by day who did what, how and why; a record opens with what differs, the rest folded, and a link', async () => {
    const page = await open('?text=clearer');
    const record = page.getByRole('button', { name: 'Changed name of shop/checkout' });
    await record.waitFor();
    await page.getByText('A clearer name').waitFor();
    await page.getByText(/^owner@.* via console/).waitFor();
    await record.focus();
    await page.keyboard.press('Enter');
    await page.getByText('feature checkout: name "New checkout" → "Till"').waitFor();
    const before = page.getByRole('textbox', { name: 'Before' }).getByText('"name": "New checkout"');
    await before.waitFor();
    await page.getByRole('textbox', { name: 'After' }).getByText('"name": "Till"').waitFor();
    await inspect(page);
    await page.keyboard.press('c');
    await page.getByText('Copied the link to this change').waitFor();
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.goto(link);
    await before.waitFor();
  });

  it('is filtered by what the address says, and all of it can be cleared', async () => {
    const page = await open('');
    await page.getByRole('button', { name: 'shop/checkout' }).first().waitFor();
    const openFilters = () => page.getByRole('button', { name: 'Filter', exact: true }).click();
    await openFilters();
    expect(await page.getByLabel('Feature', { exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Project', { exact: true }).selectOption('shop');
    await page.getByLabel('Action', { exact: true }).selectOption('environment.*');
    await page.getByRole('button', { name: 'shop/production' }).waitFor();
    await page.getByRole('button', { name: 'shop/checkout' }).first().waitFor({ state: 'detached' });
    await page.getByLabel('Environment', { exact: true }).selectOption('staging');
    await page.getByRole('button', { name: 'shop/production' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'shop/staging' }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      project: 'shop',
      environment: 'staging',
      action: 'environment.*',
    });
    await page.reload();
    await page.getByRole('button', { name: 'shop/staging' }).waitFor();
    await page.getByRole('button', { name: 'Remove the filter Environment: Staging' }).click();
    await page.getByRole('button', { name: 'shop/production' }).waitFor();
    await openFilters();
    await inspect(page);
    await page.getByLabel('Source', { exact: true }).selectOption('import');
    await page.getByText('No changes match these filters.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'shop/checkout' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('is taken away as CSV, as far as it is filtered', async () => {
    const page = await open('?text=clearer');
    await page.getByRole('button', { name: 'shop/checkout' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`audit-log-${installation.org}.csv`);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('"feature checkout: name ""New checkout"" → ""Till""",A clearer name');
  });

  it('reverts a change after showing what that would change; viewers are told why they cannot', async () => {
    const page = await open('?text=clearer');
    await page.getByRole('button', { name: 'shop/checkout' }).click();
    await page.getByRole('button', { name: 'Revert…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revert: shop/checkout' });
    await dialog.getByText('feature checkout: name "Till" → "New checkout"').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Revert', exact: true }).click();
    await page.getByText(/^Reverted: .+\.$/).waitFor();
    await page.getByRole('button', { name: 'Remove the filter “clearer”' }).click();
    await page.getByRole('button', { name: 'Changed name of shop/checkout' }).nth(1).waitFor();
    const viewed = await open('?text=clearer', 'viewer');
    await viewed.getByRole('button', { name: 'shop/checkout' }).last().click();
    const refused = viewed.getByRole('button', {
      name: /^Revert….*not possible: Viewers can’t make changes\./,
    });
    expect(await refused.getAttribute('aria-disabled')).toBe('true');
    await refused.press('Enter');
    expect(await viewed.getByRole('dialog').count()).toBe(0);
    await inspect(viewed);
  });
});
