/** Sign-in, sign-up, invitations and password resets in Chromium: §6, screen 1. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type Page, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { startProvider, type TestProvider } from '../../../settings-api/test/openid-connect/oidc-browser.ts';
import {
  inspect,
  openPageSignedIn,
  password,
  startOwnConsoleInstallation,
  type OwnConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';
import { tabTo } from '../tab-to.ts';
import { useConsole } from '../use-console.ts';

const newPassword = 'another horse, another battery';
const staff = { Authorization: 'Bearer staff-token-for-nothing-but-these-tests' };

async function typePassword(page: Page, email: string, given = password) {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(given);
  await page.keyboard.press('Enter');
}

describeWith(chromium, 'signing in', (program) => {
  const { installation, browser } = useConsole(program);

  it('leads to where somebody wanted to go, and says in place what is wrong', async () => {
    const { page } = await openPageSignedIn(browser, installation, undefined, {
      expected: [/status of 401/],
    });
    const wanted = `${installation.url}/o/${installation.org}/p/shop/features?text=check`;
    await page.goto(wanted);
    await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor();
    await inspect(page);
    await page.getByLabel('Password').dispatchEvent('keyup', { key: 'A', modifierCapsLock: true });
    await page.getByText('Caps Lock is on.').waitFor();
    const owner = installation.emailOf('owner');
    await typePassword(page, owner, 'wrong');
    await page.getByRole('alert').getByText('Incorrect email address or password.').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe(owner);
    await typePassword(page, owner);
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    expect(page.url()).toBe(wanted);
  });

  it('leads to a saved rule by the keyboard alone', async () => {
    const { page } = await openPageSignedIn(browser, installation, undefined);
    await page.goto(`${installation.url}/o/${installation.org}/p/shop/features`);
    await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor();
    await tabTo(page, 'E-mail address');
    await page.keyboard.type(installation.emailOf('owner'));
    await tabTo(page, 'Password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Targeting in Production' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('heading', { name: 'Targeting in Staging' }).waitFor();
    await tabTo(page, 'Add rule');
    await page.keyboard.press('Enter');
    await page.getByLabel('Name of rule 1').waitFor();
    await tabTo(page, 'Name of rule 1');
    await page.keyboard.type('Everybody');
    await page.getByText('rule 1 "Everybody": added').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved checkout in Staging').waitFor();
  });

  it('works on a plain-http host, and below a path', async () => {
    for (const url of [`http://flags.test:${installation.port}`, installation.flagsUrl]) {
      const { page } = await openPageSignedIn(browser, { url }, undefined);
      await page.goto(url);
      await typePassword(page, installation.emailOf('owner'));
      await page.getByRole('link', { name: 'New checkout' }).click();
      await page.getByRole('heading', { name: 'New checkout', level: 1 }).waitFor();
      expect(page.url()).toBe(`${url}/o/${installation.org}/p/shop/features/checkout/env/production`);
      await page.reload();
      await page.getByRole('heading', { name: 'Targeting in Production' }).waitFor();
    }
  });

  it('after too many wrong passwords counts down on the button', async () => {
    const { page, context } = await openPageSignedIn(browser, installation, undefined, {
      expected: [/status of 429/],
    });
    const email = installation.emailOf('viewer');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const data = { email, password: 'wrong' };
      await context.request.post(`${installation.url}/settings/v1/session`, { data });
    }
    await page.goto(`${installation.url}/sign-in`);
    await typePassword(page, email);
    await page
      .getByRole('alert')
      .getByText(/^Too many attempts/)
      .waitFor();
    const button = page.getByRole('button', { name: /^Retry in \d+ s$/ });
    const first = await button.textContent();
    expect(await button.isDisabled()).toBe(true);
    await page.getByText(first!, { exact: true }).waitFor({ state: 'detached' });
    await button.waitFor();
  });

  it('without an account says whom to ask for one', async () => {
    const { page } = await openPageSignedIn(browser, installation, undefined);
    await page.goto(`${installation.url}/sign-up`);
    await page.getByText('You need an invitation to sign up. Ask an admin').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    await inspect(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByText('Ask an admin of your organisation for an invitation.').waitFor();
  });
});

describeWith(chromium, 'below a path, where sign-up is open and there is a provider', (program) => {
  let installation: OwnConsoleInstallation;
  let provider: TestProvider;
  let browser: TestBrowser;
  let url: string;
  beforeAll(async () => {
    const settings = async (publicUrl: string) => {
      provider = await startProvider(`${publicUrl}/settings/v1/session/oidc/callback`);
      return {
        PUBLIC_URL: publicUrl,
        SIGN_UP: 'open',
        STAFF_API_TOKEN: staff.Authorization.slice('Bearer '.length),
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: 'bunting',
        OIDC_CLIENT_SECRET: 'secret of bunting',
      };
    };
    [installation, browser] = await Promise.all([
      startOwnConsoleInstallation(documentOfConsole, { settings }),
      startTestBrowser(program),
    ]);
    url = installation.flagsUrl;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
    await provider?.stop();
  });
  const open = (email?: string, expected: readonly RegExp[] = []) =>
    openPageSignedIn(browser, { url }, email, { expected, isNewSession: true });

  /** Returns the message for an admin who invites somebody. */
  async function invite(email: string): Promise<string> {
    const { context } = await openPageSignedIn(browser, { url }, installation.emailOf('admin'));
    const path = `${url}/settings/v1/organisations/${installation.org}/members`;
    const answer = await context.request.post(path, { data: { email, role: 'admin' } });
    const { invitation } = (await answer.json()) as { invitation: { url: string } };
    expect(invitation.url.startsWith(`${url}/invitations/`)).toBe(true);
    return invitation.url;
  }

  it('anybody makes an account', async () => {
    const { page } = await open(undefined, [/status of 409/]);
    await page.goto(`${url}/sign-in`);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await inspect(page);
    await typePassword(page, installation.emailOf('owner'));
    await page
      .getByRole('alert')
      .getByText(/^An account .* already exists/)
      .waitFor();
    await typePassword(page, 'ada@new.example');
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor();
    expect(new URL(page.url()).pathname).not.toContain('sign-up');
  });

  describe('an invitation', () => {
    it('makes an account of whoever has none, with a name and a password; used, it says whom to ask', async () => {
      const link = await invite('grace@new.example');
      const { page } = await open(undefined, [/status of 404/]);
      await page.goto(link);
      await page.getByRole('heading', { name: 'Join Acme' }).waitFor();
      await page.getByText(`${installation.emailOf('admin')} invites you to Acme as an admin.`).waitFor();
      await page.getByLabel('Your name').fill('Grace');
      await page.getByLabel('Password').fill(newPassword);
      await inspect(page);
      await page.getByRole('button', { name: 'Join Acme' }).click();
      await page.waitForURL(`${url}/o/${installation.org}/p/shop/features`);
      await page.getByRole('heading', { name: 'Acme', level: 2, exact: true }).waitFor();
      await page.goto(link);
      await page.getByText('Ask an admin of the organisation for a new one.').waitFor();
      await inspect(page);
      await page.getByRole('link', { name: 'Open Bunting' }).click();
      await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    });

    it('takes one button of whoever is signed in, and leads others to their account', async () => {
      const link = await invite('ada@new.example');
      const { page } = await open(installation.emailOf('viewer'));
      await page.goto(link);
      await page
        .getByText(
          `This invitation is for ada@new.example. You are signed in as ${installation.emailOf('viewer')}.`,
        )
        .waitFor();
      await inspect(page);
      await page.getByRole('button', { name: /^Sign out/ }).click();
      await page.getByRole('link', { name: 'Sign in' }).click();
      await typePassword(page, 'ada@new.example');
      await page.getByRole('button', { name: 'Join Acme' }).click();
      await page.waitForURL(`${url}/o/${installation.org}/p/shop/features`);
    });
  });

  it('a password reset takes a new password once', async () => {
    const email = installation.emailOf('member');
    const { page, context } = await open(undefined, [/status of 404/]);
    const path = `${url}/settings/v1/staff/password-resets`;
    const made = await context.request.post(path, { data: { email }, headers: staff });
    const { url: link } = (await made.json()) as { url: string };
    await page.goto(link);
    await page.getByText(`For ${email}.`).waitFor();
    await page.getByLabel('New password').fill(newPassword);
    await inspect(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await typePassword(page, email, newPassword);
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
    await page.goto(link);
    await page.getByText('Ask your administrator for a new one.').waitFor();
  });

  describe('the provider', () => {
    // Its own page asks for a type face that no test has.
    const fonts = /fonts\.googleapis|font-src|Refused to (?:load|apply)/;

    const provided = { name: /^Continue with 127\.0\.0\.1/ };
    async function proveAtProvider(page: Page, login: string) {
      await page.locator('input[name=login]').fill(login);
      await page.locator('input[name=password]').fill('any');
      await page.locator('button[type=submit]').click();
      await page.locator('button[type=submit]').click();
    }

    it('signs in, and leads to where somebody wanted to go; after the session has ended from another tab', async () => {
      const { page, context } = await open(undefined, [fonts, /status of 401/]);
      const wanted = `${url}/o/${installation.org}/p/shop/features?text=check`;
      await page.goto(wanted);
      await page.getByRole('link', provided).click();
      await proveAtProvider(page, installation.emailOf('viewer'));
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      expect(page.url()).toBe(wanted);
      await context.clearCookies();
      await page.getByRole('link', { name: 'Audit log' }).click();
      const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        dialog.getByRole('link', provided).click(),
      ]);
      await proveAtProvider(tab, installation.emailOf('viewer'));
      await tab.getByRole('heading', { name: 'Your account' }).waitFor();
      // Tabs of this browser all have the focus.
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    });

    it('that did not sign in comes back with the reason, and to where somebody wanted to go', async () => {
      const { page } = await open(undefined, [fonts]);
      const wanted = `${url}/o/${installation.org}/p/shop/features?text=check`;
      await page.goto(wanted);
      await page.getByRole('link', provided).click();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await page.getByRole('alert').getByText('The identity provider did not sign you in').waitFor();
      const { origin, pathname, searchParams } = new URL(page.url());
      expect(origin + pathname).toBe(`${url}/sign-in`);
      expect(searchParams.get('problem')).toBe('oidc_failed');
      await inspect(page);
      await typePassword(page, installation.emailOf('owner'));
      await page.getByRole('link', { name: 'New checkout' }).waitFor();
      expect(page.url()).toBe(wanted);
    });
  });

  it('where nothing can be checked now that is said, and the form stays filled', async () => {
    const { page } = await open(undefined, [/status of 50\d/]);
    await page.goto(`${url}/sign-in`);
    await page.getByRole('link', { name: 'Create an account' }).waitFor();
    await installation.settingsApi.stop('SIGKILL');
    await typePassword(page, 'ada@new.example');
    await page.getByRole('alert').getByText('Your password can’t be checked right now.').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@new.example');
    expect(await page.getByLabel('Password').inputValue()).toBe(password);
  });
});
