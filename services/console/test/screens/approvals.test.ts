/** Environments that require approvals or comments: their settings, and changes that are proposed instead of saved. */
import { beforeAll, expect, it } from '@jest/globals';
import { chromium, type BrowserContext, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const reason = 'Changes in Production need approval. Edit its targeting to propose one.';

describeWith(chromium, 'an environment that requires approvals', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const project = () => `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
  const open = (path: string, who = 'owner', options = {}) =>
    openPath(`/o/${installation.org}/p/shop${path}`, who, options);
  const read = async <Body>({ request }: BrowserContext, path: string): Promise<Body> =>
    (await (await request.get(project() + path)).json()) as Body;
  const readRequests = async (context: BrowserContext) =>
    (await read<{ items: object[] }>(context, '/change-requests')).items;
  const readTargeting = (context: BrowserContext) =>
    read<object>(context, '/features/checkout/environments/production');
  let stored: object;

  it('gets its approvals in its settings, which say when too few people could approve', async () => {
    const { page, context } = await open('/environments/production', 'owner', {
      expected: [/status of 409/],
    });
    stored = await readTargeting(context);
    expect(await page.getByLabel('Who can approve').count()).toBe(0);
    await page.getByLabel('Required approvals').selectOption('5');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('needs 4 more people who can approve').waitFor();
    await page.getByLabel('Required approvals').selectOption('1');
    await page.getByLabel('Without approval, admins and owners can').selectOption('Nothing');
    await inspect(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved the settings of Production.').waitFor();
  });

  it('cannot require any while it is not protected', async () => {
    const { page } = await open('/environments/staging');
    expect(await page.getByLabel('Required approvals').isDisabled()).toBe(true);
    await page.getByText('Only protected environments can require approvals.').waitFor();
  });

  it('has its targeting proposed, with a title, a time and reviewers, and serves the same', async () => {
    const { page, context } = await open('/features/checkout/env/production');
    await page
      .getByText('Protected. Changes need 1 approval. You propose them in a change request.')
      .waitFor();
    await page.getByLabel('Percentage of Off').fill('60');
    await bar(page).getByRole('button', { name: 'Propose…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose changes to Production' });
    await dialog.getByText(/weight of one-page 50 → 40/).waitFor();
    await inspect(page);
    await dialog.getByLabel('Title').fill('Fewer in Canada');
    await dialog.getByLabel('Description (optional)').fill('SHOP-1412');
    await dialog.getByLabel('Apply').selectOption('When somebody applies it');
    await dialog.getByLabel('admin', { exact: true }).check();
    await dialog.getByRole('button', { name: 'Open change request' }).click();
    await page.getByText('Opened change request 1: Fewer in Canada').waitFor();
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Percentage of Off').inputValue()).toBe('50');
    expect(await readTargeting(context)).toEqual(stored);
    expect(await readRequests(context)).toMatchObject([
      { number: 1, title: 'Fewer in Canada', stage: 'waiting', reviewers: [installation.emailOf('admin')] },
    ]);
    await page.getByRole('link', { name: 'Show' }).click();
    await page.getByRole('heading', { name: /Fewer in Canada/, level: 1 }).waitFor();
  });

  it('has targeting of members proposed, too, at a time', async () => {
    const { page, context } = await open('/features/checkout/env/production', 'member');
    await page.getByLabel('Percentage of Off').fill('70');
    await bar(page).getByRole('button', { name: 'Propose…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose changes to Production' });
    await dialog.getByLabel('Title').fill('Fewer again');
    await dialog.getByLabel('Apply').selectOption('At a time');
    expect(await dialog.getByRole('button', { name: 'Open change request' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Time', { exact: true }).fill('1 Feb 2030, 10:00');
    await dialog.getByLabel('Title').focus();
    await dialog.getByRole('button', { name: 'Open change request' }).click();
    await page.getByText('Opened change request 2: Fewer again').waitFor();
    expect((await readRequests(context))[0]).toMatchObject({ apply: { at: '2030-02-01T10:00:00.000Z' } });
  });

  it('has values proposed that it serves, but no names', async () => {
    const { page } = await open('/features/checkout/values');
    await page.getByLabel('checkout-layout of One page').fill('two-pages');
    await bar(page).getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose changes to Production' });
    await dialog.getByLabel('Title').fill('Two pages');
    await dialog.getByRole('button', { name: 'Open change request' }).click();
    await page.getByText('Opened change request 3: Two pages').waitFor();
    const { page: segment } = await open('/segments/canada');
    await segment.getByLabel('Name', { exact: true }).fill('All of Canada');
    await bar(segment).getByRole('button', { name: 'Review and save' }).click();
    await segment.getByRole('dialog', { name: 'Save All of Canada?' }).waitFor();
  });

  it('says why nothing else is changed directly', async () => {
    const { page } = await open('/features/checkout/env/production');
    const control = page.getByRole('switch', { name: 'Targeting in Production' });
    expect(await control.getAttribute('aria-disabled')).toBe('true');
    await page.getByTitle(reason).first().waitFor();
    await page.getByRole('button', { name: 'Actions for Production' }).click();
    const item = page.getByRole('menuitem', { name: /Serve one variation/ });
    expect(await item.getAttribute('aria-disabled')).toBe('true');
    await page.goto(`${page.url()}/overrides`);
    expect(
      await page
        .getByRole('button', { name: /Add override/ })
        .first()
        .getAttribute('aria-disabled'),
    ).toBe('true');
  });

  it('has lower approvals proposed, and is not deleted', async () => {
    const { page, context } = await open('/environments/production');
    await page.getByLabel('Required approvals').selectOption('None');
    await page.getByRole('button', { name: 'Propose…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Propose settings of Production' });
    await dialog.getByText(/required_approvals 1 → 0/).waitFor();
    await dialog.getByLabel('Title').fill('No approvals');
    await dialog.getByRole('button', { name: 'Open change request' }).click();
    await page.getByText('Opened change request 4: No approvals').waitFor();
    expect(await page.getByLabel('Required approvals').inputValue()).toBe('1');
    expect(await readRequests(context)).toHaveLength(4);
    const remove = page.getByRole('button', { name: /^Delete Production/ });
    expect(await remove.getAttribute('title')).toMatch(/^Deleting Production needs approval/);
  });
});

describeWith(chromium, 'an environment that asks for comments', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const open = (path: string, who = 'owner', options = {}) =>
    openPath(`/o/${installation.org}/p/shop${path}`, who, options);
  beforeAll(async () => {
    const { page, context } = await open('/environments/staging');
    const data = { comment_required: true };
    const project = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop`;
    expect((await context.request.patch(`${project}/environments/staging`, { data })).status()).toBe(200);
    await page.close();
  });

  it('is saved after a review whose comment is required', async () => {
    const { page } = await open('/features/checkout/env/staging', 'member');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await bar(page).getByRole('button', { name: 'Review and save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save to Staging?' });
    const save = dialog.getByRole('button', { name: 'Save to Staging' });
    await save.click();
    await dialog.waitFor();
    await dialog.getByLabel('Comment').fill('SHOP-1');
    await save.click();
    await page.getByText(/^Saved checkout in Staging/).waitFor();
  });

  it('is switched after a dialog with a comment', async () => {
    const { page } = await open('/features/checkout/env/staging', 'member');
    await page.getByRole('switch', { name: 'Targeting in Staging' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Comment').fill('SHOP-2');
    await dialog.getByRole('button', { name: /^Switch/ }).click();
    await page.getByText(/^checkout is (on|off) in Staging/).waitFor();
    // Another change gets another comment.
    await page.getByRole('switch', { name: 'Targeting in Staging' }).click();
    expect(await dialog.getByLabel('Comment').inputValue()).toBe('');
  });

  it('stops asking after a save with a comment, and is deleted with one', async () => {
    const { page, context } = await open('/environments/staging');
    await page.getByLabel('Require comments').uncheck();
    const comment = page.getByLabel('Comment', { exact: true });
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await comment.and(page.locator(':focus')).waitFor();
    await inspect(page);
    await comment.fill('SHOP-3');
    await save.click();
    await page.getByText('Saved the settings of Staging.').waitFor();
    expect(await comment.count()).toBe(0);
    const environment = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/environments/staging`;
    expect((await context.request.patch(environment, { data: { comment_required: true } })).status()).toBe(
      200,
    );
    await page.reload();
    await page.getByRole('button', { name: 'Delete Staging' }).click();
    await page.getByLabel('Type its slug, staging').fill('staging');
    await comment.fill('SHOP-4');
    await page.getByRole('button', { name: 'Delete environment' }).click();
    await page.getByText('Deleted the environment “Staging”').waitFor();
  });
});
