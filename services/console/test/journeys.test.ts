/** What must hold on every screen there is, for everybody who may open it. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { paths } from '../web/ui/paths.ts';
import { openPageOf, startConsoleInstallation, type ConsoleInstallation } from './console-installation.ts';
import { documentOfConsole } from './document.ts';

/**
 * Screens of people who are signed in: a new one is among them by its entry in paths.ts. Those without a session, whose
 * tokens can be used once, are in sign-in.test.ts.
 */
const screens = Object.values(paths).filter((path) => /^\/(o\/|account)/.test(path));

const wider = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

describeWith(chromium, 'every screen', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let endpoint: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    const { context } = await openPageOf(browser, installation, installation.emailOf('owner'));
    const endpoints = `${installation.url}/settings/v1/organisations/${installation.org}/webhook-endpoints`;
    const data = { url: 'https://93.184.216.34/hook', events: ['feature.updated'] };
    const made = await context.request.post(endpoints, { data });
    expect([made.status(), made.ok() || (await made.text())]).toEqual([201, true]);
    endpoint = ((await made.json()) as { id: string }).id;
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
      const { page } = await openPageOf(browser, installation, installation.emailOf(role));
      const main = page.getByRole('main');
      const heading = main.getByRole('heading', { level: 1 });
      const alert = main.getByRole('alert');
      const problems: unknown[] = [];
      for (const screen of screens) {
        await page.goto(addressOf(screen));
        // Whatever fails says so as an alert; endTest throws for errors, foreign requests and what breaks the policy.
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
      }
      expect(problems).toEqual([]);
    },
  );
});
