/** Issue 34, A1: whatever keeps the tab with the stream from running, the other tabs hear changes, and nothing is `ready` while nobody listens. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Client } from '../public/client.ts';
import { answerWith, createBrowser, createPage, type Page } from '../../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers({ now: Date.UTC(2026, 10, 28) }));
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

interface Tab {
  readonly page: Page;
  readonly client: Client;
  readonly statuses: string[];
}

/** Opens two tabs with a user in each; the first one has the stream. */
async function openTabs(count = 2) {
  const browser = createBrowser();
  let version = 41;
  const tabs: Tab[] = [];
  for (let index = 0; index < count; index++) {
    const page = createPage({ browser });
    page.reply = ({ path }) =>
      path === '/v1/events'
        ? { status: 202, json: { accepted: 1 } }
        : answerWith({ a: version }, { version });
    const client = page.open({ user: { id: `user-${index}` } });
    const statuses: string[] = [];
    client.on('status', (status) => void statuses.push(status));
    client.on('change', () => {});
    await client.ready();
    statuses.splice(0);
    tabs.push({ page, client, statuses });
  }
  await settle();
  const openSources = (page: Page) => page.sources.filter(({ readyState }) => readyState === 1);
  return {
    browser,
    tabs: tabs as [Tab, Tab, ...Tab[]],
    openSources,
    counts: () => tabs.map(({ page }) => openSources(page).length),
    publish: () => {
      version++;
      for (const { page } of tabs) {
        for (const source of openSources(page)) page.execution.run(() => source.say(version, ['a']));
      }
      return version;
    },
    changeSilently: () => ++version,
  };
}

const stops: [string, (page: Page) => void][] = [
  ['waits in the back/forward cache, or is left', (page) => page.fire('pagehide')],
  ['is frozen', (page) => page.fire('freeze')],
  [
    'is frozen while it is hidden',
    (page) => {
      page.hide();
      page.fire('freeze');
    },
  ],
];

describe.each(stops)('the tab with the stream %s', (_name, stop) => {
  it('gives it up at once, and another one has it', async () => {
    const { tabs, counts, publish } = await openTabs();
    stop(tabs[0].page);
    tabs[0].page.execution.suspend();
    await settle();
    expect(counts()).toEqual([0, 1]);
    expect([tabs[0].client.status, tabs[1].client.status]).toEqual(['stale', 'ready']);
    const version = publish();
    await settle();
    expect([tabs[1].client.value('a', 0), tabs[1].client.status]).toEqual([version, 'ready']);
  });

  it('is ready again when it runs and somebody listens, with what changed meanwhile', async () => {
    const { tabs, publish } = await openTabs();
    const [{ page, client, statuses }] = tabs;
    stop(page);
    page.execution.suspend();
    await settle(10_000);
    const version = publish();
    await settle(1_000);
    page.execution.resume();
    page.show();
    page.fire('resume');
    page.fire('pageshow');
    await settle();
    expect([client.value('a', 0), client.status, statuses]).toEqual([version, 'ready', ['stale', 'ready']]);
  });
});

describe('the tab with the stream does not run, and is not told (a dialog, a debugger, a long task, a crash of its loop)', () => {
  it('so another one takes it over within a few heartbeats, and hears what it missed', async () => {
    const { tabs, counts, changeSilently, publish } = await openTabs();
    const [{ page }, { client, statuses }] = tabs;
    page.execution.suspend();
    await settle(1_000);
    const missed = changeSilently();
    await settle(8_000);
    expect(counts()).toEqual([1, 1]);
    tabs[1].page.sources[0]!.say(missed);
    await settle();
    expect([client.value('a', 0), client.status, statuses]).toEqual([missed, 'ready', ['stale', 'ready']]);
    const version = publish();
    await settle();
    expect(client.value('a', 0)).toBe(version);
  });

  it('and nothing is ready while no stream opens', async () => {
    const { tabs } = await openTabs();
    tabs[1].page.isStreamAnswered = false;
    tabs[0].page.execution.suspend();
    await settle(8_000);
    expect(tabs[1].client.status).toBe('stale');
    // No stream opens: it polls.
    await settle(8_000);
    expect([tabs[1].client.status, tabs[1].page.asked.length]).toEqual(['ready', 2]);
  });

  it('until it runs again: then it has given the stream up, and listens to the other one', async () => {
    const { tabs, counts, publish } = await openTabs();
    const [{ page, client }] = tabs;
    page.execution.suspend();
    await settle(60_000);
    const missed = publish();
    page.execution.resume();
    await settle();
    expect([counts(), client.value('a', 0)]).toEqual([[0, 1], missed]);
    const version = publish();
    await settle();
    expect([client.value('a', 0), client.status]).toEqual([version, 'ready']);
    await tabs[1].client.close();
    await settle();
    expect(counts()).toEqual([1, 0]);
  });

  it('with seven tabs: exactly one of the others has it', async () => {
    const { tabs, counts, publish } = await openTabs(7);
    tabs[0].page.execution.suspend();
    await settle(30_000);
    expect(
      counts()
        .slice(1)
        .toSorted((one, other) => one - other),
    ).toEqual([0, 0, 0, 0, 0, 1]);
    const version = publish();
    await settle();
    expect(tabs.slice(1).map(({ client }) => client.value('a', 0))).toEqual(
      Array.from({ length: 6 }, () => version),
    );
  });

  it('nor does the one that takes over: the third one does', async () => {
    const { tabs, counts } = await openTabs(3);
    tabs[0].page.execution.suspend();
    await settle(10_000);
    const next = counts().indexOf(1, 1);
    tabs[next]!.page.execution.suspend();
    await settle(10_000);
    expect(counts()).toEqual([1, 1, 1]);
  });

  it('nor is the lock granted to a tab that does not run for good', async () => {
    const { tabs, counts } = await openTabs(3);
    tabs[1].page.execution.suspend();
    await tabs[0].client.close();
    await settle(10_000);
    expect(counts()).toEqual([0, 0, 1]);
  });
});

