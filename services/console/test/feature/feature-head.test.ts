/** The head of a feature: its status, its details, its name, and how it is deleted. */
import { beforeAll, expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect, openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the head of a feature', (program) => {
  const { installation, browser } = useConsole(program);
  let features: string;
  let settings: string;
  beforeAll(() => {
    features = `/o/${installation.org}/p/shop/features`;
    settings = `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features`;
  });
  const open = async (path: string, role = 'owner', options = {}) => {
    const { page, context } = await openPageSignedIn(browser, installation, installation.emailOf(role), {
      isLive: true,
      ...options,
    });
    // From then on, the page follows changes of others.
    const followed = page.waitForResponse((response) => response.url().endsWith('/changes'));
    await page.goto(installation.url + features + path);
    await followed;
    return { page, request: context.request };
  };

  it('tells what is served then, before the status changes', async () => {
    const { page } = await open('/checkout/env/production');
    await page.getByRole('button', { name: 'Status: Live' }).click();
    await page.getByRole('menuitem', { name: /^Complete/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Complete New checkout?' });
    await dialog.getByText(/checkout-enabled/).waitFor();
    await dialog.getByText('feature checkout: status live → complete').waitFor();
    const touched = dialog.getByRole('region', { name: 'Affected environments' });
    await touched.getByText('Production: checkout').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Complete in Production' }).click();
    await page.getByText(/^Complete\. Everyone gets /).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Status: Live' }).waitFor();
  });

  it('says who owns the feature, how it is filed and where more is said of it', async () => {
    const { page, request } = await open('/checkout/env/staging', 'owner', { expected: [/status of 412/] });
    const edit = async () => {
      await page.getByRole('button', { name: 'Actions for New checkout' }).click();
      await page.getByRole('menuitem', { name: 'Edit details…' }).click();
    };
    await edit();
    await page.getByLabel('Owners').fill(`${installation.emailOf('admin')}, @acme/checkout`);
    await page.getByLabel('Tags').fill('payments web');
    await page.getByLabel(/^Links/).fill('https://wiki.example/checkout The plan');
    const end = page.getByLabel('Expected end date', { exact: true });
    await end.fill('soon');
    await page.getByRole('button', { name: 'Save' }).click();
    await end.and(page.locator(':focus')).waitFor();
    await page.getByText('Use 28 Nov 2026 or 2026-11-28.').waitFor();
    await end.fill('31 Dec 2030');
    await page.getByText('Use 28 Nov 2026 or 2026-11-28.').waitFor({ state: 'detached' });
    await inspect(page);
    await page.getByRole('button', { name: 'Save' }).click();
    const about = page.getByRole('list', { name: 'About this feature' });
    await about.getByText('@acme/checkout').waitFor();
    await about.getByText('Expected end: 31 Dec 2030').waitFor();
    await about.getByRole('link', { name: 'payments' }).waitFor();
    expect(await about.getByRole('link', { name: 'The plan' }).getAttribute('href')).toBe(
      'https://wiki.example/checkout',
    );
    // A concurrent save is not overwritten, although the page shows it by then, and typed text stays.
    await edit();
    await page.getByLabel('Tags').fill('mine');
    await request.patch(`${settings}/checkout`, { data: { tags: ['theirs'], kind: 'operational' } });
    await page.getByText('theirs', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByText('owner saved 1 change').waitFor();
    await alert.getByText(/tags.*theirs/).waitFor();
    await alert.getByRole('row', { name: 'Tags theirs mine' }).waitFor();
    await inspect(page);
    await alert.getByRole('button', { name: 'Keep mine' }).click();
    await alert.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Tags').inputValue()).toBe('mine');
    expect(await page.getByLabel('Kind').inputValue()).toBe('operational');
    await page.getByRole('button', { name: 'Save' }).click();
    await about.getByRole('link', { name: 'mine' }).click();
    await page.waitForURL(`${installation.url}${features}?tag=mine`);
    await page.getByRole('link', { name: 'New checkout' }).waitFor();
  });

  it('is renamed, and its address with it, once the difference was seen that a new slug makes; deleting asks for the slug where a protected environment serves it', async () => {
    const { page, request } = await open('/checkout/env/production', 'owner', {
      expected: [/status of (409|412)/],
    });
    await page.getByRole('button', { name: 'Actions for New checkout' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    // Somebody is faster: theirs can be left as it is.
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await request.patch(`${settings}/checkout`, { data: { name: 'Theirs' } });
    await page.getByRole('button', { name: 'Rename' }).click();
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.getByRole('row', { name: 'Name Theirs Mine' }).waitFor();
    await alert.getByRole('button', { name: 'Use theirs' }).click();
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Theirs');
    await page.getByLabel('Name', { exact: true }).fill('Till');
    // A slug that is taken is marked before anything is saved.
    await page.getByRole('textbox', { name: 'Slug' }).fill('hostile');
    await page.getByRole('button', { name: 'Review' }).click();
    await alert.waitFor();
    await page.getByRole('textbox', { name: 'Slug' }).fill('till');
    await page.getByRole('button', { name: 'Review' }).click();
    const naming = page.getByRole('dialog', { name: 'Rename Theirs' });
    await naming.getByText('feature till: slug checkout → till').waitFor();
    const touched = naming.getByRole('region', { name: 'Affected environments' });
    await touched.getByText('Production: checkout').waitFor();
    await inspect(page);
    expect((await request.get(`${settings}/till`)).status()).toBe(404);
    // Later edits have another difference.
    await page.getByRole('textbox', { name: 'Slug' }).fill('tills');
    await naming.getByRole('button', { name: 'Review' }).waitFor();
    await page.getByRole('textbox', { name: 'Slug' }).fill('till');
    await naming.getByRole('button', { name: 'Review' }).click();
    await naming.getByRole('button', { name: 'Rename in Production' }).click();
    await page.waitForURL(`${installation.url}${features}/till/env/production`);
    await page.getByRole('heading', { name: 'Till', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Actions for Till' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Till?' });
    await dialog.getByText('It is served in Production (protected).').waitFor();
    await inspect(page);
    await dialog.getByLabel('Type till to delete it').fill('till');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('link', { name: 'Till' }).waitFor();
  });

  it('saves a dialog that was opened before the page had read the last save', async () => {
    const { page } = await open('/hostile/env/production', 'owner');
    const rename = async (name: string) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: 'Rename…' }).click();
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('button', { name: 'Rename', exact: true }).click();
      await page.getByText(`Renamed to “${name}”`).waitFor();
    };
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/features/hostile', async (route) => {
      if (route.request().method() === 'GET') await isAnswered;
      await route.fallback();
    });
    await rename('First');
    await rename('Second');
    answer();
  });

  it('closes no other dialog and opens no page if its dialog was closed while it was saved', async () => {
    const { page } = await open('/hostile/env/production', 'owner');
    /** Runs `save`; the request waits until the returned function lets it be answered. */
    async function saveSlowly(save: () => Promise<void>): Promise<() => void> {
      let answer = () => {};
      const isAnswered = new Promise<void>((resolve) => (answer = resolve));
      const isSave = (method: string, url: string) => method === 'PATCH' && !url.includes('dry_run');
      await page.route('**/features/hostile**', async (route) => {
        if (isSave(route.request().method(), route.request().url())) await isAnswered;
        await route.fallback();
      });
      const sent = page.waitForRequest((each) => isSave(each.method(), each.url()));
      await save();
      await sent;
      await page.getByRole('button', { name: 'Cancel' }).click();
      return answer;
    }
    const openDialog = async (item: string) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await openDialog('Rename…');
    await page.getByLabel('Name', { exact: true }).fill('Friendly');
    const answerName = await saveSlowly(() => page.getByRole('button', { name: 'Rename' }).click());
    await openDialog('Edit details…');
    await page.getByLabel('Tags').fill('typed');
    answerName();
    await page.getByText('Renamed to “Friendly”').waitFor();
    expect(await page.getByLabel('Tags').inputValue()).toBe('typed');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await openDialog('Rename…');
    await page.getByLabel('Name', { exact: true }).fill('Friendlier');
    await page.getByRole('textbox', { name: 'Slug' }).fill('friendly');
    await page.getByRole('button', { name: 'Review' }).click();
    const answerSlug = await saveSlowly(() => page.getByRole('button', { name: /^Rename/ }).click());
    await page.getByRole('link', { name: 'Features', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Features', level: 1 }).waitFor();
    answerSlug();
    await page.getByText('Renamed to “Friendlier”').waitFor();
    await page.getByRole('link', { name: 'Friendlier' }).waitFor();
    expect(page.url()).toBe(`${installation.url}${features}`);
  });

  it('is a member’s to read where a protected environment serves the feature', async () => {
    const { page } = await open('/till/env/staging', 'member');
    await page.getByRole('button', { name: 'Actions for Till' }).click();
    const refused = page.getByRole('menuitem', { name: 'Delete…' });
    await refused.getByText('It is served in Production').waitFor();
  });
});
