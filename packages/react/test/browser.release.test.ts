/** The hooks in pages of Chromium, with React 18 and 19 as they are in development: every complaint of React in the console fails the test. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { chromium, startTestBrowser, type Page, type TestBrowser } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { bundlePage, type PageBundle } from './bundle-page.ts';
import { startReactSite, type ReactSite } from './react-site.ts';

const user = (id: string) => JSON.stringify({ user: { id } });

describeWith(chromium, 'in Chromium', (program) => {
  let browser: TestBrowser;
  beforeAll(async () => void (browser = await startTestBrowser(program)));
  afterAll(() => browser?.stop());

  describe.each(['18', '19'] as const)('React %s', (version) => {
    let bundle: PageBundle;
    let site: ReactSite;
    beforeAll(async () => void (bundle = await bundlePage(version)));
    beforeEach(async () => void (site = await startReactSite(bundle)));
    afterEach(() => browser.endTest());
    afterEach(() => site.stop());

    async function open(path = '/', expected: readonly RegExp[] = []): Promise<Page> {
      const context = await browser.newContext({ expected });
      const page = await context.newPage();
      await page.goto(`${site.url}${path}`);
      return page;
    }
    const shows = (page: Page, id: string, text: string) =>
      page.locator(`#${id}`).getByText(text, { exact: true }).waitFor();
    const texts = async (page: Page) => (await page.locator('output').allInnerTexts()).join(' | ');
    const renders = (page: Page) => page.evaluate<string[]>('lab.record.renders.splice(0)');
    /** Renders, and waits until the result is shown. */
    async function render(page: Page, call: string): Promise<void> {
      await page.evaluate(call);
      await page.locator('#root:not(:empty)').waitFor();
    }
    /** Waits until all pending effects have run. */
    const settle = (page: Page) =>
      page.evaluate('new Promise((end) => requestAnimationFrame(() => setTimeout(end)))');

    describe('a page that a server has rendered', () => {
      it('shows the same values from the first moment on, and asks nobody for them', async () => {
        site.values = { banner: 'sale', layout: 'one-page', limits: { steps: 3 } };
        const page = await open();
        await page.evaluate('lab.hydrate(lab.open({ bootstrap }))');
        await until(() => site.streams() === 1);
        await settle(page);
        expect(await page.evaluate('texts')).toEqual(['sale']);
        expect(await texts(page)).toBe('sale | one-page | {"steps":3} | sale bootstrap false | ready');
        expect(site.evaluations()).toEqual([]);
      });

      it('takes over what the server has rendered although newer values were there before, and shows these then', async () => {
        site.values = { banner: 'sale', limits: { steps: 3 } };
        const page = await open();
        site.values = { banner: 'winter sale', limits: { steps: 4 } };
        await page.evaluate('lab.open({ bootstrap }).refresh()');
        await page.evaluate('lab.hydrate(flags)');
        await shows(page, 'banner', 'winter sale');
        expect(await page.evaluate('texts')).toEqual(['sale', 'winter sale']);
        expect(await texts(page)).toBe(
          'winter sale | classic | {"steps":4} | winter sale network false | ready',
        );
      });

      it('takes over what the server has rendered although the storage has other values, and an override', async () => {
        site.values = { banner: 'of the last visit' };
        const page = await open();
        await page.evaluate('lab.open().ready()');
        site.values = { banner: 'sale' };
        await page.reload();
        await page.evaluate('lab.hydrate(lab.open({ bootstrap, overrides: { layout: "mine" } }))');
        await shows(page, 'layout', 'mine');
        expect(await page.evaluate('texts')).toEqual(['sale']);
      });

      it('shows a change that the stream tells of', async () => {
        site.values = { banner: 'sale' };
        const page = await open();
        await page.evaluate('lab.hydrate(lab.open({ bootstrap }))');
        await until(() => site.streams() === 1);
        site.change({ banner: 'sold out' });
        await shows(page, 'banner', 'sold out');
        expect(await page.evaluate('texts')).toEqual(['sale', 'sold out']);
      });

      it('of fallbacks takes over these, and shows the stored values then', async () => {
        site.values = { banner: 'sale' };
        const page = await open('/fallbacks');
        await page.evaluate('lab.open().ready()');
        await page.reload();
        site.isAnswering = false;
        await page.evaluate('lab.hydrate(lab.open())');
        await shows(page, 'status', 'stale');
        await shows(page, 'banner', 'sale');
        expect(await page.evaluate('texts')).toEqual(['none', 'sale']);
      });

      it('takes over in strict mode', async () => {
        site.values = { banner: 'sale', limits: { steps: 3 } };
        const page = await open();
        await page.evaluate('lab.hydrate(lab.open({ bootstrap }), lab.Shop, true)');
        await until(() => site.streams() > 0);
        await settle(page);
        expect(await page.evaluate('texts')).toEqual(['sale']);
      });
    });

    describe('a page of its own', () => {
      it('shows stored values at once, and never the fallback', async () => {
        site.values = { banner: 'sale' };
        const page = await open('/empty');
        await page.evaluate('lab.open().ready()');
        await page.reload();
        await render(page, 'lab.render(lab.open())');
        await shows(page, 'status', 'ready');
        expect(await page.evaluate('texts')).toEqual(['sale']);
      });

      it('renders a component again when its own value differs, and only then', async () => {
        site.values = { banner: 'sale', layout: 'one-page', limits: { steps: 3 } };
        const page = await open('/empty');
        await page.evaluate('lab.open().ready()');
        await render(page, 'lab.render(flags)');
        await until(() => site.streams() === 1);
        expect(await renders(page)).toEqual(['banner', 'layout', 'limits', 'details', 'status']);
        site.change({ banner: 'sale', layout: 'classic', limits: { steps: 3 } });
        await shows(page, 'layout', 'classic');
        expect(await renders(page)).toEqual(['layout']);
        site.change({ banner: 'sold out', layout: 'classic', limits: { steps: 3 } });
        await shows(page, 'banner', 'sold out');
        expect((await renders(page)).toSorted()).toEqual(['banner', 'details']);
        site.change({ banner: 'sold out', layout: 'classic', limits: { steps: 4 } });
        await shows(page, 'limits', '{"steps":4}');
        expect([await renders(page), await page.evaluate('lab.record.effects')]).toEqual([
          ['limits'],
          [{ steps: 3 }, { steps: 4 }],
        ]);
      });

      it('keeps a value that is an object the same one while it is equal, also where it is a fallback', async () => {
        const page = await open('/empty');
        await render(page, 'lab.render(lab.open({ offline: true, storage: false }))');
        await page.evaluate('lab.render(flags)');
        await page.evaluate('lab.render(flags)');
        await settle(page);
        expect(await page.evaluate('lab.record.effects')).toEqual([{ steps: 1 }]);
        site.values = { limits: { steps: 2 } };
        await page.evaluate('lab.open().ready()');
        await page.evaluate('lab.render(flags)');
        await shows(page, 'limits', '{"steps":2}');
        await page.evaluate('flags.refresh().then(() => lab.render(flags))');
        await settle(page);
        expect(await page.evaluate('lab.record.effects')).toEqual([{ steps: 1 }, { steps: 2 }]);
      });

      it('may make its client and close it in an effect in strict mode', async () => {
        site.values = { banner: 'sale' };
        const page = await open('/empty');
        expect(await page.evaluate('lab.render(null, lab.OwnClient, true)')).toBeUndefined();
        await shows(page, 'banner', 'sale');
      });

      it('keeps the stream while components make way for others', async () => {
        site.values = { banner: 'sale', layout: 'one-page' };
        const page = await open('/empty');
        await render(page, 'lab.render(lab.open(), lab.Pages)');
        await until(() => site.streams() === 1);
        await page.evaluate('show("layout")');
        await shows(page, 'layout', 'one-page');
        await page.evaluate('show(null)');
        await page.evaluate('show("banner")');
        await shows(page, 'banner', 'sale');
        site.change({ banner: 'sold out' });
        await shows(page, 'banner', 'sold out');
        expect(site.streams()).toBe(1);
      });
    });

    describe('an exposure', () => {
      const exposures = () => site.events().map(({ event, variable }) => `${event} ${variable}`);

      it('is of what is shown, once, in strict mode, too, and an event of the first effect counts for it', async () => {
        site.values = { layout: 'one-page' };
        const page = await open('/empty');
        await page.evaluate('lab.open().ready()');
        await page.evaluate('lab.render(flags, lab.Visit, true)');
        await settle(page);
        await page.evaluate('flags.flush()');
        // The effect of the application runs twice in strict mode.
        expect(exposures()).toEqual(['exposure layout', 'visit layout', 'visit layout']);
        await page.evaluate('flags.refresh()');
        expect(site.evaluations().map(({ read }) => read)).toEqual([{}, { layout: 1 }]);
      });

      it('is not of what renders and is never shown', async () => {
        site.values = { layout: 'one-page' };
        const page = await open('/empty');
        await page.evaluate('lab.open().ready()');
        await render(page, 'lab.render(flags, lab.NeverShown)');
        await shows(page, 'waits', 'waits');
        await settle(page);
        await page.evaluate('flags.flush().then(() => flags.refresh())');
        expect([await renders(page), exposures(), site.evaluations().at(-1)!.read]).toEqual([
          expect.arrayContaining(['layout']),
          [],
          {},
        ]);
      });

      it('is also of another user who gets the same value', async () => {
        site.values = { layout: 'one-page' };
        const page = await open('/empty');
        await page.evaluate(`lab.open(${user('two')}).ready()`);
        await page.evaluate(`lab.open(${user('one')}).ready()`);
        await page.evaluate('lab.render(flags, lab.Visit)');
        await settle(page);
        await page.evaluate('flags.identify({ id: "two" })');
        await page.evaluate('flags.track("order"), flags.flush()');
        expect(site.events().map((each) => `${each.event} ${each.user.id}`)).toEqual([
          'exposure one',
          'visit one',
          'exposure two',
          'order two',
        ]);
      });

      it('is of a value that arrives while it is shown', async () => {
        site.values = { layout: 'one-page' };
        const page = await open('/empty');
        await render(page, 'lab.render(lab.open())');
        await shows(page, 'layout', 'one-page');
        site.change({ layout: 'classic' });
        await shows(page, 'layout', 'classic');
        await page.evaluate('flags.flush()');
        expect(exposures()).toEqual(['exposure layout', 'exposure layout']);
      });
    });

    describe('suspend', () => {
      it('waits for the first answer', async () => {
        site.values = { banner: 'sale', layout: 'one-page' };
        const page = await open('/empty');
        await page.evaluate('lab.render(lab.open(), lab.Waiting)');
        await shows(page, 'banner', 'sale');
        await shows(page, 'layout', 'one-page');
        expect(await page.evaluate('texts')).toEqual(['sale']);
      });

      it('waits a second at most, and the fallback is shown then', async () => {
        site.isAnswering = false;
        const page = await open('/empty');
        await page.evaluate('lab.render(lab.open(), lab.Waiting)');
        await shows(page, 'waits', 'waits');
        await shows(page, 'banner', 'none');
        expect(await page.evaluate('flags.status')).toBe('loading');
        // It has waited once.
        await page.evaluate('lab.render(flags, lab.Shop)');
        await page.evaluate('lab.render(flags, lab.Waiting)');
        await settle(page);
        expect(await page.locator('#waits').count()).toBe(0);
      });

      it('does not wait where there are values', async () => {
        site.isAnswering = false;
        site.values = { banner: 'sale' };
        const page = await open();
        await page.evaluate('lab.render(lab.open({ bootstrap }), lab.Waiting)');
        await shows(page, 'banner', 'sale');
        expect(await page.locator('#waits').count()).toBe(0);
      });
    });

    it('without a provider variables are their fallbacks, and the console says so once', async () => {
      const page = await open('/empty', [/no BuntingProvider found/]);
      const warnings: string[] = [];
      page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())));
      await render(page, 'lab.render(undefined, lab.WithoutProvider, true)');
      await settle(page);
      expect(await texts(page)).toBe(
        'none | classic | {"steps":1} | none fallback true | failed | {"version":0,"results":{}}',
      );
      expect(warnings).toHaveLength(1);
    });

    it('the provider of tests has the values that it is given, and changes them', async () => {
      const page = await open('/empty');
      await render(page, 'lab.renderTest({ banner: "sale", limits: { steps: 2 } })');
      await shows(page, 'banner', 'sale');
      await renders(page);
      await page.evaluate('lab.renderTest({ layout: "one-page", limits: { steps: 2 } })');
      await shows(page, 'layout', 'one-page');
      await shows(page, 'banner', 'none');
      expect(await texts(page)).toBe('none | one-page | {"steps":2} | none fallback true | ready');
      expect(await page.evaluate('lab.record.effects')).toEqual([{ steps: 2 }]);
    });
  });
});
