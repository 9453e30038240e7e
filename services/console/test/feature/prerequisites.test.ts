/** Prerequisites on the Targeting tab and in Explain: adding, errors at their place, and who requires a feature. */
import { expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

const everyone = { name: 'Everyone', any_of: [], serve: { variation: 'on' } };

describeWith(chromium, 'Prerequisites in the console', (program) => {
  const { installation, browser, open } = useConsole(program);
  const project = () => `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;

  async function send(method: 'POST' | 'PUT', path: string, data: object): Promise<void> {
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
    const answer = await context.request.fetch(`${project()}${path}`, { method, data });
    expect([path, answer.ok()]).toEqual([path, true]);
  }

  it('are chosen with their variations, saved, and told where they are required', async () => {
    await send('POST', '/features', {
      slug: 'payments',
      name: 'Payments',
      variables: [{ slug: 'payments-enabled', type: 'boolean' }],
      variations: ['off', 'on', 'beta'].map((slug) => ({
        slug,
        name: slug,
        values: { 'payments-enabled': slug !== 'off' },
      })),
    });
    const { page } = await open(`/o/${installation.org}/p/shop/features/checkout/env/staging`);
    await page.getByRole('button', { name: 'Add prerequisite' }).click();
    await page.getByLabel('Variable of another feature').fill('payments-enabled');
    await page.getByRole('button', { name: 'Add', exact: true, disabled: false }).click();
    const group = page.getByRole('group', { name: 'Prerequisites' });
    await group.getByRole('checkbox', { name: 'beta' }).check();
    expect(await group.getByRole('checkbox', { name: 'on' }).isChecked()).toBe(true);
    await page.getByText('Requires payments-enabled to serve on or beta.').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Save to Staging' }).click();
    await page.getByText('changed prerequisites', { exact: false }).first().waitFor();
    await group.getByRole('link', { name: 'payments-enabled' }).click();
    await page.getByText('Required by checkout: a change here can change what it serves.').waitFor();
  });

  it('are added even if the search is still loading', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features/hostile/env/staging`);
    await page.route('**/features?**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Add prerequisite' }).click();
    const field = page.getByLabel('Variable of another feature');
    const add = page.getByRole('button', { name: 'Add', exact: true });
    await field.fill('misspelt');
    await add.click();
    await page.getByText('Searching…').waitFor();
    await page.getByText('No feature has this variable.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('hostile');
    await field.press('Enter');
    await page.getByText("A feature can't require its own variables.").waitFor();
    await field.fill('payments-enabled');
    await add.click();
    const group = page.getByRole('group', { name: 'Prerequisites' });
    await group.getByRole('checkbox', { name: 'on', checked: true }).waitFor();
    await page.getByText('Requires payments-enabled to serve on.').waitFor();
  });

  it('that make a circle are refused at their place', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features/payments/env/staging`, 'owner', {
      expected: [/status of 400/],
    });
    await page.getByRole('button', { name: 'Add prerequisite' }).click();
    await page.getByLabel('Variable of another feature').fill('checkout-enabled');
    await page.getByRole('button', { name: 'Add', exact: true, disabled: false }).click();
    await page
      .getByRole('group', { name: 'Prerequisites' })
      .getByText('makes a circle: payments → checkout → payments')
      .waitFor();
  });

  it('that are not met are shown in Explain', async () => {
    await send('PUT', '/features/payments/environments/staging/targeting', {
      enabled: true,
      rules: [{ ...everyone, serve: { variation: 'off' } }],
    });
    const { page } = await open(
      `/o/${installation.org}/p/shop/explain?variable=checkout-layout&env=staging#user=%7B%22id%22%3A%22u-1%22%7D`,
    );
    await page
      .getByText('The prerequisite payments-enabled is not met, so the user gets the default.')
      .waitFor();
    await page.getByText('Not met: payments-enabled serves off, not on or beta').waitFor();
    await inspect(page);
  });
});
