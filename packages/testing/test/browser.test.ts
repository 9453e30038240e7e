/** A warning or error of a page fails its test. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  chromium,
  startTestBrowser,
  startTestSite,
  type ContextOptions,
  type TestBrowser,
  type TestSite,
} from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';

const failures = new URL('../../../test-failures/', import.meta.url);

describeWith(chromium, 'a browser for tests', (program) => {
  let browser: TestBrowser;
  let site: TestSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([
      startTestBrowser(program),
      startTestSite({ '/': '<!doctype html><title>Page</title>', '/files/': new URL('.', import.meta.url) }),
    ]);
  });
  afterEach(() => browser.endTest());
  afterAll(async () => {
    await Promise.all([browser?.stop(), site?.stop()]);
    for (const name of existsSync(failures) ? readdirSync(failures) : [])
      if (name.startsWith('a-browser-for-tests-')) rmSync(new URL(name, failures), { recursive: true });
  });

  /** Runs code in a page. Resolves with what fails the test, line by line. */
  async function problemsOf(code: string, expected: readonly RegExp[] = []): Promise<string[]> {
    const page = await (await browser.newContext({ expected })).newPage();
    await page.goto(site.url);
    await page.evaluate(code);
    const ended = browser.endTest();
    return ended.then(
      () => [],
      (error: Error) => error.message.split('\n'),
    );
  }

  it('lets a test pass whose page is content', async () => {
    expect(
      await problemsOf(
        `console.log('well'); fetch('/files/browser.test.ts').then((answer) => answer.text())`,
      ),
    ).toEqual([]);
  });

  it.each([
    ['a warning', `console.warn('careful')`, 'console.warning: careful'],
    ['an error that is logged', `console.error('no')`, 'console.error: no'],
    [
      'an error that nobody caught',
      `setTimeout(() => { throw new Error('lost') }); new Promise((done) => setTimeout(done))`,
      'error: Error: lost',
    ],
    [
      'a promise that nobody caught',
      `void Promise.reject(new Error('lost')); new Promise((done) => addEventListener('unhandledrejection', () => setTimeout(done)))`,
      'error: Error: lost',
    ],
    [
      'an answer that is missing',
      `fetch('/nothing')`,
      'console.error: Failed to load resource: the server responded with a status of 404',
    ],
  ])('fails it for %s', async (_, code, problem) => {
    expect((await problemsOf(code))[0]).toContain(problem);
  });

  it('fails it for a request to another machine, which nobody gets', async () => {
    const problems = await problemsOf(`fetch('http://192.0.2.1/a').catch(() => {})`);
    expect(problems[0]).toBe('request elsewhere: GET http://192.0.2.1/a');
    expect(problems[1]).toContain('ERR_NAME_NOT_RESOLVED');
  });

  it('keeps a picture of each page and a trace of each context of a test that fails', async () => {
    const problems = await problemsOf(`console.warn('careful')`);
    const name =
      'a-browser-for-tests-keeps-a-picture-of-each-page-and-a-trace-of-each-context-of-a-test-that-fails';
    expect(problems.at(-1)).toBe(`Pictures and traces are in test-failures/${name}.`);
    const folder = new URL(`${name}/`, failures);
    expect(readdirSync(folder)).toEqual(['context-1-page-1.png', 'context-1-trace.zip']);
    expect(readFileSync(new URL('context-1-page-1.png', folder)).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('lets a test expect complaints, and fails it if they do not come', async () => {
    expect(await problemsOf(`console.warn('careful')`, [/careful/])).toEqual([]);
    expect(await problemsOf('0', [/careful/])).toEqual([
      'no page complained of /careful/',
      expect.stringMatching(/^Pictures and traces are in /),
    ]);
  });

  it('has contexts that know nothing of each other', async () => {
    const open = async () => {
      const page = await (await browser.newContext()).newPage();
      await page.goto(site.url);
      return page;
    };
    const [one, other] = [await open(), await open()];
    await one.evaluate(`localStorage.setItem('a', '1')`);
    expect(await other.evaluate('localStorage.length')).toBe(0);
  });

  describe('used again for a site', () => {
    const open = async (options: ContextOptions = {}) => {
      const context = await browser.newContext({ reusedFor: site.url, ...options });
      const page = await context.newPage();
      await page.goto(site.url);
      return { context, page };
    };

    it('a context has nothing of the test before: no page, cookie, storage or route, and it is online', async () => {
      const { context: first, page } = await open({ expected: [/careful/] });
      await first.addCookies([{ name: 'a', value: '1', url: site.url }]);
      await page.evaluate(`localStorage.setItem('a', '1'); sessionStorage.setItem('a', '1')`);
      await page.evaluate(`console.warn('careful')`);
      await first.route('**/files/*', (route) => route.abort());
      await first.setOffline(true);
      await browser.endTest();

      const { context, page: next } = await open();
      expect(context).toBe(first);
      expect(page.isClosed()).toBe(true);
      expect(await context.cookies()).toEqual([]);
      expect(await next.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      expect(await next.evaluate(`fetch('/files/browser.test.ts').then(({ status }) => status)`)).toBe(200);
      await browser.endTest();
    });

    it('a context runs its script in every page, and another one does not get it', async () => {
      const { page } = await open({ initScript: 'window.isPrepared = true' });
      expect(await page.evaluate('window.isPrepared')).toBe(true);
      await browser.endTest();
      expect(await (await open()).page.evaluate(`'isPrepared' in window`)).toBe(false);
    });

    it('a context fails the test that has it, and is closed then', async () => {
      const { context: first, page } = await open();
      await page.evaluate(`console.warn('careful')`);
      await expect(browser.endTest()).rejects.toThrow('console.warning: careful');
      expect((await open()).context).not.toBe(first);
    });
  });
});
