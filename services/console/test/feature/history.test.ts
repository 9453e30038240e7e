/** The history of a feature: who changed what of it and why, what people say of it, and the ways back. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';

describeWith(chromium, 'the history of a feature', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let checkout: string;
  let settings: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    const { org, url } = installation;
    checkout = `${url}/o/${org}/p/shop/features/checkout`;
    settings = `${url}/settings/v1/organisations/${org}/projects/shop/features/checkout`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (role = 'owner', options = {}) => {
    const { page, context } = await openPageSignedIn(
      browser,
      installation,
      installation.emailOf(role),
      options,
    );
    return { page, request: context.request };
  };
  const defaults = (variation: string, comment = '') =>
    [
      `${settings}/environments/staging/defaults${comment && `?comment=${encodeURIComponent(comment)}`}`,
      { data: { 'checkout-layout': variation } },
    ] as const;

  it('is a tab that is in view, also where the tabs are wider than the page', async () => {
    const { page } = await open('owner', { viewport: { width: 390, height: 844 } });
    await page.goto(`${checkout}/history`);
    const tab = page.getByRole('link', { name: 'History' });
    await page.getByLabel('From', { exact: true }).waitFor();
    const { x, width } = (await tab.boundingBox())!;
    expect(x + width).toBeLessThanOrEqual(390);
  });

  it('says who changed what, how and why, by day; a record opens both states, and its link restores it', async () => {
    const { page, request } = await open();
    await request.patch(settings, { data: { description: 'One page alone.', tags: ['web'] } });
    await request.put(...defaults('off', 'As the shops asked'));
    await page.goto(`${checkout}/env/staging`);
    // The line of the last change has a link to it, too.
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByText('As the shops asked').waitFor();
    await page
      .getByText(/owner@.*via console/)
      .first()
      .waitFor();
    await inspect(page);
    await page
      .getByRole('button', { name: 'Changed the default of checkout-layout to off in Staging' })
      .waitFor();
    await page.getByRole('button', { name: 'Changed description and tags', exact: true }).first().click();
    await page.getByText('feature checkout: description').waitFor();
    await page.getByRole('textbox', { name: 'Before' }).waitFor();
    // A difference within a line is marked by a hairline; a completely new line has only its background.
    const marks = await page.evaluate<unknown>(`
      [...document.querySelectorAll('*')]
        .flatMap(({ shadowRoot }) => [...(shadowRoot?.querySelectorAll('.cm-merge-b .cm-changedText') ?? [])])
        .map((each) => {
          const { textDecorationLine: line, textDecorationThickness: thickness } = getComputedStyle(each);
          return [each.textContent, line === 'none' ? line : line + ' ' + thickness];
        })
    `);
    expect(marks).toEqual([
      ['alone', 'underline 1px'],
      ['    "web"', 'none'],
      ['  ', 'none'],
    ]);
    await inspect(page);
    await page.reload();
    await page.getByRole('textbox', { name: 'After' }).waitFor();
    await page.getByLabel('Actor email').fill(installation.emailOf('viewer'));
    await page.keyboard.press('Enter');
    await page.getByText('No changes match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('As the shops asked').waitFor();
    expect(await page.getByLabel('Actor email').inputValue()).toBe('');
    await page.getByLabel('Environment', { exact: true }).selectOption('Production');
    await page.getByText('As the shops asked').waitFor({ state: 'detached' });
    await page.waitForURL(`${checkout}/history?environment=production`);
    await page.getByLabel('Environment', { exact: true }).selectOption('Staging');
    await page.getByText('As the shops asked').waitFor();
    await inspect(page);
    // A link to a record that the list does not have.
    const log = await request.get(`${settings.split('/projects/')[0]}/audit-log?project=shop`);
    const { items }: { items: { id: string; action: string; subject: string }[] } = await log.json();
    const other = items.find(({ action }) => action === 'segment.created')!;
    await page.goto(`${checkout}/history?record=${other.id}`);
    const linked = page.getByRole('region', { name: 'Change of this link' });
    await linked.getByRole('button', { name: `Created segment ${other.subject}`, expanded: true }).waitFor();
    await page.getByText('As the shops asked').waitFor();
  });

  it('has a thread at each change, in which everybody writes, edits and deletes what is their own', async () => {
    const { page } = await open('viewer');
    await page.goto(`${checkout}/history`);
    await page.getByRole('button', { name: 'in Staging' }).first().click();
    const thread = page.getByRole('region', { name: 'Comments' });
    const revert = page.getByRole('button', { name: /^Revert… *, not possible: Viewers can’t make changes/ });
    await revert.waitFor();
    await thread.getByLabel('Add a comment').fill('Was that agreed?');
    await thread.getByRole('button', { name: 'Comment' }).click();
    await thread.getByText('Was that agreed?').waitFor();
    await thread.getByRole('button', { name: 'Edit' }).click();
    await thread.getByLabel('Your comment').fill('Who agreed?');
    await thread.getByRole('button', { name: 'Save' }).click();
    await thread.getByText(/· edited/).waitFor();
    await inspect(page);
    await thread.getByRole('button', { name: 'Delete' }).click();
    await thread.getByText('Who agreed?').waitFor({ state: 'detached' });
  });

  it('takes a change back after a dry run, with what others changed since left as it is', async () => {
    const { page } = await open();
    await page.goto(`${checkout}/history`);
    await page.getByRole('button', { name: 'in Staging' }).first().click();
    await page.getByRole('button', { name: 'Revert…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revert: shop/checkout in staging' });
    await dialog.getByText(/checkout-layout.*off/).waitFor();
    const touched = dialog.getByRole('region', { name: 'Affected environments' });
    await touched.getByText('Staging: checkout').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Revert in Staging' }).waitFor();
    // The comment has the focus, as in each review.
    await page.keyboard.press('Enter');
    await page.getByText(/^Reverted: .+\.$/).waitFor();
    const why = page.getByText(/^Reverts an earlier change: /).first();
    await why.getByRole('link', { name: 'an earlier change' }).click();
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'for shop/checkout in Staging' }).waitFor();
  });

  it('shows part by part what stands against taking a change back', async () => {
    const { page, request } = await open('owner', { expected: [/status of 409/] });
    await request.put(...defaults('off', 'First'));
    await request.put(...defaults('one-page', 'Second'));
    await page.goto(`${checkout}/history`);
    const first = page.getByRole('listitem').filter({ hasText: 'First' });
    await first.getByRole('button', { name: 'in Staging' }).click();
    await first.getByRole('button', { name: 'Revert…' }).click();
    const refusal = page.getByRole('dialog').getByRole('alert');
    await refusal.getByText('one-page').first().waitFor();
    await refusal
      .getByText(/^owner@.*: default of checkout-layout in staging: off → one-page \(Second\)$/)
      .waitFor();
    await inspect(page);
    const revert = page.getByRole('dialog').getByRole('button', { name: 'Revert', exact: true });
    expect(await revert.isDisabled()).toBe(true);
  });

  it('brings back what an environment served at a time', async () => {
    const { page, request } = await open('owner', { isLive: true, expected: [/status of 412/] });
    await request.put(...defaults('off', 'Before the sale'));
    await request.put(...defaults('one-page', 'For the sale'));
    const followed = page.waitForResponse((answer) => answer.url().endsWith('/changes'));
    await page.goto(`${checkout}/history`);
    await followed;
    const record = page.getByRole('listitem').filter({ hasText: 'Before the sale' });
    await record.getByRole('button', { name: 'in Staging' }).click();
    await record.getByRole('button', { name: 'Restore this version…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore a past version' });
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByText(/one-page → off/).waitFor();
    await inspect(page);
    // A concurrent save is shown before it is replaced, although the page has read it by then.
    const isRead = page.waitForResponse((answer) => answer.url().endsWith('/environments/staging'));
    const data = { 'checkout-enabled': 'off' };
    await request.put(`${settings}/environments/staging/defaults`, { data });
    await isRead;
    await dialog.getByRole('button', { name: 'Restore in Staging' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Show changes' }).click();
    await dialog.getByText(/checkout-enabled/).waitFor();
    await dialog.getByRole('button', { name: 'Restore in Staging' }).click();
    await page.getByText('Restored checkout in Staging').waitFor();
  });
});
