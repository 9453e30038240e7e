/** The Targeting tab: rules, splits, rollouts, hints, preview, saving. */
import { expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, password } from '../console-installation.ts';
import { bar, defaults, useTargeting } from './use-targeting.ts';

describeWith(chromium, 'the Targeting tab', (program) => {
  const { installation, open, write } = useTargeting(program);

  it('shows in plain words who gets what, and looks protected', async () => {
    const { page } = await open('production');
    await page.getByText('Half of Canada: 50% Off, 50% One page. Everyone else gets Off.').waitFor();
    await page.getByText('Protected. You review every change.').waitFor();
    await page.getByText('No evaluations in the last 7 days').waitFor();
    await inspect(page);
  });

  it('moves borders by keys, gives way in proportion, and says who loses what', async () => {
    const { page } = await open('production');
    const border = page.getByRole('slider', { name: 'Border between Off and One page' });
    await border.press('ArrowRight');
    await border.press('Shift+ArrowRight');
    expect(await border.getAttribute('aria-valuenow')).toBe('51.1');
    expect(await page.getByLabel('Percentage of One page').inputValue()).toBe('48.9');
    await page.getByLabel('Percentage of Off').fill('33.333');
    expect(await page.getByLabel('Percentage of One page').inputValue()).toBe('66.667');
    await page.getByLabel('Rollout percentage').fill('20');
    await page.getByText('80% of the users who have it lose it').waitFor();
    await page.reload();
    expect(await page.getByLabel('Rollout percentage').inputValue()).toBe('20');
    await page.getByLabel('Bucket by').fill('organisation_id');
    await page.getByLabel('Bucket by').press('Enter');
    await bar(page)
      .getByText(/\d unsaved changes/)
      .waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Percentage of Off').inputValue()).toBe('50');
  });

  it('has a schedule, stages with their ramp, copies and an order, by buttons, the menu, and Alt and arrows', async () => {
    const { page } = await open('production');
    const more = page.getByRole('button', { name: 'Actions for Half of Canada', exact: true });
    await page.getByRole('button', { name: 'Gradual rollout' }).click();
    await page.getByText(/10% → 50% → 100%, starts on/).waitFor();
    await page.getByRole('img', { name: /^Rollout over time: 10%/ }).waitFor();
    await page.getByLabel('Percentage of stage 2').fill('40');
    // The stage moves once the field is left, not while it is typed.
    await page.getByLabel('Time of stage 2', { exact: true }).fill('');
    await page.getByLabel('Time of stage 2', { exact: true }).pressSequentially('1 Feb 2030');
    await page.getByLabel('Time of stage 2', { exact: true }).blur();
    expect(await page.getByLabel('Percentage of stage 3').inputValue()).toBe('40');
    expect(await page.getByLabel('Time of stage 3', { exact: true }).inputValue()).toBe('1 Feb 2030, 00:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    const until = page.getByLabel('Schedule until', { exact: true });
    await until.fill('2020-01-01T00:00');
    await until.press('Enter');
    await until.blur();
    expect(await until.inputValue()).toBe('1 Jan 2020, 00:00');
    await page.locator('[data-schedule]').getByText('UTC').waitFor();
    await page.getByText('The schedule has ended.').first().waitFor();
    await inspect(page);
    await more.click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByLabel('Name of rule 2').press('Alt+ArrowUp');
    expect(await page.getByLabel('Name of rule 1').inputValue()).toBe('Half of Canada (copy)');
    await page.getByRole('button', { name: 'Actions for Half of Canada (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Half of Canada (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('takes a pasted list of values, and shows at the field what the server says of them', async () => {
    const { page } = await open('staging', 'owner', [/status of 400/]);
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByText('A condition has no value yet.').first().waitFor();
    // It is marked once somebody saves, and gets the focus; no dialog opens over it.
    const field = page.getByLabel('Value of email');
    expect(await field.getAttribute('aria-invalid')).toBeNull();
    await page.keyboard.press('Control+s');
    await bar(page).getByText('Not saved. Fix the highlighted fields.').waitFor();
    await page.locator('[aria-invalid="true"]:focus').and(field).waitFor();
    const described = await field.getAttribute('aria-describedby');
    await page.locator(`[id="${described}"]`).getByText('A condition has no value yet.').waitFor();
    await inspect(page);
    await page.getByLabel('Value of email').fill('@a.example, @b.example, @a.example,');
    await page.getByText('2 added, 1 duplicate').waitFor();
    await page.getByLabel('Operator').selectOption('is');
    await page.getByText('2 added, 1 duplicate').waitFor({ state: 'detached' });
    await page.getByLabel('Operator').selectOption('matches');
    await page.getByLabel('Value of email').fill('(,');
    await page.getByRole('alert').getByText('(', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Remove (' }).click();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('counts users that are pasted, before and after, and who moves; they stay in the browser', async () => {
    const { page } = await open('production');
    await page.getByRole('button', { name: 'Preview audience' }).click();
    const users = Array.from({ length: 40 }, (_, index) => `u${index},CA`).join('\n');
    await page.getByRole('textbox', { name: 'Users' }).fill(`id,country\n${users}\nf,FR`);
    await page.getByText('Half of Canada: 40 matched, 40 served').waitFor();
    // The line below the sentence says the same.
    await page.getByText('No evaluations in the last 7 days').nth(1).waitFor();
    // Elements scrolled below the bar at the top have no size for axe.
    await page.evaluate('scrollTo(0, 0)');
    await inspect(page);
    await page.getByLabel('Percentage of Off').fill('0');
    await page.getByText(/^\d+ change$/).waitFor();
    await page.getByRole('columnheader', { name: 'After saving' }).waitFor();
    await page.reload();
    // The panel summarises lower shares and moved rules while it is closed.
    await page.getByText(/^\d+ of 41 users would change$/).waitFor();
    await page.getByRole('button', { name: 'Preview audience' }).click();
    await page.getByText('41 users').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('is saved to a protected environment after its difference was seen, with a comment; Undo takes it back', async () => {
    const { page } = await open('production');
    await page.getByLabel('Percentage of Off').fill('40');
    await page.getByText(/^After saving: Half of Canada: 40% Off, 60% One page\./).waitFor();
    await page
      .getByText(/^Now: Half of Canada: 50% Off, 50% One page\..* Last changed by bootstrap/)
      .waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to Production?' });
    await dialog.getByText('rule 1 "Half of Canada": weight of one-page 50 → 60').waitFor();
    await dialog.getByLabel('Comment').fill('Canada is ready');
    await inspect(page);
    await dialog.getByRole('button', { name: 'Save to Production' }).click();
    await page.getByText('Saved checkout in Production').waitFor();
    await page.getByText('Half of Canada: 40% Off, 60% One page.').waitFor();
    await page
      .getByText(`Last changed by ${installation.emailOf('owner')}, just now · View history`)
      .waitFor();
    expect(await bar(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Half of Canada: 50% Off, 50% One page.').waitFor();
  });

  it('is saved at once where nothing is protected, by keys alone: the lines stand in the bar', async () => {
    const { page } = await open('staging', 'owner', [/status of 400/]);
    // More lines than the bar has room for are seen in the dialog first.
    for (const _ of [1, 2, 3, 4]) await page.getByRole('button', { name: 'Add rule' }).press('Enter');
    await bar(page).getByText('and 1 more').waitFor();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save to Staging?' });
    await dialog.getByText('rule 4: added').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Add rule' }).press('Enter');
    await page.getByLabel('Name of rule 1').focus();
    await page.keyboard.type('Staff');
    // A condition without a value is refused, which its field says while one is about to type.
    const refused = page.waitForResponse((answer) => answer.status() === 400);
    await page.getByRole('button', { name: 'Add condition' }).press('Enter');
    await refused;
    await page.getByLabel('Value of email').focus();
    await page.keyboard.type('@acme.example,');
    await bar(page).getByText('rule 1 "Staff": added').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved checkout in Staging').waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone: checkout in Staging').waitFor();
  });

  it('is switched after one question in a protected environment, whose button has the focus', async () => {
    const { page } = await open('production', 'owner', [/status of 412/]);
    await page.getByRole('switch', { name: 'Targeting in Production' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off in Production?' });
    await dialog.getByText('Bunting stops serving this feature').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('switch', { name: 'Targeting in Production' }).click();
    const on = page.getByRole('dialog', { name: 'Switch on in Production?' });
    await on.getByText('Your unsaved changes stay a draft.').waitFor();
    expect(await on.innerText()).toContain('Within a second: Half of Canada: 50% Off, 50% One page.');
    await on.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: checkout is off in Production.').waitFor();
  });

  it('asks again with the new state where somebody else has changed what is switched', async () => {
    const { page } = await open('staging', 'owner', [/status of 412/]);
    await page.getByRole('heading', { name: 'Targeting in Staging' }).waitFor();
    await write('admin', 'staging', {
      targeting: { enabled: true, rules: [] },
      defaults,
    });
    // Without targeting there is no switch, and no word says that it is on.
    await page.getByText('No targeting', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Actions for Staging' }).click();
    await page.getByRole('menuitem', { name: 'Switch off in Staging…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Switch off in Staging?' });
    await dialog.getByText('Now: On.').waitFor();
    await dialog.getByText('targeting of checkout in staging: created').first().waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('serves one variation to everyone in an emergency, by a rule above all others that Undo removes', async () => {
    const { page } = await open('production');
    await page.getByRole('button', { name: 'Actions for Production' }).click();
    await page.getByRole('menuitem', { name: 'Serve one variation to everyone…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Serve one variation to everyone in Production?' });
    await dialog.getByLabel('Variation').selectOption('One page');
    await dialog.getByText(/^rule 1 "Everyone, by .*": added \(everyone → one-page\)$/).waitFor();
    await dialog.getByText('The other rule and the default stay, but no longer apply.').waitFor();
    await inspect(page);
    await dialog.getByLabel('Comment').fill('The new checkout fails');
    await dialog.getByRole('button', { name: 'Serve One page in Production' }).click();
    await page.getByText('Everyone gets One page · checkout in Production').waitFor();
    await page.getByText(/^Everyone, by .* \(everyone\): One page\./).waitFor();
    expect(await page.getByLabel('Name of rule 1').inputValue()).toMatch(/^Everyone, by /);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: checkout in Production').waitFor();
    await page.getByText('Half of Canada: 50% Off, 50% One page.').waitFor();
  });

  it('says of rules that do not apply what is served instead, and shows a rollout as wide as it is', async () => {
    const { page } = await open('production');
    await page.getByLabel('Rollout percentage').fill('20');
    await page.getByText('80% get the default').waitFor();
    const bar = page.getByTitle('Off 10%');
    const [own, whole] = [await bar.boundingBox(), await bar.locator('..').boundingBox()];
    expect(Math.round((own!.width / whole!.width) * 100)).toBe(10);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('switch', { name: 'Targeting in Production' }).click();
    await page.getByRole('dialog', { name: 'Switch off in Production?' }).waitFor();
    await page.keyboard.press('Enter');
    await page
      .getByText('Switched off. Apps use their code defaults. The rules below do not apply.')
      .waitFor();
    await page.getByText('Switched off', { exact: true }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('Undone: checkout is off in Production.').waitFor();
  });

  it('goes on with what was under way after the session has ended', async () => {
    const { page, context } = await open('production', 'owner', [/status of 401/]);
    await page.getByLabel('Percentage of Off').waitFor();
    await context.clearCookies();
    await page.getByLabel('Percentage of Off').fill('45');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    const field = dialog.getByLabel('Password');
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await field.and(page.locator(':focus[aria-invalid="true"]')).waitFor();
    await field.fill(password);
    await page.keyboard.press('Enter');
    await bar(page).getByText('2 unsaved changes').waitFor();
    await bar(page).getByRole('button', { name: 'Discard' }).click();
  });

  it('is only read by those who may not change it', async () => {
    const { page } = await open('production', 'member');
    await page
      .getByText('Only admins and owners can make changes in Production. You are a member here.')
      .first()
      .waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    await inspect(page);
  });
});
