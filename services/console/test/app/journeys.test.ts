/** Checks of every screen, for everybody who may open it, and of the longest list. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { paths } from '../../web/page/paths.ts';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfHostileNames, hostileName } from '../document.ts';
import { sharedConsole } from '../installation/shared-console.ts';

/**
 * Screens of people who are signed in: a new one is among them by its entry in paths.ts. Those without a session, whose
 * tokens can be used once, are in sign-in.test.ts.
 */
const screens = Object.values(paths).filter((path) => /^\/(o\/|account)/.test(path));

const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Inserts features of the project `many`: `feature-00001` to `feature-10000`. */
async function fill(org: string): Promise<void> {
  const pool = createPool((await sharedConsole()).databaseUrl, { max: 1 });
  await pool.query(
    `INSERT INTO feature (id, project_id, slug, name, salt, updated_at)
     SELECT gen_random_uuid(), project.id, 'feature-' || lpad(number::text, 5, '0'), '', 'salt', now()
     FROM project JOIN organisation ON organisation.id = project.organisation_id, generate_series(1, 10000) AS number
     WHERE project.slug = 'many' AND organisation.slug = $1`,
    [org],
  );
  await pool.end();
}

describeWith(chromium, 'every screen', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let endpoint: string;
  let request: number;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfHostileNames),
      startTestBrowser(program),
    ]);
    const { context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
    const own = `${installation.url}/settings/v1/organisations/${installation.org}`;
    const make = async (path: string, data: object) => {
      const made = await context.request.post(`${own}/${path}`, { data });
      expect([made.status(), made.ok() || (await made.text())]).toEqual([201, true]);
      return (await made.json()) as { id: string; number: number };
    };
    await make('api-tokens', { name: hostileName, scopes: ['settings'] });
    await make('projects/shop/environments/production/api-keys', { name: hostileName });
    const url = 'https://93.184.216.34/hook';
    ({ id: endpoint } = await make('webhook-endpoints', { url, events: ['feature.updated'] }));
    const changes = [{ method: 'PATCH', path: 'features/hostile', body: { description: 'Proposed' } }];
    const proposal = { title: hostileName, description: hostileName, changes };
    ({ number: request } = await make('projects/shop/change-requests', proposal));
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const addressOf = (path: string) => {
    const params: Readonly<Record<string, string>> = {
      org: installation.org,
      project: 'shop',
      feature: 'hostile',
      env: 'production',
      segment: 'canada',
      endpoint,
      number: String(request),
    };
    const filled = path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const value = params[name];
      if (value === undefined) throw new Error(`The test has no ${name} for ${path}.`);
      return value;
    });
    return installation.url + filled;
  };

  it.each(['viewer', 'member', 'admin', 'owner'])(
    'opens for a %s, with names that are hostile',
    async (role) => {
      const { page } = await openPageSignedIn(browser, installation, installation.emailOf(role));
      const main = page.getByRole('main');
      const heading = main.getByRole('heading', { level: 1 });
      const alert = main.getByRole('alert');
      const problems: unknown[] = [];
      for (const screen of screens) {
        await page.goto(addressOf(screen));
        // A failure is shown as an alert; endTest throws for errors, foreign requests and violations of the policy.
        await heading.or(alert).first().waitFor({ timeout: 30_000 });
        await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
        const found = {
          headings: await heading.count(),
          alerts: await alert.allTextContents(),
          hasTitle: (await page.title()).endsWith(' · Bunting'),
          wider: await page.evaluate<number>(wider),
        };
        const wanted = { headings: 1, alerts: [], hasTitle: true, wider: 0 };
        if (!isDeepStrictEqual(found, wanted)) problems.push({ screen, ...found });
        // An owner sees the most.
        if (role === 'owner') await inspect(page);
      }
      expect(problems).toEqual([]);
    },
  );

  it('that lists ten thousand features leads to the last, and is as it was after Back', async () => {
    const { page, context } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
    const projects = `${installation.url}/settings/v1/organisations/${installation.org}/projects`;
    expect((await context.request.post(projects, { data: { slug: 'many' } })).status()).toBe(201);
    await fill(installation.org);
    await page.goto(`${installation.url}/o/${installation.org}/p/many/features`);
    const count = (text: string) => page.getByText(text, { exact: true }).waitFor();
    await count('10,000 features');
    const last = page.getByRole('link', { name: 'feature-10000' });
    // As whoever keeps a finger on End.
    await page.evaluate<unknown>(`(async () => {
      const end = performance.now() + 60_000;
      while (!document.querySelector('[data-slug="feature-10000"]')) {
        if (performance.now() > end) throw new Error('feature-10000 was not loaded within a minute.');
        scrollTo(0, document.body.scrollHeight);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })()`);
    const isInSight = async () => (await last.boundingBox())!.y < 800;
    expect(await isInSight()).toBe(true);
    // The rows before it have the place that they had: the page is as high as all of them.
    expect(await page.evaluate('document.querySelector("tbody").offsetHeight')).toBe(530_000);
    await last.click();
    await page.getByRole('heading', { name: 'feature-10000', level: 1 }).waitFor();
    await page.goBack();
    await last.waitFor();
    expect(await isInSight()).toBe(true);
    await page.getByRole('searchbox', { name: 'Search features' }).fill('feature-077');
    await count('100 features');
    await page.getByRole('link', { name: 'feature-07700' }).click();
    await page.getByRole('heading', { name: 'feature-07700', level: 1 }).waitFor();
    await page.goBack();
    await count('100 features');
  });
});
