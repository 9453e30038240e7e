/** Issue 34, A1 and A3: the built client in two tabs of Chromium, of which the one that has the stream stops running in every way that there is. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureBuilt, until } from '@bunting/testing';
import {
  chromium,
  startTestBrowser,
  startTestSite,
  type BrowserContext,
  type Page,
  type TestBrowser,
  type TestSite,
} from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { documentWith, keys, startClientInstallation, type ClientInstallation } from './installation.ts';
import { openShop, shopPage, shows } from './shop-page.ts';

describeWith(chromium, 'two tabs of Chromium', (program) => {
  let services: ClientInstallation;
  let site: TestSite;
  let browser: TestBrowser;
  let users = 0;
  let user: { id: string };

  beforeAll(async () => {
    await ensureBuilt();
    [services, site, browser] = await Promise.all([
      startClientInstallation(),
      startTestSite({
        '/': shopPage,
        '/other': '<!doctype html><title>Other</title>',
        '/client/': new URL('../dist/esm/', import.meta.url),
      }),
      startTestBrowser(program, { separateTabs: true }),
    ]);
  });
  beforeEach(() => void (user = { id: `tab-${++users}` }));
  afterEach(() => browser.endTest());
  afterEach(async () => {
    await until(async () => (await openStreams()) === 0);
    services.gateway.decide = () => 'forward';
    services.gateway.seen.splice(0);
    await services.apply(documentWith('off'));
  });
  afterAll(async () => {
    await browser?.stop();
    await site?.stop();
    await services?.stop();
  });

  const following = () => ({ url: services.gateway.url, key: keys.shop, user, follows: true });
  const openStreams = () => services.syncApi.metric('bunting_stream_connections{kind="client"}');
  const statusesOf = (page: Page) => page.evaluate<string[]>('statuses');

  /** Opens two tabs; the first one has the stream. */
  async function openTabs(expected: readonly RegExp[] = []) {
    const context = await browser.newContext({ expected });
    const first = await openShop(context, site.url, following());
    await until(async () => (await openStreams()) === 1);
    const second = await openShop(context, site.url, following());
    // It waits for the lock.
    await until(() =>
      second.evaluate<boolean>('navigator.locks.query().then(({ pending }) => pending.length > 0)'),
    );
    return { context, first, second };
  }
  /** Stops a page as a debugger does: nothing of it runs, and it is not told. Returns what lets it run again. */
  async function halt(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
    const session = await context.newCDPSession(page);
    await session.send('Debugger.enable');
    const paused = new Promise<void>((resolve) => void session.once('Debugger.paused', () => resolve()));
    await page.evaluate('setTimeout(() => { debugger; }); undefined');
    await paused;
    return () => session.send('Debugger.resume');
  }

  /** Expects that the second tab shows a change and is ready. */
  async function expectChangeIn(second: Page): Promise<void> {
    await services.apply(documentWith('on'));
    await shows(second, 'on');
    await until(() => second.evaluate<boolean>(`flags.status === 'ready'`));
  }

  it('the first follows a link, as to a page from which one comes back', async () => {
    const { first, second } = await openTabs();
    await first.evaluate(`location.href = '/other'; undefined`);
    await first.waitForURL('**/other');
    await expectChangeIn(second);
    await first.goBack();
    await shows(first, 'on');
  });

  // The headless shell has no such cache and freezes nothing, so the test tells the page what a browser tells it, and keeps it from running.
  it.each([
    ['waits in the back/forward cache', 'pagehide', 'pageshow'],
    ['is frozen by the browser', 'freeze', 'resume'],
  ])('the first %s, and shows what changed when it runs again', async (_name, stop, start) => {
    const { context, first, second } = await openTabs();
    const target = stop === 'freeze' ? 'document' : 'window';
    const tell = (type: string) => first.evaluate(`${target}.dispatchEvent(new Event('${type}')); undefined`);
    await tell(stop);
    expect(await first.evaluate('flags.status')).toBe('stale');
    const run = await halt(context, first);
    await expectChangeIn(second);
    await run();
    await tell(start);
    await shows(first, 'on');
    await until(async () => (await statusesOf(first)).join(' ') === 'ready stale ready');
    expect(await openStreams()).toBe(1);
  });

  it('the first shows a dialog', async () => {
    const { first, second } = await openTabs();
    const opened = first.waitForEvent('dialog');
    first.on('dialog', () => {});
    await first.evaluate(`setTimeout(() => alert('x')); undefined`);
    const dialog = await opened;
    await expectChangeIn(second);
    await dialog.accept();
    await shows(first, 'on');
    await until(async () => (await openStreams()) === 1);
    await services.apply(documentWith('off'));
    await Promise.all([shows(first, 'off'), shows(second, 'off')]);
    expect(await first.evaluate('errors')).toEqual([]);
  });

  it('the first waits in a debugger', async () => {
    const { context, first, second } = await openTabs();
    const run = await halt(context, first);
    await expectChangeIn(second);
    await run();
    await shows(first, 'on');
    await until(async () => (await openStreams()) === 1);
    expect(await first.evaluate('flags.status')).toBe('ready');
  });

  it('the first has a task that does not end', async () => {
    const { first, second } = await openTabs();
    // It ends by itself long after the second has taken over.
    await first.evaluate(
      'setTimeout(() => { for (const end = Date.now() + 40_000; Date.now() < end; ); }); undefined',
    );
    await expectChangeIn(second);
    await first.close();
  });

  it('the first crashes', async () => {
    const { context, first, second } = await openTabs([/^crash: /]);
    const session = await context.newCDPSession(first);
    const crashed = first.waitForEvent('crash');
    void session.send('Page.crash').catch(() => {}); // it cannot answer any more
    await crashed;
    await expectChangeIn(second);
  });

  it('the first is closed', async () => {
    const { first, second } = await openTabs();
    await first.close();
    await expectChangeIn(second);
    expect(await statusesOf(second)).toEqual(['ready']);
  });

  it('both are offline, and then not', async () => {
    const { context, first, second } = await openTabs([/ERR_INTERNET_DISCONNECTED/]);
    await context.setOffline(true);
    expect(await first.evaluate('flags.refresh()')).toBe('stale');
    await services.apply(documentWith('on'));
    await context.setOffline(false);
    await Promise.all([shows(first, 'on'), shows(second, 'on')]);
    await until(async () => (await openStreams()) === 1);
    expect(await first.evaluate('flags.status')).toBe('ready');
  });

  describe('a key is refused, and the page may read that', () => {
    const refusals: [string, number, string][] = [
      ['an unknown or revoked key', 401, 'unauthorized'],
      ['a server key', 403, 'key_kind_insufficient'],
      ['an origin that is not allowed', 403, 'origin_not_allowed'],
      ['a suspended organisation', 403, 'organisation_suspended'],
    ];
    it.each(refusals)('%s: it is failed, and asks no more', async (_name, status, code) => {
      services.gateway.decide = () => ({
        status,
        headers: { 'access-control-allow-origin': '*', 'content-type': 'application/json' },
        body: JSON.stringify({ error: 'Refused.', code }),
      });
      const context = await browser.newContext({ expected: [new RegExp(`status of ${status}`)] });
      const page = await openShop(context, site.url, following());
      expect(await page.evaluate('[flags.status, errors]')).toEqual(['failed', ['refused']]);
      // A network that is back has a client ask at once that takes the refusal for a broken one.
      await page.evaluate(`dispatchEvent(new Event('online')), flags.on('change', () => {}), flags.ready()`);
      expect(services.gateway.seen.map((each) => `${each.method} ${each.path} ${each.status}`)).toEqual([
        `POST /v1/evaluations ${status}`,
      ]);
      services.gateway.decide = () => 'forward';
      expect(await page.evaluate('flags.refresh()')).toBe('ready');
    });
  });
});
