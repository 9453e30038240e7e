/** Change requests in Chromium: found in the list, read, approved and applied. */
import { beforeAll, expect, it } from '@jest/globals';
import { chromium, type BrowserContext } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'change requests', (program) => {
  const { installation, open } = useConsole(program);
  let project: string;
  let api: string;
  const sent = async (
    context: BrowserContext,
    method: 'post' | 'patch' | 'put',
    path: string,
    data: object,
  ) => {
    const answer = await context.request[method](api + path, { data });
    expect([path, answer.status(), await answer.text()]).toEqual([
      path,
      expect.any(Number),
      expect.any(String),
    ]);
    expect(answer.ok()).toBe(true);
    return (await answer.json()) as { number: number };
  };
  const targeting = '/features/checkout/environments/production/targeting';
  /** Proposes to switch targeting of checkout in production, or what `changes` say. */
  const propose = async (context: BrowserContext, title: string, more: object = {}) => {
    const changes = [{ method: 'PATCH', path: targeting.slice(1), body: { enabled: false } }];
    const { number } = await sent(context, 'post', '/change-requests', { title, changes, ...more });
    return number;
  };
  beforeAll(async () => {
    project = `/o/${installation.org}/p/shop`;
    api = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
    const { context, page } = await open(project);
    await sent(context, 'patch', '/environments/production', { required_approvals: 1 });
    await page.close();
  });

  it('are listed with their stage, approvals and time, and read with what they wait for', async () => {
    const { page, context } = await open(`${project}/change-requests`);
    await page.getByRole('heading', { name: 'No open change requests' }).waitFor();
    await inspect(page);
    const number = await propose(context, 'Old checkout for the sale', {
      apply: { at: '2099-12-01T10:00:00Z' },
      description: 'SHOP-1412',
    });
    await propose(context, 'Name after the sale', {
      changes: [{ method: 'PATCH', path: 'features/checkout', body: { name: 'Till' } }],
      after: number,
    });
    await page.goto(`${installation.url}${project}/change-requests`);
    const row = page.getByRole('row', { name: /Old checkout for the sale/ });
    for (const text of ['Waiting for approval', 'Production', '0 of 1', /^1 Dec 2099/])
      await row.getByText(text).waitFor();
    await page.getByText(`Follows #${number}`).waitFor();
    await inspect(page);
    // The keyboard leads from the list to a request, and back.
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Old checkout for the sale', level: 1 }).waitFor();
    await page
      .getByText(/^Waits for 1 more approval in Production: an admin or owner other than .+ can give it\./)
      .waitFor();
    await page
      .getByRole('group', { name: 'Targeting of checkout in production' })
      .getByText('on → off')
      .waitFor();
    await page.getByRole('link', { name: `#${number + 1}` }).waitFor();
    await inspect(page);
    await page.goto(`${installation.url}${project}/features/checkout`);
    await page.getByRole('link', { name: '2 open change requests' }).click();
    await page.getByRole('button', { name: 'Remove the filter Feature: checkout' }).waitFor();
    await page.getByRole('row', { name: /Name after the sale/ }).waitFor();
    await page.getByRole('link', { name: 'Features', exact: true }).click();
    await page.getByRole('row', { name: /^Select New checkout.*2 open change requests/ }).waitFor();
  });
});
