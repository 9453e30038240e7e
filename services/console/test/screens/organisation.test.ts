/** An organisation and its projects in Chromium: §6, screen 14. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'an organisation', (program) => {
  const { installation, browser } = useConsole(program);
  let suspended: ConsoleInstallation;
  let bare: ConsoleInstallation;
  beforeAll(async () => {
    const [acme] = documentOfConsole.organisations;
    suspended = await startConsoleInstallation({
      organisations: [{ ...acme, slug: 'late', name: 'Late', status: 'suspended', mau_cap: 500 }],
    });
    bare = await startConsoleInstallation({ organisations: [{ ...acme, slug: 'bare', projects: [] }] });
  });
  const open = async (path = '', who = 'owner', options = {}, at = installation) => {
    const { page, context } = await openPageSignedIn(browser, at, at.emailOf(who), options);
    await page.goto(`${at.url}/o/${at.org}${path}`);
    return { page, context };
  };

  it('shows plan, status, how many users it may have, and in one sentence what happens beyond', async () => {
    const { page } = await open();
    await page.getByRole('heading', { name: 'Acme', level: 1 }).waitFor();
    await page.getByText('business plan').waitFor();
    await page.getByText(/of 1,000,000 users in/).waitFor();
    await page.getByText('On track to stay under the limit this month.').waitFor();
    await page.getByText(/new users get a 403 until next month\./).waitFor();
    await page.getByText(/requests per minute/).waitFor();
    await inspect(page);
  });

  it('is renamed; where somebody was faster that is told, and the name stays in its field', async () => {
    const { page, context } = await open('', 'owner', { expected: [/status of 412/] });
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename organisation' });
    await dialog.getByLabel('Name').fill('Acme of mine');
    const path = `${installation.url}/settings/v1/organisations/${installation.org}`;
    await context.request.patch(path, { data: { name: 'Acme of theirs' } });
    await dialog.getByRole('button', { name: 'Rename' }).click();
    const conflict = dialog.getByRole('alert');
    await conflict.getByText(/^owner saved 1 change /).waitFor();
    await conflict.getByRole('cell', { name: 'Acme of theirs', exact: true }).waitFor();
    await inspect(page);
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Acme of mine');
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Acme of mine', level: 1 }).waitFor();
    await page.goto(`${installation.url}/o/${installation.org}`);
    await context.request.patch(path, { data: { name: 'Acme' } });
  });

  it('is not renamed over a name that somebody gave while its dialog was open, though the page has it', async () => {
    const { page, context } = await open('', 'owner', { expected: [/status of 412/], isLive: true });
    const path = `${installation.url}/settings/v1/organisations/${installation.org}`;
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename organisation' });
    await dialog.getByLabel('Name').fill('Acme of mine');
    await context.request.patch(path, { data: { name: 'Acme of theirs' } });
    await page.getByRole('heading', { name: 'Acme of theirs', level: 1, includeHidden: true }).waitFor();
    await dialog
      .getByRole('alert')
      .getByText(/^owner saved 1 change /)
      .waitFor();
    await dialog.getByRole('cell', { name: 'Acme of theirs', exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Rename' }).isDisabled()).toBe(true);
    expect(await (await context.request.get(path)).json()).toMatchObject({ name: 'Acme of theirs' });
    await context.request.patch(path, { data: { name: 'Acme' } });
  });

  it('has a guide for receivers of webhooks, with whole receivers to copy', async () => {
    const { page } = await open('/webhooks');
    await page.getByRole('link', { name: 'Guide for receivers' }).click();
    await page.getByRole('heading', { name: 'Receive webhooks', level: 1 }).waitFor();
    for (const [language, line] of [
      ['Node.js', "import { createHmac, timingSafeEqual } from 'node:crypto';"],
      ['Python', 'class Receiver(BaseHTTPRequestHandler):'],
      ['Go', 'func receive(w http.ResponseWriter, r *http.Request) {'],
    ] as const) {
      const code = page.getByRole('group', { name: language, exact: true });
      expect(await code.textContent()).toContain(line);
    }
    await inspect(page);
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click();
    await page.getByText('No endpoints yet.').waitFor();
  });

  it('that is suspended says on every screen what does not work', async () => {
    for (const path of ['', '/members', '/p/shop/features']) {
      const { page } = await open(path, 'viewer', {}, suspended);
      await page.getByText(/^Late is suspended: whatever its applications ask is refused/).waitFor();
      if (path === '') await inspect(page);
    }
  });

  describe('has projects', () => {
    it('or none yet, and the command that makes one', async () => {
      const { page, context } = await open('', 'owner', { isLive: true }, bare);
      await page.getByText('No projects yet.').waitFor();
      const command = await page.getByRole('group', { name: 'Create a project with cURL' }).textContent();
      const [, address = '', body = ''] = /curl '([^']+)'[^]+ -d '([^']+)'/.exec(command!)!;
      expect(address).toBe(`${bare.url}/settings/v1/organisations/${bare.org}/projects`);
      const answer = await context.request.post(address, { data: JSON.parse(body) as unknown });
      expect(answer.status()).toBe(201);
      await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
      expect(await page.getByRole('group', { name: 'Create a project with cURL' }).count()).toBe(0);
    });

    it('that are made with a slug that follows the name, renamed, and deleted after the slug was typed', async () => {
      const { page, context } = await open('', 'admin', { expected: [/status of 409/, /status of 412/] });
      await page.getByRole('link', { name: 'Web shop', exact: true }).waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New project' });
      await dialog.getByLabel('Name').fill('Shop');
      await dialog.getByRole('button', { name: 'Create project' }).click();
      await dialog.getByText('A project "shop" already exists.').first().waitFor();
      await dialog.getByLabel('Name').fill('Our blog!');
      await dialog.getByLabel('Slug').fill('blog');
      await inspect(page);
      await dialog.getByRole('button', { name: 'Create project' }).click();
      await page.getByText('No environments yet.').waitFor();
      const switcher = page.getByRole('button', { name: /switch project/ });
      const listed = page.getByRole('menuitem', { name: `${installation.org} / Our blog!` });
      await switcher.click();
      await listed.waitFor();
      await page.getByRole('menuitem', { name: `${installation.org} / all projects` }).click();
      await page.getByRole('link', { name: 'Settings of Our blog!' }).click();
      await page.getByRole('heading', { name: 'Project settings', level: 1 }).waitFor();
      await inspect(page);
      await page.getByRole('button', { name: 'Rename' }).click();
      const dialogOfName = page.getByRole('dialog', { name: /^Rename/ });
      await dialogOfName.getByLabel('Name').fill('The blog');
      await dialogOfName.getByRole('button', { name: 'Rename', disabled: false }).waitFor();
      const path = `${installation.url}/settings/v1/organisations/${installation.org}/projects/blog`;
      await context.request.patch(path, { data: { name: 'Theirs' } });
      await dialogOfName.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('alert').getByRole('cell', { name: 'Theirs' }).waitFor();
      await inspect(page);
      await page.getByRole('button', { name: 'Keep mine' }).click();
      await dialogOfName.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('button', { name: 'Delete The blog' }).click();
      const asked = page.getByRole('dialog', { name: 'Delete The blog?' });
      expect(await asked.getByRole('button', { name: 'Delete project' }).isDisabled()).toBe(true);
      await asked.getByLabel('Type its slug, blog').fill('blog');
      await inspect(page);
      await asked.getByRole('button', { name: 'Delete project' }).click();
      await page.getByRole('link', { name: 'Web shop', exact: true }).waitFor();
      await page.getByRole('link', { name: 'The blog', exact: true }).waitFor({ state: 'detached' });
      await switcher.click();
      await page.getByRole('menuitem', { name: `${installation.org} / Web shop` }).waitFor();
      await page.getByRole('menuitem', { name: /blog/ }).waitFor({ state: 'detached' });
    });

    it('which members do not change, and are told why', async () => {
      const { page } = await open('', 'member');
      await page
        .getByRole('button', { name: /^New project.*not possible: Only admins and owners can do this\./ })
        .waitFor();
      await page.getByRole('link', { name: 'Settings of Web shop' }).click();
      await page.getByRole('button', { name: /^Delete Web shop.*not possible/ }).waitFor();
      await page
        .getByRole('button', { name: /^Rename.*not possible/ })
        .first()
        .waitFor();
    });
  });
});
