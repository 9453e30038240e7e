/** Explain in Chromium: why somebody gets something. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { chromium, startTestBrowser, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import {
  inspect,
  openPageSignedIn,
  startConsoleInstallation,
  type ConsoleInstallation,
} from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';

const hashOf = (user: object) => `#${new URLSearchParams({ user: JSON.stringify(user) }).toString()}`;

describeWith(chromium, 'explain', (program) => {
  let installation: ConsoleInstallation;
  let browser: TestBrowser;
  let project: string;
  beforeAll(async () => {
    [installation, browser] = await Promise.all([
      startConsoleInstallation(documentOfConsole),
      startTestBrowser(program),
    ]);
    project = `/o/${installation.org}/p/shop`;
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await browser?.stop();
    await installation?.stop();
  });
  const open = async (path: string, who = 'owner', options = {}) => {
    const opened = await openPageSignedIn(browser, installation, installation.emailOf(who), options);
    await opened.page.goto(installation.url + project + path);
    return opened;
  };
  const layout = '/explain?variable=checkout-layout&env=production';

  it('writes into the address what this browser has chosen, so that whoever is sent it sees the same', async () => {
    const { page } = await open('/explain', 'owner', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('region', { name: 'Explanation' }).waitFor();
    const { searchParams, hash } = new URL(page.url());
    expect(searchParams.get('env')).toBe('production');
    expect(searchParams.get('variable')).not.toBeNull();
    expect(new URLSearchParams(hash.slice(1)).get('user')).toContain('CA');
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied the link.').waitFor();
    expect(new URL(await page.evaluate<string>('navigator.clipboard.readText()')).href).toBe(page.url());
    // The palette leads to the same question in another environment.
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).fill('staging');
    await page.getByRole('option', { name: 'Staging staging' }).first().click();
    await page.waitForURL(/env=staging/);
    expect(new URL(page.url()).hash).toBe(hash);
  });

  it('begins with an example user of the project, and answers as one types; the user stays behind the #', async () => {
    const { page } = await open(layout);
    const answer = page.getByRole('region', { name: 'Explanation' });
    await answer.getByText('Rule 1 “Half of Canada” serves').waitFor();
    expect(await page.getByLabel('country', { exact: true }).inputValue()).toBe('CA');
    await page.getByLabel('country', { exact: true }).fill('NZ');
    await answer.getByText('No rule matched, so the user gets the default.').waitFor();
    await answer.getByText('"classic"').waitFor();
    await answer.getByText('saw "NZ"').waitFor();
    await inspect(page);
    expect(page.url()).toContain('#user=');
    await page.reload();
    expect(await page.getByLabel('country', { exact: true }).inputValue()).toBe('NZ');
  });

  it('shows seven steps with the one that decided, what each condition saw, and the bucket on the split', async () => {
    const { page } = await open(layout + hashOf({ id: 'user-123', country: 'CA' }));
    const answer = page.getByRole('region', { name: 'Explanation' });
    await answer.getByText(/^Rule 1 “Half of Canada” serves .*\(Decided\)$/).waitFor();
    await answer.getByText(/^checkout-layout is a variable of checkout/).waitFor();
    await answer.getByText(/^Default: Off \(Not evaluated\)$/).waitFor();
    await answer.getByText('saw "CA"').waitFor();
    await answer.getByText(/^Bucket [\d,]+ of 100,000 by user_id: Off from 0 to 49999/).waitFor();
    await inspect(page);
    await answer.getByRole('link', { name: 'canada', exact: true }).click();
    await page.getByRole('heading', { name: 'Canada', level: 1 }).waitFor();
    await page.goBack();
    await page.setViewportSize({ width: 1280, height: 300 });
    await answer.getByRole('link', { name: 'Half of Canada' }).click();
    // Scrolled to and marked, although its page is drawn later than the address changes.
    const rule = page.locator('[id^="rule-"][aria-current="location"]');
    await rule.waitFor();
    expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  });

  it('takes custom attributes as fields, any user as JSON, and remembers whom it explained', async () => {
    const { page } = await open(layout + hashOf({ id: 'u-json' }));
    await page.getByRole('button', { name: 'Add attribute' }).click();
    await page.getByLabel('Attribute 2').fill('plan');
    await page.getByLabel('plan', { exact: true }).fill('pro');
    await page.getByRole('button', { name: 'JSON' }).click();
    const json = page.getByLabel('User as JSON');
    expect(JSON.parse(await json.inputValue())).toEqual({ id: 'u-json', custom_data: { plan: 'pro' } });
    await json.fill('{"id": ');
    await page.getByText('Not valid JSON').waitFor();
    await page.getByText('The user is not valid yet. This is the last answer').waitFor();
    await page.locator('[data-old="true"]').waitFor();
    await inspect(page);
    await json.fill('{"id": "u-second"}');
    await json.press('Control+Enter');
    await page.getByRole('button', { name: 'Show as cURL' }).click();
    await page.getByRole('group', { name: 'cURL' }).getByText('"id":"u-second"').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${installation.url}${project}${layout}`);
    expect(await page.getByLabel('id', { exact: true }).inputValue()).toBe('u-second');
    await page.getByRole('button', { name: 'Recent' }).click();
    await page.getByRole('menuitem', { name: 'u-second' }).waitFor();
  });

  it('tells the same user of all variables and in every environment, at any time', async () => {
    const { page } = await open(layout + hashOf({ id: 'user-123', country: 'NZ' }));
    await page.getByText('All variables for this user').click();
    await page.getByRole('row', { name: /^checkout-enabled *false *Off *No rule matched/ }).waitFor();
    await page.getByText('The same user in every environment').click();
    await page.getByRole('row', { name: /^Staging *nothing *No targeting here/ }).waitFor();
    await inspect(page);
    await page
      .getByRole('row', { name: /^checkout-enabled/ })
      .getByRole('button')
      .click();
    await page.getByRole('region', { name: 'Explanation' }).getByText('false', { exact: true }).waitFor();
    await page.getByLabel('At', { exact: true }).fill('2027-01-01T12:00');
    await page.getByRole('button', { name: 'Now' }).waitFor();
    expect(page.url()).toMatch(/variable=checkout-enabled.*at=2027-01-01T/);
  });

  it('explains nobody where the user of the address cannot be read, and goes on once it is corrected', async () => {
    const { page } = await open(`${layout}#user=%7B%22id%22%3A%22u-cut`);
    await page.getByText('Can’t read the user of this link.').waitFor();
    expect(await page.getByRole('region', { name: 'Explanation' }).count()).toBe(0);
    expect(await page.getByLabel('User as JSON').inputValue()).toBe('{"id":"u-cut');
    await inspect(page);
    await page.getByLabel('User as JSON').fill('{"id":"u-cut","country":"NZ"}');
    await page.getByRole('region', { name: 'Explanation' }).getByText('saw "NZ"').waitFor();
    expect(new URL(page.url()).hash).toBe(hashOf({ id: 'u-cut', country: 'NZ' }));
  });

  it('dims the answer while another variable is typed, and says how to ask for it', async () => {
    const { page } = await open(layout + hashOf({ id: 'u', country: 'NZ' }));
    const answer = page.getByRole('region', { name: 'Explanation' });
    await answer.getByText('saw "NZ"').waitFor();
    expect(await page.locator('[data-old="false"]').count()).toBe(1);
    await page.getByLabel('Variable', { exact: true }).fill('nope');
    await answer
      .getByText('Press Enter to explain nope. This is the last answer, for checkout-layout.')
      .waitFor();
    await page.locator('[data-old="true"]').waitFor();
    await inspect(page);
    await page.keyboard.press('Enter');
    await answer.getByText('The variable does not exist').waitFor();
    await page.locator('[data-old="false"]').waitFor();
  });

  it('pins the user from here, and the answer follows', async () => {
    const { page } = await open(`/explain?variable=checkout-layout&env=staging${hashOf({ id: 'u-pinned' })}`);
    await page.getByRole('button', { name: 'Override for this user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add overrides in Staging' });
    await dialog.getByRole('radio', { name: 'One page' }).check();
    await dialog.getByText('u-pinned: none → one-page').waitFor();
    await dialog.getByRole('button', { name: 'Save to Staging' }).click();
    await page.getByText(/^Override: One page/).waitFor();
  });

  it('answers as if my unsaved draft had been saved', async () => {
    const { page } = await open('/features/checkout/env/staging');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByLabel('Name of rule 1').fill('Drafted');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    await page.goto(
      `${installation.url}${project}/explain?variable=checkout-layout&env=staging${hashOf({ id: 'u-draft' })}`,
    );
    await page.getByText('With my unsaved changes').click();
    await page.getByText(/^Rule 1 “Drafted” serves Off/).waitFor();
    await inspect(page);
  });

  it('is open to viewers, who are told why they pin nobody', async () => {
    const { page } = await open(layout + hashOf({ id: 'u' }), 'viewer');
    const pin = page.getByRole('button', { name: /^Override for this user.*not possible/ });
    expect(await pin.getAttribute('aria-disabled')).toBe('true');
  });

  it('leaves the last explanation, with its time, while the service is away', async () => {
    const { page, context } = await open(layout + hashOf({ id: 'u', country: 'NZ' }), 'owner', {
      expected: [/ERR_INTERNET_DISCONNECTED/],
    });
    const answer = page.getByRole('region', { name: 'Explanation' });
    await answer.getByText('saw "NZ"').waitFor();
    await context.setOffline(true);
    await page.getByLabel('country', { exact: true }).fill('FR');
    await answer
      .getByText(/Can’t reach Bunting. Showing data as of \d\d:\d\d. Evaluation continues./)
      .waitFor();
    await answer.getByText('saw "NZ"').waitFor();
    await inspect(page);
    await context.setOffline(false);
    // It asks again by itself.
    await answer.getByText('saw "FR"').waitFor();
  });

  it('shows the rules after the one that decides dimmed, with what they would serve; after a pin these are all of them', async () => {
    const { page, context } = await open(
      `/explain?variable=checkout-layout&env=staging${hashOf({ id: 'u-after' })}`,
    );
    const serving = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/checkout/environments/staging`;
    const everybody = (name: string, variation: string) => ({ name, any_of: [], serve: { variation } });
    const canada = { all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] };
    const rules = [
      { ...everybody('Canada', 'one-page'), any_of: [canada] },
      everybody('Everybody', 'off'),
      everybody('Too late', 'one-page'),
      { ...everybody('Disabled', 'one-page'), enabled: false },
    ];
    await context.request.put(`${serving}/targeting`, { data: { enabled: true, rules } });
    await page.reload();
    const answer = page.getByRole('region', { name: 'Explanation' });
    const said = (name: string, text: string) =>
      answer
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name, exact: true }) })
        .getByText(text, { exact: true })
        .waitFor();
    const colours = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('[data-dimmed]')].map((rule) => getComputedStyle(rule).color)`,
      );
    // The colours of console.md §4.
    const [ink, soft] = ['rgb(27, 26, 23)', 'rgb(93, 90, 82)'];
    await said('Canada', 'not matched');
    await said('Everybody', 'Decided: serves Off');
    await said('Too late', 'Would serve One page');
    await said('Disabled', 'disabled');
    expect(await colours()).toEqual([ink, ink, soft, soft]);
    await inspect(page);
    await context.request.put(`${serving}/overrides/u-after`, { data: { variation: 'one-page' } });
    await page.reload();
    await answer.getByText('Override: One page').waitFor();
    await said('Everybody', 'Would serve Off');
    expect(await colours()).toEqual([soft, soft, soft, soft]);
  });

  describe('why does this user get that, in two actions', () => {
    it.each([
      [
        'from a feature',
        '/features/checkout/env/production',
        async (page) => page.getByRole('link', { name: 'Explain', exact: true }).last().click(),
      ],
      [
        'from the palette',
        '/environments',
        async (page) => {
          await page.getByRole('heading', { name: 'Environments', exact: false, level: 1 }).waitFor();
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox', { name: 'Go to' }).fill('explain checkout-ena');
          await page.getByRole('option', { name: 'Explain checkout-enabled' }).click();
        },
      ],
      [
        'from the list',
        '/features',
        async (page) => {
          await page.getByRole('button', { name: /^New checkout in Production/ }).click();
          await page.getByRole('dialog').getByRole('link', { name: 'Explain' }).click();
        },
      ],
    ] as readonly [string, string, (page: Awaited<ReturnType<typeof open>>['page']) => Promise<void>][])(
      '%s: go there, and name the user',
      async (_, path, go) => {
        const { page } = await open(path);
        await go(page);
        await page.getByRole('heading', { name: 'Explain', level: 1 }).waitFor();
        await page.getByLabel('country', { exact: true }).fill('US');
        await page.getByRole('region', { name: 'Explanation' }).getByText('saw "US"').waitFor();
      },
    );
  });
});
