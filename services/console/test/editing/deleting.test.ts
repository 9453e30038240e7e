/** A deletion applies to the version that was seen: after a concurrent change it is refused, read again, and confirmed again. */
import { expect, it } from '@jest/globals';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'deleting what somebody else has changed meanwhile', (program) => {
  const { installation, open } = useConsole(program);
  const settings = () => `${installation.url}/settings/v1/organisations/${installation.org}`;
  const openExpecting = async (path: string) =>
    (await open(`/o/${installation.org}${path}`, 'owner', { expected: [/status of 412/] })).page;

  /**
   * Deletes after a concurrent change: the first attempt is refused, the second, with the version read since, is not.
   */
  async function deletes(page: Page, button: string, change: () => Promise<unknown>) {
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: button, exact: true, disabled: false });
    await confirm.waitFor();
    await change();
    await confirm.click();
    await dialog.getByRole('alert').getByText('Someone else has changed this').waitFor();
    await confirm.click();
    await dialog.waitFor({ state: 'detached' });
  }

  /** Adds advice to delete, because nothing has been archived for a month here. */
  const adviseToDelete = (page: Page, changed: object = {}) =>
    page.route('**/advice?**', async (route) => {
      const answer = await route.fetch();
      const { items, ...rest } = (await answer.json()) as { items: { verdict: string }[] };
      await route.fulfill({
        json: { ...rest, items: items.map((item) => ({ ...item, verdict: 'delete', ...changed })) },
      });
    });

  it('is refused once for an environment', async () => {
    const page = await openExpecting('/p/shop/environments/staging');
    const path = `${settings()}/projects/shop/environments/staging`;
    await page.getByRole('button', { name: 'Delete Staging' }).click();
    await page.getByLabel('Type its slug, staging').fill('staging');
    await deletes(page, 'Delete environment', () =>
      page.request.patch(path, { data: { require_signed_users: true } }),
    );
    expect((await page.request.get(path)).status()).toBe(404);
  });

  it('is refused once for a webhook endpoint', async () => {
    const page = await openExpecting('/webhooks');
    const data = { url: 'https://93.184.216.34/bunting', events: ['*'] };
    const made = await page.request.post(`${settings()}/webhook-endpoints`, { data });
    const { id } = (await made.json()) as { id: string };
    const path = `${settings()}/webhook-endpoints/${id}`;
    await page.goto(`${installation.url}/o/${installation.org}/webhooks/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await deletes(page, 'Delete', () => page.request.patch(path, { data: { description: 'Theirs' } }));
    expect((await page.request.get(path)).status()).toBe(404);
  });

  it('is refused once for a feature that is advised to be deleted', async () => {
    const page = await openExpecting('/p/shop/features');
    const path = `${settings()}/projects/shop/features/over`;
    await page.request.post(`${settings()}/projects/shop/features`, {
      data: { slug: 'over', expected_until: '2020-01-01' },
    });
    await adviseToDelete(page);
    await page.goto(`${installation.url}/o/${installation.org}/p/shop/features?view=advice&verdict=keep`);
    const row = page.getByRole('row', { name: /^over/ });
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByLabel('Type over to delete it').fill('over');
    await deletes(page, 'Delete', () => page.request.patch(path, { data: { name: 'Over' } }));
    expect((await page.request.get(path)).status()).toBe(404);
    await row.waitFor({ state: 'detached' });
  });

  it('is not offered to a member where a protected environment serves it, and the dialog says so', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features`, 'member');
    await adviseToDelete(page, { feature: 'checkout' });
    await page.goto(`${installation.url}/o/${installation.org}/p/shop/features?view=advice&verdict=keep`);
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It is served in Production, where only admins and owners').waitFor();
    const button = dialog.getByRole('button', { name: 'Delete', exact: true });
    expect(await button.isDisabled()).toBe(true);
  });
});
