import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@bunting/testing';
import { demo } from './installation/demo.ts';
import { makeDataParent } from './make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const folder = await makeDataParent('bunting-demo-');
const acme = '/settings/v1/organisations/acme';
const notice = 'Made-up users evaluate the demo';
let running: StartCommand;
let address: string;

async function start(env: Record<string, string>): Promise<string> {
  const ports = await freePorts();
  address = `http://127.0.0.1:${ports['PORT']}`;
  running = runStart({ ...ports, DATA_DIR: join(folder, 'data'), ...env });
  return running.ready;
}

async function stop(): Promise<number | null> {
  running.send('SIGTERM');
  return (await running.ended).code;
}

async function read<Body>(path: string): Promise<Body> {
  const response = await fetch(address + path, { headers: { Authorization: `Bearer ${demo.token}` } });
  expect(response.status).toBe(200);
  return (await response.json()) as Body;
}

interface Page<Item> {
  readonly items: readonly Item[];
}

/** Reads a list until it has the item, and returns that. */
async function readUntil<Item>(path: string, isWanted: (item: Item) => boolean): Promise<Item> {
  let found: Item | undefined;
  await until(async () => {
    found = (await read<Page<Item>>(path)).items.find(isWanted);
    return found !== undefined;
  });
  return found!;
}

const readEndpoints = async () =>
  (await read<Page<{ id: string; url: string }>>(`${acme}/webhook-endpoints`)).items;
const findReceiver = async () => (await readEndpoints()).find(({ url }) => url.endsWith('/demo/webhooks'));
const production = `${acme}/projects/shop/environments/production`;

afterAll(() => rm(folder, { recursive: true, force: true }));

// These starts use one data directory, one after another.
describe('the demo with DEMO_TRAFFIC=off', () => {
  beforeAll(() => start({ DEMO_TRAFFIC: 'off' }));

  it('has no made-up users and no webhook endpoint for them', async () => {
    expect(running.output()).not.toContain(notice);
    expect(await findReceiver()).toBeUndefined();
    expect(await stop()).toBe(0);
  });
});

describe('another document', () => {
  it('has no made-up users, even if it is a copy of the demo', async () => {
    const copy = join(folder, 'copy.yaml');
    await copyFile(join(import.meta.dirname, '../demo.yaml'), copy);
    await start({ DEMO_TRAFFIC: 'on', BOOTSTRAP_FILE: copy });
    expect(running.output()).not.toContain(notice);
    expect(await findReceiver()).toBeUndefined();
    expect(await stop()).toBe(0);
  });
});

describe('the demo', () => {
  beforeAll(() => start({ DEMO_TRAFFIC: 'on' }));

  it('says that there are made-up users, and how to turn them off', () => {
    expect(running.output()).toContain(`${notice}, so that the console shows activity. DEMO_TRAFFIC=off`);
  });

  it('shows evaluations by variation', async () => {
    const path = `${production}/evaluations?feature=checkout`;
    const found = await readUntil<{ count: number }>(path, ({ count }) => count > 0);
    expect(found).toMatchObject({ feature: 'checkout', asked: 'named' });
  });

  it('shows the key of the archived feature as unknown', async () => {
    const isArchived = ({ key }: { key: string }) => key === 'guestbook-enabled';
    const found = await readUntil(`${production}/unknown-keys`, isArchived);
    expect(found).toMatchObject({ archived_feature: 'guestbook' });
  });

  it('shows events by variation', async () => {
    const path = `${production}/events/summary?variable=checkout-layout`;
    const found = await readUntil<{ event: string }>(path, ({ event }) => event === 'checkout-began');
    expect(found).toMatchObject({ feature: 'checkout', verified_share: 1 });
  });

  it('delivers the change that it makes to its own receiver', async () => {
    const { id } = (await findReceiver())!;
    const path = `${acme}/webhook-endpoints/${id}/deliveries?status=delivered`;
    const found = await readUntil<{ type: string }>(path, ({ type }) => type === 'variation.changed');
    expect(found).toMatchObject({ status: 'delivered' });
  });

  it('ends with the start command', async () => {
    expect(await stop()).toBe(0);
  });
});

describe('the demo at another port', () => {
  it('has the same endpoint, with the new address', async () => {
    await start({ DEMO_TRAFFIC: 'on' });
    const urls = (await readEndpoints()).map(({ url }) => url).filter((url) => url.includes('/demo/'));
    expect(urls).toEqual([`${address}/demo/webhooks`]);
    expect(await stop()).toBe(0);
  });
});
