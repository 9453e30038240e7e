/** From an empty installation to the first evaluation seen (console.md §6, screen 2), in Chromium and by the programs that it prints. */
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith, itWith, programRequirement } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn, password, startOwnConsoleInstallation } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

const run = promisify(execFile);
/** Needs nothing else than its language. */
const optional = (program: string) => ({
  ...programRequirement(program),
  isOptionalBecause: 'a program that is printed needs it alone',
});

/** Returns the output of a program in a file. */
async function printed(code: string, file: string, command: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'first-run-')), file);
  await writeFile(path, code);
  return (await run(command, [path])).stdout.trim();
}
const document = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      members: ['viewer', 'owner'].map((role) => ({
        email: `${role}@acme.example`,
        name: role,
        role,
        password,
      })),
    },
  ],
} as const;

describeWith(chromium, 'the first run', (program) => {
  const settings = { SIGN_UP: 'open', CREATE_ORGANISATIONS: 'anyone' };
  const { installation, browser } = useConsole(program, () =>
    startOwnConsoleInstallation(document, { settings, evaluates: true }),
  );

  /** Opens a page of somebody who has just signed up. */
  const signUp = async (name: string, options = {}) => {
    const { page, context } = await openPageSignedIn(browser, installation, undefined, options);
    const data = { email: `${name}@new.example`, name, password };
    expect((await context.request.post(`${installation.url}/settings/v1/accounts`, { data })).status()).toBe(
      201,
    );
    await page.goto(installation.url);
    return { page, context };
  };
  const make = async (page: Page, noun: string, name: string) => {
    await page.getByLabel(`${noun[0]!.toUpperCase()}${noun.slice(1)} name`).fill(name);
    await page.getByRole('button', { name: `Create ${noun}` }).click();
  };
  const snippetOf = async (page: Page, language: string) => {
    const text = await page
      .getByRole('group', { name: `Evaluate with ${language}`, exact: true })
      .textContent();
    return text!;
  };

  it('leads a newcomer from signing up to the first evaluation, and on to a rule that is served', async () => {
    const { page } = await openPageSignedIn(browser, installation, undefined, {
      isLive: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${installation.url}/sign-up`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail address').fill('ada@new.example');
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Get your first flag running' }).waitFor();
    // Without polls, the stream of changes alone tells of the first evaluation.
    await page.evaluate(
      'const every = setInterval; window.setInterval = (run, ms) => (ms < 1_000 ? every(run, ms) : 0)',
    );
    await inspect(page);
    await make(page, 'organisation', 'Initech');
    await make(page, 'project', 'Shop');
    await page.waitForURL(`${installation.url}/o/initech/p/shop/start`);
    await page.getByText('Production (protected)').waitFor();
    await make(page, 'feature', 'Greeting');
    await page.getByRole('button', { name: 'Create a server key for staging' }).click();
    await page.getByText('Copy the key before you leave.').waitFor();
    await page.getByText('Waiting for the first evaluation…').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Node.js', exact: true }).click();
    const code = await snippetOf(page, 'Node.js');
    await page.getByRole('group', { name: 'Evaluate with Node.js', exact: true }).focus();
    await page.keyboard.press('Control+c');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(code);
    expect(await printed(code, 'first.mjs', process.execPath)).toBe('Hello');
    const four = /'X-API-Key': '\S*(\S{4})'/.exec(code)![1]!;
    await page
      .getByText(new RegExp(`greeting evaluated \\d+ s ago with key …${four} in staging: Hello, default`))
      .waitFor();
    await inspect(page);
    await page.getByRole('link', { name: 'Target some of your users' }).click();
    await page.getByRole('heading', { name: 'Greeting', level: 1 }).waitFor();
    // Also where the feature was asked for before: a new key is asked about until it is used itself.
    await page.goBack();
    await page.getByRole('button', { name: 'Create a server key for staging' }).click();
    await page.getByText('Copy the key before you leave.').waitFor();
    await page.getByRole('link', { name: 'Target some of your users' }).click();
    await page.getByRole('dialog', { name: 'Leave without the key?' }).waitFor();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    // A rule of an environment that is not protected: the difference stands in the bar.
    await page.getByRole('heading', { name: 'Targeting in Staging' }).waitFor();
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText('rule 1: added').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved greeting in Staging').waitFor();
    await until(async () => (await printed(code, 'first.mjs', process.execPath)) === 'Good day');
  });

  it('goes on with a project of which something could not be made', async () => {
    const { page } = await signUp('barbara', { expected: [/status of 503/] });
    await make(page, 'organisation', 'Hooli');
    // A moment of the server that no test can cause.
    let isAway = true;
    await page.route('**/projects/app/environments', (route) =>
      isAway && route.request().postData()?.includes('staging')
        ? route.fulfill({ status: 503, json: { error: 'Away.' } })
        : route.continue(),
    );
    await make(page, 'project', 'App');
    await page.waitForURL(`${installation.url}/o/hooli/p/app/start`);
    await page.getByText('Production (protected)').waitFor();
    isAway = false;
    await page.getByRole('button', { name: 'Create staging' }).click();
    await page.getByRole('button', { name: 'Create staging' }).waitFor({ state: 'detached' });
    await page.getByText('Staging', { exact: true }).waitFor();
  });

  it('keeps what is done, asks before a key leaves with the page, and goes on where it was left', async () => {
    const { page } = await signUp('grace');
    await make(page, 'organisation', 'Globex');
    await make(page, 'project', 'App');
    await make(page, 'feature', 'Greeting');
    await page.getByRole('button', { name: 'Create a server key for staging' }).click();
    await page.getByText('Copy the key before you leave.').waitFor();
    const text = await snippetOf(page, 'cURL');
    await page.getByRole('link', { name: 'Features' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Leave without the key?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await snippetOf(page, 'cURL')).toBe(text);
    await page.getByRole('link', { name: 'Features' }).first().click();
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Connect an app' }).click();
    await page.getByText('Waiting for the first evaluation…').waitFor();
    expect(await snippetOf(page, 'cURL')).toContain('YOUR-KEY');
    // The start of the console leads back to the setup until an app evaluates, or until the user skips it.
    await page.goto(installation.url);
    await page.getByText('Waiting for the first evaluation…').waitFor();
    await page.getByRole('link', { name: 'Skip setup' }).click();
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    await page.goto(installation.url);
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
  });

  it('offers the next slug where one is taken', async () => {
    const { page } = await signUp('linus', { expected: [/status of 409/] });
    await page.getByLabel('Organisation name').fill('Acme');
    await page.getByLabel('URL slug').fill(installation.org);
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await page.getByText(`An organisation "${installation.org}" already exists.`).waitFor();
    const slug = page.getByLabel('URL slug');
    await slug.and(page.locator(':focus')).waitFor();
    const top = async (label: string) => (await page.getByLabel(label).boundingBox())!.y;
    expect(await top('URL slug')).toBe(await top('Organisation name'));
    await inspect(page);
    await page.getByRole('button', { name: `Use ${installation.org}-2 instead` }).click();
    await slug.and(page.locator(':focus')).waitFor();
    expect(await slug.inputValue()).toBe(`${installation.org}-2`);
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await page.getByLabel('Project name').waitFor();
  });

  describe('prints a program', () => {
    let codes: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const { page } = await openPageSignedIn(browser, installation, installation.emailOf('owner'));
      await page.goto(installation.url);
      await make(page, 'project', 'Docs');
      await make(page, 'feature', 'Greeting');
      const found: Record<string, string> = {};
      for (const language of ['cURL', 'Python', 'Go', 'Browser']) {
        await page.getByRole('button', { name: language, exact: true }).click();
        const button = page.getByRole('button', { name: /^Create a (server|client) key/ });
        if (['cURL', 'Browser'].includes(language)) await button.click();
        await page.getByText('Copy the key before you leave.').waitFor();
        found[language] = await snippetOf(page, language);
      }
      codes = found;
    });
    itWith(optional('curl'), 'for curl that runs as it is', async () => {
      const { stdout } = await run('sh', ['-c', codes['cURL']!]);
      expect(JSON.parse(stdout)).toMatchObject({ value: 'Hello', reason: 'default_variation' });
    });

    itWith(optional('python3'), 'in Python that runs as it is', async (python) => {
      expect(await printed(codes['Python']!, 'first.py', python)).toBe('Hello');
    });

    it('in Go, with the same key and address', () => {
      const [, key] = /X-API-Key: (\S+)'/.exec(codes['cURL']!)!;
      expect(codes['Go']).toContain(`request.Header.Set("X-API-Key", "${key}")`);
      expect(codes['Go']).toContain(`${installation.url}/v1/variables/greeting`);
    });

    it('for a page, with a key that may be public', async () => {
      const { page } = await openPageSignedIn(browser, installation, undefined);
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      const [, body] = /^<script type="module">\n([\s\S]*)<\/script>$/.exec(codes['Browser']!)!;
      await page.goto(`${installation.url}/sign-in`);
      await page.evaluate<unknown>(`(async () => { ${body} })()`);
      expect(said).toEqual(['Hello']);
    });
  });

  it('sends a viewer to an admin for a key, and shows how to ask all the same', async () => {
    const { page } = await openPageSignedIn(browser, installation, installation.emailOf('viewer'));
    await page.goto(`${installation.url}/o/${installation.org}/p/docs/start?language=python`);
    await page
      .getByRole('button', { name: /Create a server key for staging *, not possible: Only admins/ })
      .waitFor();
    expect(await snippetOf(page, 'Python')).toContain('YOUR-KEY');
    await inspect(page);
  });

  it('while the management API is away, rows are shown as of the last answer, and steps that are done stay done', async () => {
    const { page } = await openPageSignedIn(browser, installation, installation.emailOf('owner'), {
      expected: [/Failed to load resource/],
    });
    await page.goto(`${installation.url}/o/${installation.org}/p/docs/features`);
    await page.getByRole('link', { name: 'Greeting' }).waitFor();
    await page.goto(`${installation.url}/o/${installation.org}/p/docs/start`);
    await page.getByText('greeting evaluated').waitFor();
    await page.getByRole('link', { name: 'Features', exact: true }).click();
    await page.getByRole('link', { name: 'Greeting' }).waitFor();
    await page.getByRole('button', { name: /^Greeting in Staging/ }).click();
    const off = page.getByRole('button', { name: 'Switch off in Staging' });
    await off.waitFor();
    await installation.settingsApi.stop('SIGKILL');
    await off.click();
    // The write failed, and what is shown could not be read anew.
    await page
      .getByText(/Showing data as of \d\d:\d\d. Evaluation continues/)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Greeting' }).waitFor();
    await page.goBack();
    await page.getByText('greeting evaluated').waitFor();
  });
});
