/** Does what docs/operate/backup-and-restore.md says of `npm start` with the embedded database, with its commands. */
import { afterAll, expect, it } from '@jest/globals';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { demo } from '../installation/demo.ts';
import { makeDataParent } from '../make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from '../start-command.ts';
import { runBlocks } from './run-blocks.ts';

const page = 'docs/operate/backup-and-restore.md';
const folder = await makeDataParent('bunting-data-folder-');
const ports = await freePorts();
const shop = `http://127.0.0.1:${ports['PORT']}/settings/v1/organisations/acme/projects/shop`;
let running: StartCommand | undefined;

async function start(): Promise<void> {
  running = runStart({ ...ports, DATA_DIR: join(folder, '.data') });
  await running.ready;
}

async function stop(): Promise<void> {
  running?.send('SIGTERM');
  await running?.ended;
  running = undefined;
}

async function rename(name: string): Promise<void> {
  const { status } = await fetch(shop, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${demo.token}` },
    body: JSON.stringify({ name }),
  });
  expect(status).toBe(200);
}

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true, force: true });
});

it('a copy of the data folder brings back what was there when it was made', async () => {
  await start();
  await rename('Before the copy');
  await stop();
  await runBlocks(page, [7], { folder, programs: {}, env: {} });
  await start();
  await rename('After the copy');
  await stop();
  await runBlocks(page, [8], { folder, programs: {}, env: {} });
  await start();
  const answer = await fetch(shop, { headers: { Authorization: `Bearer ${demo.token}` } });
  expect(await answer.json()).toMatchObject({ name: 'Before the copy' });
}, 600_000); // three starts
