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
    expect([path, answer.ok() || (await answer.text())]).toEqual([path, true]);
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
      .getByRole('group', { name: 'targeting of checkout in production' })
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

  const openRequest = (number: number, role: string, options = {}) =>
    open(`${project}/change-requests/${number}`, role, options);

  it('wait for people who may approve them, who approve what they have read; then they are applied and served', async () => {
    const { page: own, context } = await open(project);
    const number = await propose(context, 'Classic checkout');
    await own.goto(`${installation.url}${project}/change-requests/${number}`);
    await own
      .getByRole('button', {
        name: 'Approve , not possible: You are the author, so somebody else must approve it.',
      })
      .waitFor();
    const { page } = await open(`${project}/change-requests?waiting_for=me`, 'admin');
    await page
      .getByRole('navigation', { name: 'Navigation', exact: true })
      .getByText('waiting for you')
      .waitFor();
    await page.getByRole('link', { name: 'Classic checkout' }).click();
    await inspect(page);
    await page.getByLabel('Comment on your review').fill('Looks right');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText(`Approved #${number}`).waitFor();
    await page.getByText('Looks right').waitFor();
    await page.getByText('It can be applied now, by its author or anybody who may approve it.').waitFor();
    await page.getByRole('button', { name: 'Apply now…' }).click();
    const dialog = page.getByRole('dialog', { name: `Apply #${number}?` });
    await dialog.getByText('targeting of checkout in production: on → off').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Apply to Production' }).click();
    await page.getByText('Applied', { exact: true }).waitFor();
    const link = page.getByRole('link', { name: 'Show the change in the audit log' });
    await page.goto(installation.url + (await link.getAttribute('href')));
    await page.getByText('via change request').first().waitFor();
    await page.goto(`${installation.url}${project}/features/checkout/env/production`);
    await page.getByText('Switched off').first().waitFor();
  });

  it('that others change while somebody reads them are read again before a verdict', async () => {
    const { context, page: own } = await open(project);
    const number = await propose(context, 'Later', {
      changes: [{ method: 'PATCH', path: 'features/checkout', body: { name: 'Till' } }],
    });
    const { page } = await openRequest(number, 'admin', { isLive: true });
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    await sent(context, 'patch', `/change-requests/${number}`, { apply: { at: '2099-12-01T10:00:00Z' } });
    await page.getByText(/you have read revision 1, now it is revision 2/).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Review revision 2' }).click();
    await page.getByRole('button', { name: 'Request changes' }).click();
    await page.getByText('Changes requested', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await own.close();
  });

  it('that conflict with later changes are decided part by part, which makes a new revision', async () => {
    const { context } = await open(project);
    const number = await propose(context, 'A description', {
      changes: [{ method: 'PATCH', path: 'features/checkout', body: { description: 'As proposed' } }],
    });
    await sent(context, 'patch', '/features/checkout', { description: 'As changed since' });
    const { page } = await openRequest(number, 'owner');
    await page.getByText('Conflicts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resolve conflicts…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Resolve conflicts' });
    await dialog.getByText('As changed since').waitFor();
    await dialog.getByRole('button', { name: /^Resolve *, not possible: Choose one side/ }).waitFor();
    await inspect(page);
    await dialog.getByLabel(/^This request/).check();
    await dialog.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByText(`Resolved the conflicts of #${number} in revision 2`).waitFor();
    await page.getByRole('button', { name: 'Apply now…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('Applied', { exact: true }).waitFor();
    const answer = await context.request.get(`${api}/features/checkout`);
    expect(await answer.json()).toMatchObject({ description: 'As proposed' });
  });

  it('are scheduled, closed and reopened by their author; everybody comments', async () => {
    const { context } = await open(project);
    const number = await propose(context, 'On the first', {
      changes: [{ method: 'PATCH', path: 'features/checkout', body: { name: 'First' } }],
    });
    const { page } = await openRequest(number, 'owner');
    await page.getByRole('button', { name: 'Change schedule…' }).click();
    const schedule = page.getByRole('dialog', { name: 'Schedule' });
    await schedule.getByLabel('At a time').check();
    await schedule.getByLabel('Time', { exact: true }).fill('1 Dec 2099, 10:00');
    await schedule.getByText('Another time makes revision 2.').waitFor();
    await inspect(page);
    await schedule.getByRole('button', { name: 'Save schedule' }).click();
    await page.getByText(new RegExp(`^#${number} applies 1 Dec 2099, 10:00`)).waitFor();
    await page.getByText(/^Bunting applies it on 1 Dec 2099/).waitFor();
    const { page: viewed } = await openRequest(number, 'viewer');
    await viewed.getByRole('textbox', { name: 'Add a comment' }).fill('Why the first?');
    await viewed.getByRole('button', { name: 'Comment', exact: true }).click();
    await viewed.getByText('Why the first?').waitFor();
    await viewed.getByRole('button', { name: /^Approve *, not possible: Only admins and owners/ }).waitFor();
    await viewed.getByRole('button', { name: 'Delete', exact: true }).click();
    await viewed.getByText('Why the first?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Close…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close request' }).click();
    await page.getByText('Withdrawn', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await page.getByText('Ready to apply', { exact: true }).waitFor();
  });

  it('are applied without approval for a reason, where the environment lets admins do so', async () => {
    const { context } = await open(project);
    await sent(context, 'patch', '/environments/staging', {
      protected: true,
      required_approvals: 1,
      without_approval: 'anything',
    });
    const number = await propose(context, 'Staging now', {
      changes: [
        {
          method: 'PUT',
          path: 'features/checkout/environments/staging/targeting',
          body: { enabled: true, rules: [] },
        },
      ],
    });
    const { page } = await openRequest(number, 'owner');
    await page.getByRole('button', { name: 'Apply without approval…' }).click();
    const dialog = page.getByRole('dialog', { name: `Apply #${number} without approval?` });
    const apply = dialog.getByRole('button', { name: 'Apply to Staging without approval' });
    await dialog.getByLabel('Reason').fill('Too short');
    expect(await apply.isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('Checkout is down in staging');
    await inspect(page);
    await apply.click();
    await page.getByText('Applied', { exact: true }).waitFor();
  });
});
