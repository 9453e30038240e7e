import type { BrowserContext, Page } from 'playwright-core';

/** A context that a test has. */
export interface OpenContext {
  readonly context: BrowserContext;
  /** Errors and warnings of its pages in the test. */
  readonly complaints: string[];
  /**
   * For a context that is reused: its key, and a page of the site that stays open, because a process ends with the last page of its site.
   */
  readonly reuse?: { readonly key: string; readonly anchor: Page };
}

/** Creates the pool of a browser's contexts that no test uses. */
export function createReusableContexts() {
  const idle: OpenContext[] = [];
  return {
    /** Takes an idle context for the site, or one that `open` opens. */
    async take(site: string, options: object, open: () => Promise<OpenContext>): Promise<OpenContext> {
      const key = JSON.stringify([site, options]);
      const at = idle.findIndex(({ reuse }) => reuse?.key === key);
      const [found] = at === -1 ? [] : idle.splice(at, 1);
      if (found !== undefined) {
        found.complaints.length = 0;
        await found.context.tracing.startChunk();
        return found;
      }
      const opened = await open();
      const anchor = await opened.context.newPage();
      // The page of the site, because its headers have a say in who shares a process, but without its scripts.
      await anchor.route('**', (route) => {
        const type = route.request().resourceType();
        if (type === 'document') return route.continue();
        return route.fulfill({ contentType: type === 'script' ? 'text/javascript' : 'text/css', body: '' });
      });
      await anchor.goto(site);
      return { ...opened, reuse: { key, anchor } };
    },

    /** Takes away what a test left in its context, so that another one may have it; closes one that is not used again, or cannot be cleaned. */
    async giveBack(opened: OpenContext): Promise<void> {
      const { context, reuse } = opened;
      try {
        if (reuse === undefined) return await context.close();
        await clean(context, reuse.anchor);
        idle.push(opened);
      } catch {
        await context.close();
      }
    },
  };
}

async function clean(context: BrowserContext, anchor: Page): Promise<void> {
  const pages = context.pages().filter((page) => page !== anchor);
  await Promise.all(pages.map((page) => page.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  await anchor.evaluate('localStorage.clear()');
  await context.tracing.stopChunk();
}
