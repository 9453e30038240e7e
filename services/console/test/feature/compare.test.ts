/** Two environments of a feature: compared, and copied from one to the other. */
import { expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'two environments', (program) => {
  const { installation, open } = useConsole(program);
  const features = () => `/o/${installation.org}/p/shop/features`;

  it('are compared side by side; the link is the state', async () => {
    const { page } = await open(`${features()}/checkout/env/production`);
    await page.getByRole('button', { name: 'Actions for Production' }).click();
    await page.getByRole('menuitem', { name: 'Compare' }).click();
    await page.getByText('4 differences: targeting state, 1 rule, 2 defaults').waitFor();
    await page
      .getByRole('link', { name: 'Targeting', exact: true })
      .and(page.locator('[aria-current]'))
      .waitFor();
    await page.getByRole('row', { name: /Half of Canada.*Production only/ }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByRole('row', { name: /Half of Canada.*Production only/ }).waitFor();
    expect(page.url()).toBe(
      `${installation.url}${features()}/checkout/compare?left=staging&right=production`,
    );
    await page.getByRole('link', { name: 'Copy from/to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy rules and defaults' });
    await dialog.getByRole('button', { name: 'Copy to Production' }).waitFor();
    expect(await dialog.getByLabel('From').inputValue()).toBe('staging');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.waitForURL(`${installation.url}${features()}/checkout/env/production`);
  });

  it('are copied after a dry run; overrides stay, and it says so', async () => {
    const { page } = await open(`${features()}/checkout/env/staging`);
    await page.getByRole('button', { name: 'Actions for Staging' }).click();
    await page.getByRole('menuitem', { name: 'Copy from/to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy rules and defaults' });
    await dialog.getByText(/Overrides are not copied/).waitFor();
    await dialog
      .getByText(/Half of Canada/)
      .first()
      .waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Copy to Staging' }).click();
    await page.getByText('Copied checkout to Staging').waitFor();
    await page.getByText('Half of Canada: 50% Off, 50% One page.').waitFor();
    await page.getByRole('button', { name: 'Actions for Staging' }).click();
    await page.getByRole('menuitem', { name: 'Copy from/to…' }).click();
    await dialog.getByText('Nothing to copy. Rules and defaults are the same.').waitFor();
  });
});
