/** Code references: the page of a project and the tab of a feature. */
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { chromium, startTestBrowser, type Page, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { includesCodeReferences } from '../../../../packages/definitions/src/organisations/plans.ts';
import { plansWithReferences } from '../../web/screens/code-references/model.ts';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';
import { sharedConsole } from '../installation/shared-console.ts';

it('the page names the plans that have them', () => {
  const plans = ['free', 'starter', 'business', 'enterprise'] as const;
  expect(plans.filter(includesCodeReferences)).toEqual(plansWithReferences);
});

describeWith(chromium, 'the code references', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let pool: ReturnType<typeof createPool>;
  let project: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    pool = createPool((await sharedConsole()).databaseUrl, { max: 2 });
    project = `/o/${installation.org}/p/shop`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await pool?.end();
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path: string, role = 'owner'): Promise<Page> => {
    const { page } = await openPageSignedIn(browser, installation, installation.emailOf(role));
    await page.goto(installation.url + project + path);
    return page;
  };
  const setPlan = (plan: string) =>
    pool.query('UPDATE organisation SET plan = $1 WHERE slug = $2', [plan, installation.org]);

  /** Stores a snapshot as coderefs-api does. */
  async function push(): Promise<void> {
    const { rows } = await pool.query<{ id: string }>(
      `INSERT INTO repository_connection (id, project_id, provider, repository, branch, commit_sha, snapshot_at)
       SELECT $1, project.id, 'github', 'acme/web', 'main', 'c0ffee', now()
       FROM project JOIN organisation ON organisation.id = organisation_id WHERE organisation.slug = $2 RETURNING id`,
      [newId(), installation.org],
    );
    const references = [
      ['checkout-enabled', 'src/a.ts', 3, 'if (<img src=x onerror=alert(1)>)', 'recorded'],
      ['checkout-layout', 'src/old.ts', 9, 'old(layout)', 'stale'],
      ['chekout', 'src/b.ts', 1, 'on("chekout")', 'recorded'],
    ] as const;
    for (const [key, file, line, snippet, state] of references) {
      const id = newId();
      await pool.query(
        `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, snippet, location_hash,
           first_seen_at, state, last_seen_at, last_seen_commit_sha)
         VALUES ($1::text::uuid, $2, $3, $4, $5, $6, sha256($1::text::bytea), now(), $7::text,
           CASE WHEN $7 = 'stale' THEN now() END, CASE WHEN $7 = 'stale' THEN 'beef' END)`,
        [id, rows[0]!.id, key, file, line, snippet, state],
      );
    }
  }

  it('show the step of CI and the scope of its token where nothing was pushed, and say which plan has them', async () => {
    const page = await open('/code');
    await page.getByRole('group', { name: 'Step for GitHub Actions' }).waitFor();
    await page.getByText('code_references').waitFor();
    expect(await page.getByText(`url: ${installation.url}`).count()).toBe(1);
    await inspect(page);
    await setPlan('starter');
    await page.reload();
    await page.getByText(/Code references aren’t part of the starter plan\./).waitFor();
    await inspect(page);
    await page.getByRole('link', { name: 'Plan and usage' }).first().click();
    await page.getByText('Starter plan', { exact: true }).waitFor();
    await setPlan('business');
  });

  it('stand by repository and file as text, with links to the commit; what is gone is struck; unknown keys become variables', async () => {
    await push();
    const page = await open('/code');
    await page.getByText('if (<img src=x onerror=alert(1)>)').waitFor();
    const link = page.getByRole('link', { name: 'Open src/a.ts, line 3, in the repository' });
    expect(await link.getAttribute('href')).toBe('https://github.com/acme/web/blob/c0ffee/src/a.ts#L3');
    await page.getByRole('deletion').filter({ hasText: 'old(layout)' }).waitFor();
    const unreferenced = page.getByRole('region', { name: 'Unreferenced variables' });
    await unreferenced.getByText('checkout-layout').waitFor();
    await page.getByRole('button', { name: '1 unknown keys of acme/web' }).click();
    await inspect(page);
    await page.keyboard.press('/');
    await page.keyboard.type('old.ts');
    await page.waitForURL(/\?text=old\.ts$/);
    await page.getByText('if (<img').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create variable chekout' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create chekout?' });
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'chekout', level: 1 }).waitFor();
  });

  it('of a feature are a tab, filtered by state and repository in the address', async () => {
    const page = await open('/features/checkout/code');
    await page.getByText('old(layout)').waitFor();
    await page.getByRole('button', { name: 'In code' }).click();
    await page.getByText('old(layout)').waitFor({ state: 'detached' });
    await page.getByText('if (<img').waitFor();
    expect(new URL(page.url()).search).toBe('?state=recorded');
    await page.getByLabel('Repository', { exact: true }).selectOption('acme/web');
    await page.reload();
    await page.getByText('if (<img').waitFor();
    await page.getByRole('heading', { name: /^acme\/web github, main scanned \S/ }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Removed', exact: true }).click();
    await page.getByText('old(layout)').waitFor();
    await setPlan('starter');
    await page.reload();
    await page.getByText(/Code references aren’t part of the starter plan\./).waitFor();
    await page.getByText('old(layout)').waitFor();
    await setPlan('business');
  });

  it('let viewers read, and say why they create nothing', async () => {
    await pool.query(
      `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, location_hash, first_seen_at, state)
       SELECT $1::text::uuid, connection.id, 'mispelt', 'src/c.ts', 1, sha256($1::text::bytea), now(), 'recorded'
       FROM repository_connection AS connection JOIN project ON project.id = project_id
       JOIN organisation ON organisation.id = organisation_id WHERE organisation.slug = $2`,
      [newId(), installation.org],
    );
    const page = await open('/code', 'viewer');
    await page.getByRole('button', { name: /unknown keys of acme\/web$/ }).click();
    const create = page.getByRole('button', { name: /^Create variable mispelt/ });
    await create.waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    expect(await create.getAttribute('title')).toMatch(/^Viewers can’t make changes/);
  });
});
