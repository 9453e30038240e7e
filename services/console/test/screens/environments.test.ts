/** Environments, their keys, export and import in Chromium: §6, screen 10. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { until } from '@bunting/testing';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { sharedConsole } from '../installation/shared-console.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'environments', (program) => {
  const { installation, browser, open: openPath } = useConsole(program);
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    pool = createPool((await sharedConsole()).databaseUrl, { max: 1 });
  });
  afterAll(() => pool?.end());
  const open = (path = '', who = 'owner', options = {}) =>
    openPath(`/o/${installation.org}/p/shop/environments${path}`, who, options);

  it('have an order that buttons change, and are made with a slug that follows the name', async () => {
    const { page } = await open();
    const rows = page.getByRole('group', { name: 'Environments' }).getByRole('row');
    await rows.nth(1).getByRole('link', { name: 'Production' }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Move Staging up' }).click();
    await rows.nth(1).getByRole('link', { name: 'Staging' }).waitFor();
    await page.reload();
    await rows.nth(1).getByRole('link', { name: 'Staging' }).waitFor();
    await page.getByRole('button', { name: 'Move Staging down' }).click();
    await rows.nth(2).getByRole('link', { name: 'Staging' }).waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New environment' });
    await dialog.getByLabel('Name').fill('Load test');
    expect(await dialog.getByLabel('Slug').inputValue()).toBe('load-test');
    await inspect(page);
    await dialog.getByRole('button', { name: 'Create environment' }).click();
    await page.getByText('No keys yet.').waitFor();
    await page.getByRole('group', { name: 'Create a key with cURL' }).getByText('/api-keys').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=keys');
  });

  it('say how they were moved, with a link to the change; what somebody reads stays, however much is said', async () => {
    const { page } = await open();
    const toasts = page.locator('[role="status"] > div');
    const move = async (button: string, said: string) => {
      await page.getByRole('button', { name: button, disabled: false }).press('Enter');
      await toasts.getByText(said).last().waitFor();
    };
    await move('Move Production down', 'Moved Production to position 2');
    await toasts.getByRole('link', { name: 'Show' }).waitFor();
    await toasts.first().hover();
    await move('Move Staging down', 'Moved Staging to position 2');
    await move('Move Load test up', 'Moved Load test to position 2');
    await move('Move Staging up', 'Moved Staging to position 2');
    await toasts.nth(3).waitFor();
    await toasts.getByText('Moved Production to position 2').waitFor();
    await inspect(page);
    await toasts.last().getByRole('link', { name: 'Show' }).click();
    await page.getByRole('button', { name: /^Changed position of environment .*staging$/ }).click();
    await page.getByText('environment staging: position 2 → 1').waitFor();
  });

  describe('have settings', () => {
    it('whose consequences are told, and that a reload keeps unsaved', async () => {
      const { page } = await open('/staging');
      await page.getByLabel('Protected').check();
      await page.getByText('After saving, members can no longer change').waitFor();
      await page.getByLabel('Allowed origins').fill('https://shop.example\nhttps://*.shop.example');
      await inspect(page);
      await page.reload();
      expect(await page.getByLabel('Protected').isChecked()).toBe(true);
      // The own save is none of somebody else's, whatever of it is read anew first.
      let answerList = () => {};
      const isAnswered = new Promise<void>((go) => (answerList = go));
      await page.route('**/environments?**', async (route) => {
        await isAnswered;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved the settings of Staging.').waitFor();
      expect(await page.getByLabel('Protected').isChecked()).toBe(true);
      expect(await page.getByRole('alert').count()).toBe(0);
      answerList();
      await page.getByText('Protected: only admins and owners can make changes in Staging.').waitFor();
      await page.getByLabel('Protected').uncheck();
      await page.getByText('After saving, every member can make changes here.').waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText('Protected: only').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await page.getByText('Protected: only').waitFor();
      await page.getByLabel('Protected').uncheck();
      await page.keyboard.press('Control+s');
      await page.getByText('Protected: only').waitFor({ state: 'detached' });
    });

    it('that somebody else has saved meanwhile are shown field by field', async () => {
      const { page, context } = await open('/staging', 'owner', { expected: [/status of 412/] });
      await page.getByRole('textbox', { name: 'Name' }).fill('Stage');
      const path = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/environments/staging`;
      await context.request.patch(path, { data: { name: 'Rehearsal', datafile_personal_data: false } });
      await page.getByRole('button', { name: /^Save changes/ }).click();
      const behind = page.getByRole('alert');
      await behind.getByRole('row', { name: 'Name Rehearsal Stage' }).waitFor();
      await behind.getByText(/^owner saved 1 change /).waitFor();
      await behind.getByText('environment staging: name "Staging" → "Rehearsal"').waitFor();
      await inspect(page);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      // Also where the page learns of it before anything is saved.
      await context.request.patch(path, { data: { require_signed_users: true } });
      await page.reload();
      await behind.getByText('environment staging: require_signed_users false → true').waitFor();
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await page.getByRole('button', { name: /^Save changes/ }).click();
      await page.getByRole('heading', { name: 'Stage', level: 1 }).waitFor();
      const answer = await context.request.get(path);
      expect(await answer.json()).toMatchObject({ name: 'Stage', datafile_personal_data: false });
    });

    it('that somebody else saves meanwhile are said with their name, and what one takes back oneself is nobody else’s', async () => {
      const { page } = await open('/staging', 'owner', { expected: [/status of 412/], isLive: true });
      await page.getByRole('textbox', { name: 'Name' }).fill('Stage, as I call it');
      await page.keyboard.press('Control+s');
      await page.getByText(/^Saved the settings of /).waitFor();
      await page.getByLabel('Protected').check();
      await page.getByRole('button', { name: 'Undo' }).click();
      const behind = page.getByRole('alert');
      await behind.getByText(/^You saved 1 change /).waitFor();
      const line = page.getByText(/ just now · View changes$/);
      expect(await line.count()).toBe(0);
      await inspect(page);
      await behind.getByRole('button', { name: 'Keep mine' }).click();
      const { context } = await openPageSignedIn(browser, installation, installation.emailOf('admin'));
      const path = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/environments`;
      // Other environments show nothing.
      for (const env of ['production', 'staging'])
        await context.request.patch(`${path}/${env}`, { data: { allowed_origins: ['https://a.example'] } });
      await line.waitFor();
      expect(await line.textContent()).toBe('admin saved 1 change just now · View changes');
      await behind.getByText(/^admin saved 1 change /).waitFor();
      await inspect(page);
      await behind.getByRole('button', { name: 'Use theirs' }).click();
      await line.waitFor({ state: 'detached' });
      // A message is not repeated for a later draft.
      await page.getByLabel('Protected').check();
      await page.getByRole('button', { name: 'Discard' }).waitFor();
      expect(await line.count()).toBe(0);
    });

    it('that members read, and are told who may change them', async () => {
      const { page } = await open('/production', 'member');
      const refusal = /not possible: Only admins and owners can do this\. You are a member here\./;
      await page.getByRole('button', { name: /^Save changes/ }).waitFor();
      expect(await page.getByRole('button', { name: refusal }).count()).toBe(3);
      expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    });

    it('and a signing secret, which is shown once', async () => {
      const { page } = await open('/staging');
      await page.getByRole('button', { name: 'Create signing secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
      await page.getByRole('group', { name: 'Signing secret' }).getByText('bus_').waitFor();
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('A signing secret exists.').waitFor();
    });
  });

  it('have keys, which are made, shown once, renamed, and revoked after their last four were typed', async () => {
    const { page } = await open('/staging?tab=keys', 'owner', { expected: [/ERR_FAILED/] });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name').fill('Shop');
    await inspect(page);
    await page.route('**/api-keys', (route) => route.abort(), { times: 1 });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The list shows whether the key was created.').waitFor();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('It is shown only now.').waitFor();
    await page.getByRole('group', { name: 'First request' }).getByText('X-API-Key').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Shop, server');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    const row = page.getByRole('row', { name: /Shop, server/ });
    await row.getByRole('button', { name: /^Revoke/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke Shop, server?' });
    await dialog.getByText('It was never used.').waitFor();
    const label = await dialog.getByText(/^Type its last four characters/).textContent();
    expect(await dialog.getByRole('button', { name: 'Revoke' }).isDisabled()).toBe(true);
    await dialog.getByLabel(/^Type its last four characters/).fill(label!.slice(-4));
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('revoked just now').waitFor();
    await inspect(page);
  });

  it('have keys of which it is said in red, before they are revoked, when they were used', async () => {
    const { page, context } = await open('/staging');
    const keys = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/environments/staging/api-keys`;
    const answer = await context.request.post(keys, { data: { name: 'In use' } });
    const { id } = (await answer.json()) as { id: string };
    await pool.query(
      `UPDATE environment_key SET last_used_at = now() - interval '70 minutes' WHERE id = $1`,
      [id],
    );
    await page.getByRole('link', { name: 'Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Revoke In use' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke In use?' });
    await dialog.getByText('It was used 1 hr ago.', { exact: true }).waitFor();
    // The colour of what destroys, of console.md §4.
    const colour = `getComputedStyle(document.querySelector('[role="dialog"] b')).color`;
    expect(await page.evaluate(colour)).toBe('rgb(164, 38, 44)');
  });

  it('leave with the project as a document, and come back after what it changes was seen', async () => {
    const { page } = await open('?tab=transfer');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download shop.json' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('shop.json');
    const text = page.getByLabel('Or paste its text');
    await text.fill(
      'slug: shop\nname: Web shop\nsegments:\n  - slug: japan\n    name: Japan\n    any_of: []',
    );
    expect(await page.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('This will make 1 change:').waitFor();
    await page.getByText(/japan/).last().waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Made 1 change:').waitFor();
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByText('Nothing to change.').waitFor();
    // A button with the environment's name changes what a protected environment serves.
    await text.fill('{"features": [{"slug": "checkout", "status": "complete"}]}');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    const touched = page.getByRole('region', { name: 'Affected environments' });
    await touched.getByText('Production: checkout').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Import into Production' }).click();
    await page.getByText('Made 1 change:').waitFor();
  });

  it('that a document does not understand say what is wrong', async () => {
    const { page } = await open('?tab=transfer', 'owner', { expected: [/status of 400/] });
    await page.getByLabel('Or paste its text').fill('{"slug": "shop", "colour": "red"}');
    await page.getByRole('button', { name: 'Preview changes' }).click();
    await page.getByRole('alert').getByText('colour').waitFor();
    const file = { name: 'shop.json', mimeType: 'application/json' };
    for (const slug of ['blog', 'shop']) {
      const buffer = Buffer.from(`{"slug": "${slug}"}`);
      await page.getByLabel('File').setInputFiles({ ...file, buffer });
      await until(async () => (await page.getByLabel('Or paste its text').inputValue()).includes(slug));
      // The same file, mended, can be chosen again.
      expect(await page.getByLabel('File').inputValue()).toBe('');
    }
  });

  it('are deleted after the slug was typed', async () => {
    const { page } = await open('/load-test');
    await page.getByRole('button', { name: 'Delete Load test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Load test?' });
    expect(await dialog.getByRole('button', { name: 'Delete environment' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Type its slug, load-test').fill('load-test');
    await dialog.getByRole('button', { name: 'Delete environment' }).click();
    await page.getByRole('heading', { name: 'Environments and keys', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Stage' }).waitFor();
    expect(await page.getByRole('link', { name: 'Load test' }).count()).toBe(0);
    const toast = page.locator('[role="status"] > div', {
      hasText: 'Deleted the environment “Load test”',
    });
    expect(await toast.getByRole('button', { name: 'Undo' }).count()).toBe(0);
    await toast.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('button', { name: /^Deleted environment .*load-test$/ }).waitFor();
  });
});
