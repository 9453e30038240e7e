// `npm run console:pictures`: takes the screenshots in docs/pictures from `npm start` with its demo, light and dark. A new screen is a line
// in `screens`.
import { mkdir, mkdtemp, chmod, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestBrowser } from '@bunting/testing/browser';
import { freePorts, runStart } from '../../../local/test/start-command.ts';

const shop = '/o/acme/p/shop';
const user = new URLSearchParams({ user: '{"id": "u-1", "country": "CA"}' }).toString();

/** Name of the file → where it is. */
const screens = {
  features: `${shop}/features`,
  targeting: `${shop}/features/checkout/env/production`,
  explain: `${shop}/explain?variable=checkout-layout&env=production#${user}`,
  segments: `${shop}/segments`,
  environments: `${shop}/environments`,
  'audit-log': '/o/acme/audit-log',
};

const viewport = { width: 1280, height: 800 };
/** The limit of one picture: people fetch all of them with the repository. */
const maxBytes = 150_000;

/** Credentials of local/demo.yaml. */
const owner = { email: 'owner@acme.example', password: 'correct horse battery staple' };

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));
await mkdir(folder, { recursive: true });
const dataParent = await mkdtemp(join(tmpdir(), 'bunting-pictures-'));
await chmod(dataParent, 0o755); // for the user that PostgreSQL runs as
const ports = await freePorts();
const installation = runStart({ ...ports, DATA_DIR: join(dataParent, 'data') });
let browser;
try {
  await installation.ready;
  browser = await startTestBrowser();
  for (const colorScheme of ['light', 'dark'])
    await takeAll(`http://localhost:${ports['PORT']}`, colorScheme);
  await browser.endTest();
} finally {
  await browser?.stop();
  installation.send('SIGTERM');
  await installation.ended;
  await rm(dataParent, { recursive: true, force: true });
}

async function takeAll(url, colorScheme) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  const answer = await context.request.post(`${url}/settings/v1/session`, { data: owner });
  if (!answer.ok()) throw new Error(`${owner.email} cannot sign in: ${answer.status()}`);
  for (const [name, path] of Object.entries(screens)) {
    const page = await context.newPage();
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await page.evaluate('document.fonts.ready');
    const picture = await page.screenshot();
    if (picture.byteLength > maxBytes)
      throw new Error(`${name} has ${picture.byteLength} bytes: at most ${maxBytes}.`);
    await writeFile(join(folder, `${name}-${colorScheme}.png`), picture);
    await page.close();
  }
}
