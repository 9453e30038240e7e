// npm run bench:console: what a person with a browser waits for, in a project of 10,000 features: the first page and those after it, a search,
// a saved switch, frames while the list scrolls; and what the page weighs in memory and its server on the machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import {
  createDocument,
  createEnvironmentVariables,
  getMainFile,
  startInstallation,
  untilReady,
} from '../installation.mjs';
import { startNode } from '../evaluate/processes.mjs';
import { requireChromium } from '../propagation/browser.mjs';
import { clickThrough, firstLoad, scrollThrough, search, switchAndSave, warmLoad } from './page.mjs';
import '../../tools/run-typescript.mjs';

const root = new URL('../..', import.meta.url);
const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');
const { openGateway } = await import('../../local/src/gateway/gateway.ts');
const { services } = await import('../../local/src/services.ts');
const { chromium } = createRequire(new URL('packages/testing/package.json', root))('playwright-core');

const featureCount = 10_000;
const rounds = Number(process.env.ROUNDS ?? 7);
const email = 'owner@acme.example';
const password = 'correct horse battery staple';

const program = await requireChromium();

const document = createDocument(featureCount);
const [organisation] = document.organisations;
organisation.members = [{ email, role: 'owner', password }];
organisation.projects[0].environments.push({ slug: 'staging', name: 'Staging', api_keys: [] });

const buildMs = measureBuild();
console.log(`A project of ${featureCount} features, Chromium without a window, ${rounds} rounds of each.`);
const bunting = await startInstallation(document, { service: 'settings-api', isPinned: false });
const consolePort = await findFreePort();
const server = startNode([getMainFile('console')], { env: createEnvironmentVariables(bunting, consolePort) });
const browser = await chromium.launch({
  executablePath: program,
  args: ['--no-sandbox', '--enable-precise-memory-info', '--js-flags=--expose-gc'],
});
try {
  await untilReady(`http://127.0.0.1:${consolePort}/readyz`);
  await run();
} finally {
  await browser.close();
  server.kill('SIGKILL');
  await bunting.stop();
}

async function run() {
  const ports = { 'settings-api': bunting.port, console: consolePort };
  const port = await findFreePort();
  const routes = services.flatMap(({ name, paths }) =>
    ports[name] === undefined ? [] : paths.map((path) => ({ ...path, port: ports[name] })),
  );
  const gateway = await openGateway(port, routes);
  const url = `http://127.0.0.1:${port}`;
  const open = await signedIn(url);
  const measured = { firstLoad: [], warmLoad: [], navigation: [], search: [], save: [] };
  const shifts = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await open();
    const first = await firstLoad(context, url);
    measured.firstLoad.push(first.ms);
    shifts.push(first.shift);
    measured.warmLoad.push(await warmLoad(context, url));
    measured.navigation.push(await clickThrough(first.page));
    measured.search.push(await search(first.page));
    measured.save.push(await switchAndSave(first.page, round));
    await context.close();
    console.log(`  round ${round + 1}: rows were seen after ${first.ms.toFixed(0)} ms`);
  }
  const context = await open();
  const { page } = await firstLoad(context, url);
  const scrolled = await scrollThrough(page, featureCount);
  await gateway.stop();
  print(measured, shifts, scrolled);
}

/** Makes contexts of somebody who has signed in; each is a browser that was never here. */
async function signedIn(url) {
  const first = await browser.newContext();
  const answer = await first.request.post(`${url}/settings/v1/session`, { data: { email, password } });
  if (!answer.ok()) throw new Error(`Nobody could sign in: ${answer.status()}`);
  const storageState = await first.storageState();
  await first.close();
  return () => browser.newContext({ storageState, viewport: { width: 1280, height: 800 } });
}

function print(measured, shifts, { frames, interactionMs, heapBytes, rows }) {
  for (const [name, times] of Object.entries(measured)) {
    const list = times.map((ms) => ms.toFixed(0)).join(' ');
    console.log(`  ${name.padEnd(12)} median ${median(times).toFixed(0)} ms of ${list}`);
  }
  console.log(
    `  ${frames.filter((ms) => ms > 20).length} of ${frames.length} frames took two intervals; frames of ${median(frames).toFixed(1)} ms (median) while ${rows} rows went by`,
  );
  const figure = (name, value, digits, unit) => console.log(`figure ${name} ${value.toFixed(digits)}${unit}`);
  console.log('');
  figure('console_first_load', median(measured.firstLoad), 0, ' ms');
  figure('console_warm_load', median(measured.warmLoad), 0, ' ms');
  figure('console_navigation', median(measured.navigation), 0, ' ms');
  figure('console_search', median(measured.search), 0, ' ms');
  figure('console_save', median(measured.save), 0, ' ms');
  figure('console_frame_p95', percentile(frames, 0.95), 1, ' ms');
  figure('console_interaction_max', interactionMs, 0, ' ms');
  figure('console_layout_shift', Math.max(...shifts), 4, '');
  figure('console_heap', heapBytes / 1e6, 1, ' MB');
  figure('console_build', buildMs / 1000, 1, ' s');
  figure('console_rss', rssOf(server.pid) / 1e6, 1, ' MB');
}

/** Measures the build of the page as `npm start` runs it. */
function measureBuild() {
  const script = fileURLToPath(new URL('services/console/scripts/build.mjs', root));
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [script], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The page could not be built.');
  return performance.now() - startedAt;
}

function rssOf(pid) {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

function median(values) {
  return percentile(values, 0.5);
}

function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
}
