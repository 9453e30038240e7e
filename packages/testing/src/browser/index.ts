/**
 * Pages in a real browser, for what only a browser shows. A file of tests starts one browser; each test opens contexts, and fails for everything
 * that its pages complain of and that it does not expect:
 *
 * ```ts
 * describeWith(chromium, 'the shop in Chromium', (program) => {
 *   let browser: TestBrowser;
 *   let site: TestSite;
 *   beforeAll(async () => {
 *     browser = await startTestBrowser(program);
 *     site = await startTestSite({ '/': '<!doctype html>…', '/client/': new URL('../dist/esm/', import.meta.url) });
 *   });
 *   afterEach(() => browser.endTest());
 *   afterAll(() => Promise.all([browser.stop(), site.stop()]));
 *
 *   it('shows the banner', async () => {
 *     const context = await browser.newContext();
 *     const page = await context.newPage();
 *     await page.goto(site.url);
 *     await page.getByText('Sale').waitFor();
 *   });
 * });
 * ```
 *
 * `describeWith` is of `/requirements`. Pages and contexts are Playwright's. The workspace's types know no DOM, so that code for the page is text:
 * `page.evaluate<boolean>('flags.value("banner", false)')`. A test that counts requests at a server must not use `route`: Playwright then answers
 * preflights itself. No page of Playwright is ever hidden.
 */
export { chromium, startTestBrowser, type ContextOptions, type TestBrowser } from './test-browser.ts';
export { startTestSite, type TestSite } from './test-site.ts';
export type { BrowserContext, Frame, Page } from 'playwright-core';
