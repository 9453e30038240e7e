/** Members and tokens in Chromium: §6, screen 13. */
import { describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the people of an organisation', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const open = (path: string, who = 'owner', options = {}) =>
    openPath(`/o/${installation.org}${path}`, who, options);
  const api = () => `${installation.url}/settings/v1/organisations/${installation.org}`;

  describe('members', () => {
    it('stand with their roles, which a menu changes; what each may do is told; the last owner is locked, with the reason', async () => {
      const { page } = await open('/members');
      const member = page.getByRole('row', { name: new RegExp(installation.emailOf('member')) });
      await member.waitFor();
      await inspect(page);
      await member.getByRole('button', { name: /^Role of/ }).click();
      await page.getByRole('menuitem', { name: /^Viewer Read-only access/ }).waitFor();
      await page.getByRole('menuitem', { name: /^Admin/ }).click();
      await page.getByText(`${installation.emailOf('member')} is now admin`).waitFor();
      await page.getByRole('link', { name: 'Show' }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await member.getByRole('button', { name: /Member$/ }).waitFor();
      const owner = page.getByRole('row', { name: new RegExp(installation.emailOf('owner')) });
      await owner
        .getByRole('button', { name: /^Leave.*not possible: An organisation needs at least one owner/ })
        .waitFor();
    });

    it('are shown as they are now where somebody was faster', async () => {
      const { page, context } = await open('/members', 'owner', {
        expected: [/status of 404/, /status of 409/],
      });
      const path = `${api()}/members/${installation.emailOf('admin')}`;
      const row = page.getByRole('row', { name: new RegExp(installation.emailOf('admin')) });
      await row.waitFor();
      await context.request.patch(path, { data: { role: 'member' } });
      await row.getByRole('button', { name: /^Role of/ }).click();
      await page.getByRole('menuitem', { name: /^Viewer/ }).click();
      await page.getByRole('alert').getByText('has changed: it is now member.').waitFor();
      await row.getByRole('button', { name: /Member$/ }).waitFor();
      await context.request.delete(path);
      await row.getByRole('button', { name: /^Role of/ }).click();
      await page.getByRole('menuitem', { name: /^Viewer/ }).click();
      await page
        .getByRole('alert')
        .getByText(/There is no member.*The table shows the roles as they are now\./)
        .waitFor();
      await row.waitFor({ state: 'detached' });
    });

    it('are invited several at once: each link is shown once, and what was refused says why', async () => {
      const { page } = await open('/members', 'owner', { expected: [/status of 409/] });
      await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'Invite people' });
      const there = installation.emailOf('viewer');
      const addresses = dialog.getByLabel('E-mail addresses');
      await addresses.fill('Grace <grace@new.example>, nobody');
      await dialog.getByText('Not an e-mail address: nobody').waitFor();
      await dialog.getByRole('radio', { name: /^Viewer/ }).check();
      await addresses.fill(`Grace <grace@new.example>\nalan@new.example, ${there}`);
      await inspect(page);
      await dialog.getByRole('button', { name: 'Invite 3 people' }).click();
      await page.getByText('Copy the links now.').waitFor();
      await page
        .getByRole('group', { name: 'Link for grace@new.example' })
        .getByText('/invitations/')
        .waitFor();
      await page
        .getByRole('alert')
        .getByText(/^Not invited\. .* already exists/)
        .waitFor();
      await inspect(page);
      await page.getByRole('button', { name: 'Done' }).click();
      const invited = page.getByRole('row', { name: /grace@new\.example/ });
      const lastDay = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en-GB', {
        dateStyle: 'medium',
      });
      await invited.getByText(lastDay).waitFor();
      await invited.getByRole('cell', { name: 'Viewer' }).waitFor();
      await inspect(page);
      await invited.getByRole('button', { name: /^New link/ }).click();
      const again = page.getByRole('dialog', { name: 'New link for grace@new.example' });
      expect(await again.getByRole('radio', { name: /^Viewer/ }).isChecked()).toBe(true);
      await again.getByRole('button', { name: 'Invite' }).click();
      await page.getByRole('button', { name: 'Done' }).click();
      await invited.getByRole('button', { name: /^Withdraw/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await invited.waitFor({ state: 'detached' });
    });

    it('invite nobody, and leave, where their role is too narrow for more', async () => {
      const { page } = await open('/members', 'viewer');
      await page
        .getByRole('button', { name: /^Invite people.*not possible: Only admins and owners/ })
        .waitFor();
      await page.getByRole('button', { name: 'Leave', exact: true }).click();
      await page.getByRole('dialog').getByText('Coming back takes an invitation.').waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    });
  });

  it('tokens get a role, unless they manage people', async () => {
    const { page } = await open('/tokens');
    await page.getByText('No tokens yet.').waitFor();
    await page.getByRole('button', { name: 'New token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New token' });
    const viewer = dialog.getByRole('radio', { name: /^Viewer/ });
    await dialog.getByRole('checkbox', { name: /^members/ }).check();
    await viewer.waitFor({ state: 'hidden' });
    await dialog.getByRole('checkbox', { name: /^members/ }).uncheck();
    await viewer.check();
    await inspect(page);
    await dialog.getByLabel('Name').fill('Reports');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /Reports/ });
    expect(await row.getByRole('cell', { name: 'Viewer' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Revoke Reports' }).waitFor();
  });

  it('tokens are made with scopes, shown once, and revoked after their last four were typed', async () => {
    const { page } = await open('/tokens');
    await page.getByRole('row', { name: /Reports/ }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New token' });
    await dialog.getByLabel('Name').fill('CI of the shop');
    await dialog.getByRole('checkbox', { name: /^members/ }).check();
    await inspect(page);
    // Neither Escape nor a slow list loses what is shown once.
    const answers = new Map<string, () => void>();
    await page.route('**/api-tokens*', async (route) => {
      const method = route.request().method();
      if (!answers.has(method)) await new Promise<void>((go) => answers.set(method, go));
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await until(() => answers.has('POST'));
    await page.keyboard.press('Escape');
    answers.get('POST')!();
    await page.getByRole('group', { name: 'Token' }).getByText('rpa_').waitFor();
    await until(() => answers.has('GET'));
    answers.get('GET')!();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: /CI of the shop/ });
    await row.getByText('settings, members').waitFor();
    await inspect(page);
    // A narrow page shows the name, the state and what can be done.
    const wide = page.viewportSize()!;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('columnheader', { name: 'Acts as' }).waitFor({ state: 'hidden' });
    await row.getByText('settings, members').waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Token and scopes',
      'Last used',
      'Actions',
    ]);
    await row.getByRole('button', { name: /^Revoke/ }).waitFor();
    await page.setViewportSize(wide);
    await row.getByRole('button', { name: /^Revoke/ }).click();
    const asked = page.getByRole('dialog', { name: 'Revoke CI of the shop?' });
    await asked.getByText('It was never used.').waitFor();
    const label = await asked.getByText(/^Type its last four characters/).textContent();
    expect(await asked.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    await asked.getByLabel(/^Type its last four characters/).fill(label!.slice(-4));
    await asked.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked just now').waitFor();
  });
});
