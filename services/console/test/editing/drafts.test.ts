/** Drafts are not lost: not by a save that is under way, and not by somebody who was faster. */
import { expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'what is written while a save is under way', (program) => {
  const { installation, open } = useConsole(program);

  /** Presses Ctrl S, or runs another `save`. The request waits until the returned function lets it be answered. */
  async function saveSlowly(
    page: Page,
    save = () => page.keyboard.press('Control+s'),
  ): Promise<() => Promise<void>> {
    let go = () => {};
    const isLet = new Promise<void>((resolve) => (go = resolve));
    const isWrite = (method: string) => method === 'PUT' || method === 'PATCH';
    let isIntercepted = false;
    await page.route('**/settings/v1/**', async (route) => {
      const request = route.request();
      isIntercepted = true;
      if (isWrite(request.method()) && !request.url().includes('dry_run')) await isLet;
      await route.fallback();
    });
    // On a busy machine Chromium lets the first requests pass.
    await until(async () => {
      await page.evaluate("fetch('/settings/v1/session/options')");
      return isIntercepted;
    });
    const sent = page.waitForRequest((each) => isWrite(each.method()) && !each.url().includes('dry_run'));
    await save();
    await sent;
    return async () => {
      go();
      await page.unroute('**/settings/v1/**');
    };
  }

  it('stays unsaved in the rules of an environment, and is saved by the next Ctrl S', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features/checkout/env/staging`);
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await page.getByRole('button', { name: 'Add rule' }).click();
    const name = page.getByLabel('Name of rule 1');
    await name.fill('Staff');
    await bar.getByText('rule 1 "Staff": added').waitFor();
    const answer = await saveSlowly(page);
    await name.fill('Staff and friends');
    await bar.getByText('rule 1 "Staff and friends": added').waitFor();
    // Nothing is sent twice: it would be refused for the version that the first one makes.
    await page.keyboard.press('Control+s');
    await answer();
    await page.getByText('Saved checkout in Staging').waitFor();
    expect(await name.inputValue()).toBe('Staff and friends');
    await bar.getByText('name "Staff" → "Staff and friends"').waitFor();
    await page.reload();
    await bar.getByText('name "Staff" → "Staff and friends"').waitFor();
    await inspect(page);
    await page.keyboard.press('Control+s');
    await page.getByText('Saved checkout in Staging').waitFor();
    expect(await bar.count()).toBe(0);
  });

  it('stays in the rules while targeting is switched', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features/checkout/env/staging`);
    await page.getByRole('button', { name: 'Add rule' }).click();
    const name = page.getByLabel('Name of rule 2');
    await name.fill('Friends');
    const targeting = page.getByRole('switch', { name: 'Targeting in Staging' });
    const answer = await saveSlowly(page, () => targeting.click());
    await name.fill('Friends of staff');
    // Its preview has been answered: one that came after the switch would be refused, and asked for again.
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('rule 2 "Friends of staff": added').waitFor();
    await answer();
    await page.getByText('checkout is off in Staging.').waitFor();
    expect(await name.inputValue()).toBe('Friends of staff');
    await page.getByRole('button', { name: 'Discard' }).click();
    await targeting.click();
    await page.getByText('checkout is on in Staging.').waitFor();
  });

  it('is not saved by a second Ctrl S within the review, and neither is the page', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/features/checkout/env/production`);
    await page.getByLabel('Percentage of Off').fill('40');
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to Production?' });
    await dialog.getByText('weight of one-page 50 → 60').waitFor();
    await dialog.getByLabel('Comment').focus();
    await page.evaluate(`
      addEventListener('keydown', ({ defaultPrevented }) => (document.title = 'prevented: ' + defaultPrevented))
    `);
    await page.keyboard.press('Control+s');
    expect(await page.title()).toBe('prevented: true');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Half of Canada: 50% Off, 50% One page.').waitFor();
  });

  it('is kept where too much was asked, and the button counts down until it may be sent again', async () => {
    const path = `/o/${installation.org}/p/shop/features/checkout/env/production`;
    const { page } = await open(path, 'owner', { expected: [/status of 429/] });
    await page.clock.install();
    await page.route('**/environments/production', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 429,
            json: { error: 'Too many requests.' },
            headers: { 'Retry-After': '120' },
          })
        : route.fallback(),
    );
    await page.getByLabel('Percentage of Off').fill('40');
    await page.clock.fastForward(1_000);
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to Production?' });
    await dialog.getByRole('button', { name: 'Save to Production' }).click();
    const button = dialog.getByRole('button', { name: /^Retry in \d+ s$/ });
    expect(await button.isDisabled()).toBe(true);
    await dialog.getByRole('alert').getByText('Not saved. Your draft is kept.').waitFor();
    await page.unroute('**/environments/production');
    await page.clock.fastForward(120_000);
    await dialog.getByRole('button', { name: 'Save to Production' }).click();
    await page.getByText('Saved checkout in Production').waitFor();
  });

  it('stays unsaved in the settings of an environment, also what was changed back', async () => {
    const { page } = await open(`/o/${installation.org}/p/shop/environments/staging`);
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('Stage');
    await page.getByLabel('Protected').check();
    const answer = await saveSlowly(page);
    await name.fill('Stage two');
    await page.getByLabel('Protected').uncheck();
    await answer();
    await page.getByRole('heading', { name: 'Stage', level: 1, exact: true }).waitFor();
    expect(await name.inputValue()).toBe('Stage two');
    expect(await page.getByLabel('Protected').isChecked()).toBe(false);
    await page.getByText('After saving, every member can make changes here.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'Stage two', level: 1 }).waitFor();
    await page.getByText('Protected: only').waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('stays unsaved in the settings of a webhook endpoint', async () => {
    const { page } = await open(`/o/${installation.org}/webhooks`);
    const endpoints = `${installation.url}/settings/v1/organisations/${installation.org}/webhook-endpoints`;
    const made = await page.request.post(endpoints, {
      data: { url: 'https://93.184.216.34/bunting', events: ['*'] },
    });
    const { id } = await made.json();
    await page.goto(`${installation.url}/o/${installation.org}/webhooks/${id}`);
    await page.getByText('URL, format, events and description').click();
    const description = page.getByLabel('Description');
    await description.fill('Ours');
    const answer = await saveSlowly(page);
    await description.fill('Ours alone');
    await answer();
    await page.getByText('Saved the endpoint https://93.184.216.34/bunting.').waitFor();
    expect(await description.inputValue()).toBe('Ours alone');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
    expect((await (await page.request.get(`${endpoints}/${id}`)).json()).description).toBe('Ours alone');
  });
});

describeWith(chromium, 'a draft of values', (program) => {
  const { installation, open } = useConsole(program);
  const features = () =>
    `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features`;
  /** Saves another value concurrently while a cell is edited here. */
  async function begin(own: string, theirs: object) {
    const path = `/o/${installation.org}/p/shop/features/checkout/values`;
    const { page } = await open(path, 'owner', { expected: [/status of 412/], isLive: true });
    await page
      .getByLabel(/^checkout-layout of/)
      .first()
      .fill(own);
    const other = (await open('/', 'admin')).page.request;
    expect((await other.patch(`${features()}/checkout/variations/off`, { data: theirs })).status()).toBe(200);
    await page
      .getByRole('region', { name: 'Unsaved changes' })
      .getByText(/^admin saved \d changes? /)
      .waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Conflicting changes' });
    await dialog.getByText(/^admin saved \d changes? /).waitFor();
    return { page, dialog };
  }
  interface Variation {
    readonly name: string;
    readonly values: Record<string, unknown>;
  }
  async function save(page: Page) {
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Save to Production' }).click();
    await page.getByText('Saved the values of checkout').waitFor();
    const answer = await page.request.get(`${features()}/checkout`);
    const [first] = ((await answer.json()) as { variations: Variation[] }).variations;
    return [first?.name, first?.values['checkout-layout']];
  }

  it('is marked where values do not fit what their variable says; the first gets the focus', async () => {
    const features = `/o/${installation.org}/p/shop/features`;
    const { page } = await open(`${features}/checkout/values`, 'owner', { expected: [/status of 400/] });
    await page.getByRole('button', { name: 'Actions for checkout-layout' }).click();
    await page.getByRole('menuitem', { name: 'Settings…' }).click();
    await page.getByLabel('Maximum length').fill('3');
    const boxes = ['Pattern', 'Maximum length'].map((label) => page.getByLabel(label).boundingBox());
    const [matches, most] = await Promise.all(boxes);
    expect([most!.y, most!.height]).toEqual([matches!.y, matches!.height]);
    await inspect(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.press('Control+s');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.getByText('Not saved. Fix the highlighted fields.').waitFor();
    await bar.getByText(/^checkout-layout of Off must have at most 3/).waitFor();
    const cell = page.getByLabel('checkout-layout of Off');
    await page.locator('[aria-invalid="true"]:focus').and(cell).waitFor();
    const described = await cell.getAttribute('aria-describedby');
    await page
      .locator(`[id="${described}"]`)
      .getByText(/must have at most 3/)
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await inspect(page);
    // Messages about one draft are not shown for another.
    await cell.fill('one');
    await bar.getByText('Not saved').waitFor({ state: 'detached' });
    expect(await cell.getAttribute('aria-invalid')).toBe('false');
    await bar.getByRole('button', { name: 'Discard' }).click();
    await page.goto(`${installation.url}${features}/hostile/values`);
    await page.getByRole('button', { name: 'Actions for hostile' }).click();
    await page.getByRole('menuitem', { name: 'Settings…' }).click();
    await page.getByLabel('JSON Schema (2020-12)').fill('{"required": ["a"]}');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.keyboard.press('Control+s');
    await page
      .locator('[data-wrong="true"] > :focus')
      .and(page.getByRole('button', { name: /^hostile of/ }))
      .waitFor();
    await inspect(page);
    await bar.getByRole('button', { name: 'Discard' }).click();
  });

  it('is told who saved what, and is asked cell by cell what both changed', async () => {
    const { page, dialog } = await begin('mine', {
      name: 'As before',
      values: { 'checkout-layout': 'theirs' },
    });
    await dialog.getByText('name "Off" → "As before"').waitFor();
    await dialog.getByRole('radio', { name: 'Mine mine' }).click();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await page.getByLabel('checkout-layout of As before').waitFor();
    expect(await save(page)).toEqual(['As before', 'mine']);
  });

  it('is saved over what the other saved, or gives way to it', async () => {
    const { page, dialog } = await begin('mine alone', { name: 'Hers' });
    await dialog.getByRole('button', { name: 'Overwrite' }).click();
    expect(await save(page)).toEqual(['As before', 'mine alone']);
    const again = await begin('not any more', { name: 'Hers' });
    await again.dialog.getByRole('button', { name: 'Use theirs' }).click();
    await again.page.getByLabel('checkout-layout of Hers').waitFor();
    expect(await again.page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
  });
});
