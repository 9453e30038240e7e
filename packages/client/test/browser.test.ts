/** The built client in pages of Chromium, against eval-api, ingest-api and sync-api behind one address, which is another origin. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ensureBuilt, until } from '@bunting/testing';
import {
  chromium,
  startTestBrowser,
  startTestSite,
  type Page,
  type TestBrowser,
  type TestSite,
} from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { documentWith, keys, startClientInstallation, type ClientInstallation } from './installation.ts';
import { hashText, openShop, sandboxPage, shopPage, shows, showsSomething } from './shop-page.ts';

describeWith(chromium, 'in Chromium', (program) => {
  let services: ClientInstallation;
  let site: TestSite;
  let browser: TestBrowser;
  let users = 0;
  /** Nobody whom another test knows. */
  let user: { id: string };

  beforeAll(async () => {
    await ensureBuilt();
    [services, site, browser] = await Promise.all([
      startClientInstallation(),
      startTestSite({
        '/': shopPage,
        '/sandbox': sandboxPage,
        '/other': '<!doctype html><title>Other</title>',
        '/client/': new URL('../dist/esm/', import.meta.url),
      }),
      startTestBrowser(program),
    ]);
  });
  beforeEach(() => void (user = { id: `browser-${++users}` }));
  afterEach(() => browser.endTest());
  afterEach(async () => {
    await until(async () => (await openStreams()) === 0);
    services.gateway.seen.splice(0);
    await services.apply(documentWith('off'));
  });
  afterAll(async () => {
    await browser?.stop();
    await site?.stop();
    await services?.stop();
  });

  const optionsOf = (more: object = {}) => ({ url: services.gateway.url, key: keys.shop, user, ...more });
  const following = () => optionsOf({ follows: true });
  const asked = () => services.gateway.seen.map(({ method, path }) => `${method} ${path}`);
  const seen = () => services.gateway.seen.map(({ method, path, status }) => `${method} ${path} ${status}`);
  const streamsSeen = () => services.gateway.seen.filter(({ path }) => path === '/v1/stream').length;
  const openStreams = () => services.syncApi.metric('bunting_stream_connections{kind="client"}');
  const hasStream = () => until(async () => (await openStreams()) === 1);
  const errorsOf = (page: Page) => page.evaluate<string[]>('errors');

  it('the first value is one request without a preflight, and the next visit has it at once', async () => {
    await services.apply(documentWith('on'));
    const context = await browser.newContext();
    const page = await openShop(context, site.url, optionsOf());
    await shows(page, 'on');
    expect(await page.evaluate('first')).toEqual(['loading', false]);
    expect(seen()).toEqual(['POST /v1/evaluations 200']);
    await page.reload();
    await showsSomething(page);
    expect(await page.evaluate('[first, flags.status]')).toEqual([['stale', true], 'ready']);
    expect(seen()).toEqual(['POST /v1/evaluations 200', 'POST /v1/evaluations 304']);
  });

  it('a change arrives by the stream, and the page shows it, without a preflight', async () => {
    const context = await browser.newContext();
    const page = await openShop(context, site.url, following());
    await hasStream();
    await services.apply(documentWith('on'));
    await shows(page, 'on');
    expect(await page.evaluate('changes')).toEqual(['banner']);
    expect(seen().filter((each) => !/^POST \/v1\/evaluations (200|304)$/.test(each))).toEqual([
      'GET /v1/stream 200',
    ]);
  });

  it('two tabs have one stream, and when the tab that has it is closed the other one takes over', async () => {
    const context = await browser.newContext();
    const first = await openShop(context, site.url, following());
    await hasStream();
    const second = await openShop(context, site.url, following());
    await services.apply(documentWith('on'));
    await Promise.all([shows(first, 'on'), shows(second, 'on')]);
    expect([streamsSeen(), await openStreams()]).toEqual([1, 1]);
    await first.close();
    // Nobody listens, perhaps, when this happens.
    await services.apply(documentWith('off'));
    await shows(second, 'off');
    await until(async () => streamsSeen() === 2 && (await openStreams()) === 1);
    await services.apply(documentWith('on'));
    await shows(second, 'on');
  });

  it('a tab that ceases to follow leaves the stream to another one', async () => {
    const context = await browser.newContext();
    const first = await openShop(context, site.url, following());
    await hasStream();
    const second = await openShop(context, site.url, following());
    await first.evaluate('flags.close()');
    await until(async () => streamsSeen() === 2 && (await openStreams()) === 1);
    await services.apply(documentWith('on'));
    await shows(second, 'on');
    expect(await first.evaluate('changes')).toEqual([]);
  });

  it('seven tabs over HTTP/1.1 stay usable', async () => {
    const context = await browser.newContext();
    const pages = await Promise.all(
      Array.from({ length: 7 }, () => openShop(context, site.url, following())),
    );
    await hasStream();
    const statuses = await Promise.all(pages.map((page) => page.evaluate('flags.refresh()')));
    expect(statuses).toEqual(pages.map(() => 'ready'));
    await services.apply(documentWith('on'));
    await Promise.all(pages.map((page) => shows(page, 'on')));
    expect(streamsSeen()).toBe(1);
  });

  it('seven tabs without locks stay usable, because those that are hidden have no stream', async () => {
    const context = await browser.newContext();
    // To Playwright's pages the browser says that they are visible.
    await context.addInitScript(
      `Object.defineProperty(document, 'visibilityState', { get: () => window.state ?? 'visible' })`,
    );
    const turn = (page: Page, state: string) =>
      page.evaluate(`window.state = '${state}'; document.dispatchEvent(new Event('visibilitychange'))`);
    const pages: Page[] = [];
    for (let n = 0; n < 7; n++) {
      pages.push(await openShop(context, `http://shop.test:${site.port}`, following()));
      await hasStream();
      if (n < 6) await turn(pages[n]!, 'hidden');
    }
    const statuses = await Promise.all(pages.map((page) => page.evaluate('flags.refresh()')));
    expect(statuses).toEqual(pages.map(() => 'ready'));
    await services.apply(documentWith('on'));
    await shows(pages[6]!, 'on');
    await turn(pages[0]!, 'visible');
    await shows(pages[0]!, 'on');
  });

  it('events of a page that is left arrive by a beacon', async () => {
    const context = await browser.newContext();
    const page = await openShop(context, site.url, optionsOf());
    // In one turn, so that they cannot be sent before.
    await page.evaluate(`flags.track('left', { variable: 'banner' }); location.href = '/other'; undefined`);
    await until(async () => (await services.storedOf(user.id)).length > 0);
    expect(await services.storedOf(user.id)).toEqual([
      { event: 'left', variable: 'banner', variation: 'off', verified: false },
    ]);
    expect(asked()).toEqual(['POST /v1/evaluations', 'POST /v1/events']);
  });

  it('events of a tab that is closed arrive, in as many beacons as they need', async () => {
    const context = await browser.newContext();
    const opener = await context.newPage();
    await opener.goto(`${site.url}/other`);
    const opening = context.waitForEvent('page');
    await opener.evaluate(`open('/${hashText(optionsOf())}'); undefined`);
    const page = await opening;
    await showsSomething(page);
    const closed = page.waitForEvent('close');
    const tracking = page.evaluate(
      `for (let n = 0; n < 40; n++) flags.track('closed ' + n, { variable: 'banner' }); close()`,
    );
    await Promise.all([closed, tracking.catch(() => {})]); // the page may be gone before it answers
    await until(async () => (await services.storedOf(user.id)).length === 40);
    expect(asked()).toEqual(['POST /v1/evaluations', 'POST /v1/events', 'POST /v1/events']);
  });

  it('events are stored, verified', async () => {
    const context = await browser.newContext();
    const page = await openShop(context, site.url, optionsOf());
    await page.evaluate(`flags.value('layout', false), flags.track('order', { value: 12.5 })`);
    expect(await page.evaluate('flags.flush()')).toBe(true);
    expect(await services.storedOf(user.id)).toMatchObject([
      { event: 'exposure', variable: 'layout', verified: true },
      { event: 'order', variable: 'layout', verified: true },
    ]);
  });

  it('where the storage is blocked, and locks too, values, changes and events come all the same', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.url}/sandbox${hashText(following())}`);
    await until(() => page.frames().length === 2);
    const frame = page.frames()[1]!;
    await showsSomething(frame);
    await expect(frame.evaluate('localStorage')).rejects.toThrow('SecurityError');
    await hasStream();
    await services.apply(documentWith('on'));
    await shows(frame, 'on');
    await frame.evaluate(`flags.track('order', { variable: 'banner' })`);
    expect(await frame.evaluate('flags.flush()')).toBe(true);
    expect(await frame.evaluate('[flags.status, errors]')).toEqual(['ready', []]);
    expect(await services.storedOf(user.id)).toHaveLength(1);
  });

  it('in a page without TLS, which has no locks, values, changes and events come all the same', async () => {
    const context = await browser.newContext();
    const page = await openShop(context, `http://shop.test:${site.port}`, following());
    expect(await page.evaluate('[isSecureContext, typeof navigator.locks]')).toEqual([false, 'undefined']);
    await hasStream();
    await services.apply(documentWith('on'));
    await shows(page, 'on');
    await page.evaluate(`flags.track('order', { variable: 'banner' })`);
    expect(await page.evaluate('flags.flush()')).toBe(true);
    expect([await errorsOf(page), await services.storedOf(user.id)]).toMatchObject([
      [],
      [{ event: 'order' }],
    ]);
  });

  it('where events are blocked evaluation is untouched, and none is lost when they are not any more', async () => {
    const context = await browser.newContext({ expected: [/ERR_BLOCKED_BY_CLIENT/] });
    await context.route('**/v1/events?**', (route) => route.abort('blockedbyclient'));
    const page = await openShop(context, site.url, following());
    await hasStream();
    await page.evaluate(
      `flags.track('one', { variable: 'banner' }), flags.track('two', { variable: 'banner' })`,
    );
    expect(await page.evaluate('flags.flush()')).toBe(false);
    expect(await page.evaluate('flags.flush()')).toBe(false);
    await services.apply(documentWith('on'));
    await shows(page, 'on');
    expect(await page.evaluate('[flags.status, errors]')).toEqual(['ready', ['events']]);
    await context.unroute('**/v1/events?**');
    expect(await page.evaluate('flags.flush()')).toBe(true);
    expect((await services.storedOf(user.id)).map(({ event }) => event)).toEqual(['one', 'two']);
  });

  it('a page that was offline asks when it is online', async () => {
    const context = await browser.newContext({ expected: [/ERR_INTERNET_DISCONNECTED/] });
    const page = await openShop(context, site.url, optionsOf());
    await context.setOffline(true);
    expect(await page.evaluate('flags.refresh()')).toBe('stale');
    await context.setOffline(false);
    await until(() => page.evaluate(`flags.status === 'ready'`));
    expect(await errorsOf(page)).toEqual(['unavailable']);
  });
});