describe('a tab that did not run itself', () => {
  it('takes the stream away from nobody that has it', async () => {
    const { tabs, counts, publish } = await openTabs();
    tabs[1].page.execution.suspend();
    await settle(60_000);
    const version = publish();
    tabs[1].page.execution.resume();
    await settle(20_000);
    expect([counts(), tabs[1].client.value('a', 0)]).toEqual([[1, 0], version]);
  });
});

it('a tab whose timers a browser throttles to one a minute leaves the stream to a tab in front', async () => {
  const { tabs, counts } = await openTabs();
  tabs[0].page.execution.suspend();
  const minute = async () => {
    await settle(60_000);
    tabs[0].page.execution.resume();
    await settle();
    tabs[0].page.execution.suspend();
  };
  await minute();
  await minute();
  await minute();
  expect([counts(), tabs[1].client.status]).toEqual([[0, 1], 'ready']);
});

it('a tab in the background that never had the stream is not ready once nobody listens', async () => {
  const { tabs } = await openTabs();
  const [, { page, client, statuses }] = tabs;
  page.hide();
  await settle(119_000);
  expect(client.status).toBe('ready');
  await settle(1_000);
  expect(client.status).toBe('stale');
  page.show();
  await settle();
  expect([client.status, statuses]).toEqual(['ready', ['stale', 'ready']]);
});

it.each(['BroadcastChannel', 'locks'])(
  'without %s each tab looks after itself: away it is stale, back it is ready',
  async (missing) => {
    const page = createPage({ without: [missing] });
    page.reply = () => answerWith({ a: 1 });
    const client = page.open({ stream: true });
    await client.ready();
    await settle();
    page.fire('freeze');
    expect([client.status, page.sources.at(-1)!.readyState]).toEqual(['stale', 2]);
    page.fire('resume');
    await settle();
    expect([client.status, page.sources.at(-1)!.readyState]).toEqual(['ready', 1]);
  },
);

it.each([{ stream: false }, { updates: 'hold' as const }, {}])(
  'a client that wants to be told of nothing is ready whoever listens: %j',
  async (options) => {
    const page = createPage();
    page.reply = () => answerWith({ a: 1 });
    const client = page.open(options);
    await client.ready();
    page.fire('freeze');
    page.hide();
    await settle(300_000);
    expect([client.status, page.sources]).toEqual(['ready', []]);
  },
);

it('a tab that starts with an old bootstrap learns from the heartbeat that there is something newer', async () => {
  const { browser, publish } = await openTabs();
  const version = publish();
  await settle();
  const page = createPage({ browser });
  page.reply = () => answerWith({ a: version }, { version });
  const client = page.open({ bootstrap: answerWith({ a: 1 }, { version: 1 }).json as never, stream: true });
  expect([client.status, client.value('a', 0)]).toEqual(['ready', 1]);
  await settle();
  expect([client.value('a', 0), page.asked.length]).toEqual([version, 1]);
  await settle(60_000);
  expect(page.asked).toHaveLength(1);
});

it.each([
  undefined,
  null,
  7,
  'x',
  [],
  {},
  { version: 'x' },
  { version: {} },
  { data: 7 },
  { version: 1, data: '{' },
  { version: Infinity },
])('what another script says in the channel does no harm: %j', async (message) => {
  const { browser, tabs, publish } = await openTabs();
  const name = tabs[0].page.sources[0]!.url.replace(/&since.*/, '');
  const { BroadcastChannel } = createPage({ browser }).platform;
  const channel = new BroadcastChannel!(name);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  channel.postMessage(message);
  await settle();
  const version = publish();
  await settle();
  expect(tabs.map(({ client }) => client.value('a', 0))).toEqual([version, version]);
  expect(tabs.flatMap(({ page }) => page.errors)).toEqual([]);
});

it('nothing is left when all tabs are closed, whatever they did', async () => {
  const { browser, tabs } = await openTabs(3);
  tabs[0].page.execution.suspend();
  await settle(10_000);
  tabs[0].page.execution.resume();
  await settle(10_000);
  for (const { client } of tabs) await client.close();
  await settle(10_000);
  expect([browser.channels.size, ...tabs.map(({ page }) => page.timers.size)]).toEqual([0, 0, 0, 0]);
});
