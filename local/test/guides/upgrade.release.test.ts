/** Does what docs/operate/upgrades.md says of `npm start`, with its commands, between two commits whose schemas differ. */
import { afterAll, expect } from '@jest/globals';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { itWith } from '@bunting/testing/requirements';
import { demo } from '../installation/demo.ts';
import { makeDataParent } from '../make-data-parent.ts';
import { readBlocks, repository } from '../pages/read-blocks.ts';
import { freePorts } from '../start-command.ts';
import { runBlocks } from './run-blocks.ts';

const page = 'docs/operate/upgrades.md';
const git = (cwd: string, ...words: string[]) =>
  execFileSync('git', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the commit before the newest migration; undefined in a clone without it. */
function findCommitBefore(): string | undefined {
  try {
    const migrated = git(repository, 'log', '-1', '--format=%H', '--', 'prisma/migrations');
    return git(repository, 'rev-parse', `${migrated}^`);
  } catch {
    return undefined;
  }
}

// On a disk: two builds have gigabytes.
const folder = await makeDataParent('bunting-upgrade-', '/var/tmp');
const ports = await freePorts();
const address = `http://127.0.0.1:${ports['PORT']}`;
const checkout = join(folder, 'bunting');
/** One document for both: the next release may have another demo, which would be applied over what the test served. */
const document = join(folder, 'shop.yaml');
let running: ChildProcess | undefined;

/** Runs the block with `npm start` in the checkout, until Bunting is ready. */
async function start(): Promise<void> {
  const { code } = readBlocks(page).find(({ name }) => name === `${page} sh 5`)!;
  running = spawn('bash', ['-c', code.replace('npm start', 'exec npm start')], {
    cwd: checkout,
    env: { PATH: process.env['PATH'], HOME: folder, DEMO_TRAFFIC: 'off', BOOTSTRAP_FILE: document, ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [running!.stdout!, running!.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ctrl-C')) resolve();
      });
    }
    running!.once('close', () => reject(new Error(output)));
  });
  await ready;
}

async function stop(): Promise<void> {
  const ended = running && once(running, 'close');
  running?.kill('SIGTERM');
  await ended;
  running = undefined;
}

const checkOut = (block: number) =>
  runBlocks(page, [block], { folder, cwd: checkout, programs: {}, env: {} });

async function readBanner(): Promise<unknown> {
  const answer = await fetch(`${address}/v1/variables/banner-text`, {
    method: 'POST',
    headers: { 'X-API-Key': demo.environmentKey },
    body: '{}',
  });
  return ((await answer.json()) as { value: unknown }).value;
}

async function serveBanner(variation: string): Promise<void> {
  const path =
    '/settings/v1/organisations/acme/projects/shop/features/banner/environments/production/defaults';
  const { status } = await fetch(address + path, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${demo.token}` },
    body: JSON.stringify({ 'banner-text': variation }),
  });
  expect(status).toBe(200);
}

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

itWith(
  { name: 'a clone with its history', found: findCommitBefore() },
  'each release serves what the other one wrote, after an upgrade and after going back',
  async (before) => {
    const origin = join(folder, 'origin.git');
    git(folder, 'clone', '--quiet', '--bare', repository, origin);
    git(origin, 'tag', 'v0.1.0', before);
    git(origin, 'tag', 'v0.2.0', git(repository, 'rev-parse', 'HEAD'));
    git(folder, 'clone', '--quiet', origin, checkout);
    git(checkout, 'checkout', '--quiet', 'v0.1.0');
    await copyFile(join(checkout, 'local/demo.yaml'), document);
    await start();
    await serveBanner('free-shipping');
    await stop();

    await checkOut(4);
    await start();
    expect(await readBanner()).toBe('Free shipping from 50');
    await serveBanner('friendly');
    await stop();

    await checkOut(8);
    await start();
    expect(await readBanner()).toBe('Welcome back!');
  },
  1_800_000,
);
