import type { BrowserContext, Frame, Page } from '@bunting/testing/browser';

/** A page that shows `banner`, and keeps what its test asks for. Its options are in the fragment of its address. */
export const shopPage = `<!doctype html>
<html lang="en"><title>Shop</title><p>The banner is <output id="banner"></output></p>
<script type="module">
import { createClient } from '/client/index.js';
const options = JSON.parse(decodeURIComponent(location.hash.slice(1)));
window.errors = [];
window.changes = [];
window.flags = createClient({ ...options, onError: ({ code }) => errors.push(code) });
const show = () => (banner.textContent = flags.value('banner', false) ? 'on' : 'off');
window.statuses = [];
flags.on('status', (status) => statuses.push(status));
window.first = [flags.status, flags.value('banner', false)];
await flags.ready();
show();
window.follow = () => flags.on('change', (keys) => (changes.push(...keys), show()));
if (options.follows) follow();
</script></html>`;

/** The same page within another one, where it has neither a storage nor locks. */
export const sandboxPage = `<!doctype html>
<html lang="en"><title>Sandbox</title><script type="module">
const frame = document.createElement('iframe');
frame.sandbox = 'allow-scripts';
frame.src = '/' + location.hash;
document.body.append(frame);
</script></html>`;

/** As much of the options as is JSON; `follows` = the page shows changes. */
export interface ShopOptions {
  readonly url: string;
  readonly key: string;
  readonly user?: object;
  readonly follows?: boolean;
}

export const hashText = (options: ShopOptions) => `#${encodeURIComponent(JSON.stringify(options))}`;

/** Opens a tab, and resolves when it shows a value. */
export async function openShop(context: BrowserContext, site: string, options: ShopOptions): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}/${hashText(options)}`);
  await showsSomething(page);
  return page;
}

export async function showsSomething(page: Page | Frame): Promise<void> {
  await page.locator('#banner:not(:empty)').waitFor();
}

export async function shows(page: Page | Frame, banner: 'on' | 'off'): Promise<void> {
  await page.locator('#banner').getByText(banner, { exact: true }).waitFor();
}
