// Pages in Chromium with @bunting/client and its stream, from another origin.
const load = (path) => import(new URL(`../../${path}`, import.meta.url).href);

/** Keeps each value with the time at which the application was called, and resolves `has(value)` with that. */
const html = `<!doctype html><title>Page</title><script type="module">
import { createClient } from '/client/index.js';
const { options, key } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const flags = createClient(options);
const times = new Map();
const waiting = new Map();
flags.on('change', () => {
  const at = performance.timeOrigin + performance.now();
  const value = flags.value(key, '');
  times.set(value, at);
  waiting.get(value)?.(at);
});
window.has = (value) => times.get(value) ?? new Promise((resolve) => waiting.set(value, resolve));
window.ready = flags.ready();
</script>`;

/** Returns the path of a Chromium. Throws if there is none, before anything is measured. */
export async function requireChromium() {
  const { findChromium } = await load('packages/embedded-servers/dist/index.js');
  const program = findChromium();
  if (program) return program;
  throw new Error(
    'This benchmark needs Chromium: apt-get install chromium-headless-shell, or name one in CHROMIUM. Nothing was measured.',
  );
}

/** Opens a page for each installation: the addresses of a sync-api and an eval-api, which it reaches by one address of their own. */
export async function openPages(program, installations, { key, user, variable }) {
  const { findFreePort } = await load('packages/embedded-servers/dist/index.js');
  const { openGateway } = await load('local/dist/gateway/gateway.js');
  const { startTestBrowser, startTestSite } = await load('packages/testing/dist/browser/index.js');
  const folder = new URL('../../packages/client/dist/esm/', import.meta.url);
  const site = await startTestSite({ '/': html, '/client/': folder });
  const browser = await startTestBrowser(program);
  const gateways = [];
  const pages = [];
  for (const { syncPort, evalPort } of installations) {
    const port = await findFreePort();
    gateways.push(
      await openGateway(port, [
        { path: '/v1/evaluations', port: evalPort },
        { path: '/v1/events', port: evalPort }, // nothing is sent there
        { path: '/v1/stream', port: syncPort },
      ]),
    );
    const context = await browser.newContext();
    const page = await context.newPage();
    const options = { url: `http://127.0.0.1:${port}`, key, user, exposures: 'off', storage: false };
    await page.goto(`${site.url}/#${encodeURIComponent(JSON.stringify({ options, key: variable }))}`);
    const status = await page.evaluate('ready');
    if (status !== 'ready') throw new Error(`A page has no values: ${status}`);
    pages.push({ has: (value) => page.evaluate(`has(${JSON.stringify(value)})`) });
  }
  return {
    pages,
    async close() {
      await browser.endTest();
      await browser.stop();
      await site.stop();
      for (const gateway of gateways) await gateway.stop();
    },
  };
}
