/** One's own account in Chromium: §6, screen 16. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, password } from '../console-installation.ts';
import { sharedConsole } from '../installation/shared-console.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'one’s own account', (program) => {
  const { installation, open: openPath } = useConsole(program);
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    pool = createPool((await sharedConsole()).databaseUrl, { max: 1 });
  });
  afterAll(() => pool?.end());
  const open = (who: string, options = {}) => openPath('/account', who, { isNewSession: true, ...options });

  it('has a name, which is changed', async () => {
    const { page } = await open('member');
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Changed your name to “Ada Lovelace”').waitFor();
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor();
    await inspect(page);
  });

  it('has a password: a new one takes the present one, and ends all other sessions', async () => {
    const { page } = await open('admin', { expected: [/status of 403/] });
    const elsewhere = await open('admin');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    const field = page.getByLabel('New password').and(page.locator(':focus'));
    await field.waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('Use at least 12 characters.').waitFor();
    await inspect(page);
    await page.getByLabel('New password').fill('another horse, another battery');
    await page.getByText('Use at least 12 characters.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Incorrect current password.').waitFor();
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed. You are signed out everywhere else.').waitFor();
    const { status } = await elsewhere.context.request
      .get(`${installation.url}/settings/v1/session`)
      .then((answer) => ({ status: answer.status() }));
    expect(status).toBe(401);
    await page.reload();
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('leaves nothing in the browser after signing out, which asks before it discards a draft', async () => {
    const { page } = await open('owner');
    const project = `${installation.url}/o/${installation.org}/p/shop`;
    const email = installation.emailOf('owner');
    const stored = () => page.evaluate<string>('JSON.stringify(Object.entries(localStorage))');
    const signOut = async () => {
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('menuitem', { name: `Sign out ${email}` }).click();
    };
    await page.goto(`${project}/features/checkout/values`);
    await page
      .getByLabel(/^checkout-layout of/)
      .first()
      .fill('A draft');
    await page.evaluate(`
      localStorage.setItem('bunting.kept:${email}:acme/shop:users', 'u-1');
      localStorage.setItem('bunting.users:${email}', '["u-1"]');
    `);
    // A page that was opened from the palette is a recent one.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('new checkout');
    await page
      .getByRole('option', { name: /New checkout/ })
      .first()
      .click();
    await page.waitForFunction(`(localStorage.getItem('bunting.preferences') ?? '').includes('recent')`);
    expect(await stored()).toContain('A draft');
    await signOut();
    const dialog = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
    await dialog.getByText('the values of checkout').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await stored()).toContain('A draft');
    await signOut();
    await dialog.getByRole('button', { name: 'Discard and sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const left = await stored();
    for (const trace of [email, 'A draft', 'u-1', 'recent', 'shop']) expect(left).not.toContain(trace);
  });

  it('has sessions with browser and address, which are ended elsewhere', async () => {
    const { page } = await open('viewer');
    const elsewhere = await open('viewer');
    await elsewhere.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await page.reload();
    const rows = page.getByRole('group', { name: 'Sessions' }).getByRole('row');
    await rows.getByText('This session').waitFor();
    // More than a page has: those that are not shown end, too.
    await pool.query(
      `INSERT INTO session (id, account_id, token, expires_at)
       SELECT gen_random_uuid(), account.id, gen_random_uuid()::text, now() + interval '1 hour'
       FROM account, generate_series(1, 60) WHERE email = $1`,
      [installation.emailOf('viewer')],
    );
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByText(/^Ended \d+ sessions?$/).waitFor();
    await rows.nth(2).waitFor({ state: 'detached' });
    const answer = await elsewhere.context.request.get(`${installation.url}/settings/v1/session`);
    expect(answer.status()).toBe(401);
    const own = await page.request.get(`${installation.url}/settings/v1/account/sessions`);
    expect(((await own.json()) as { items: object[] }).items).toHaveLength(1);
  });

  it('has preferences that hold at once and after a reload: theme, density, time zone, shortcuts', async () => {
    const { page } = await open('owner');
    await page.getByLabel('Theme', { exact: true }).selectOption('dark');
    await page.getByLabel('Table rows').selectOption('dense');
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await page.getByLabel(/^Shortcuts of a single letter/).uncheck();
    await page.reload();
    expect(await page.getByLabel('Theme', { exact: true }).inputValue()).toBe('dark');
    expect(await page.evaluate<string>('document.documentElement.dataset.density')).toBe('dense');
    const title = await page
      .getByRole('group', { name: 'Sessions' })
      .getByRole('time')
      .first()
      .getAttribute('title');
    expect(title).toMatch(/GMT\+9|JST/);
    await page.goto(`${installation.url}/o/${installation.org}/members`);
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.keyboard.press('?');
    // A dialog of the first key would have come before that of the second.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).count()).toBe(0);
  });

  it('has organisations, which one leaves; the last owner is told why not before they ask', async () => {
    const { page } = await open('owner');
    await page
      .getByRole('button', { name: /^Leave.*not possible: An organisation needs at least one owner/ })
      .waitFor();
    await inspect(page);
    await page.getByRole('link', { name: 'Make someone else an owner' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    const member = await open('member');
    await member.page.getByRole('button', { name: /^Leave/ }).click();
    await member.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await member.page.getByText('You are a member of no organisation.').waitFor();
    // The way in says before anything is typed that only staff make organisations here.
    await member.page.goto(installation.url);
    const make = member.page.getByRole('button', {
      name: /^Create organisation *, not possible: Only administrators/,
    });
    await make.waitFor();
    await inspect(member.page);
  });
});
