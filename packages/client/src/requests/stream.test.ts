import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ClientOptions } from '../public/options.ts';
import { answerWith, createBrowser, createPage, key } from '../../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);
const none = () => {};

async function opened(options: Partial<ClientOptions> = {}, given: Parameters<typeof createPage>[0] = {}) {
  const page = createPage(given);
  let version = 41;
  page.reply = () => answerWith({ a: version }, { version });
  const client = page.open(options);
  await client.ready();
  return {
    page,
    client,
    publish: (next: number) => {
      version = next;
    },
  };
}

describe('the stream', () => {
  it('with auto is open while there is a listener for changes', async () => {
    const { page, client } = await opened();
    client.on('status', none);
    expect(page.sources).toEqual([]);
    const [one, two] = [client.on('change', none), client.on('change', () => {})];
    await settle();
    expect(page.sources.map(({ url }) => url)).toEqual([
      `https://flags.example/v1/stream?key=${key}&since=41`,
    ]);
    one();
    expect(page.sources[0]!.readyState).toBe(1);
    two();
    expect(page.sources[0]!.readyState).toBe(2);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('with %s opens %d', async (stream, count) => {
    const { page, client } = await opened({ stream });
    client.on('change', none);
    await settle();
    expect(page.sources).toHaveLength(count);
  });

  it('has what changed asked for, with the version that it told of', async () => {
    const { page, client, publish } = await opened({ stream: true });
    page.sources[0]!.open();
    publish(43);
    page.sources[0]!.say(43, ['a']);
    await settle();
    expect([page.asked[1]!.query.get('version'), client.value('a', 0)]).toEqual(['43', 43]);
    page.sources[0]!.say(43);
    await settle();
    expect(page.asked).toHaveLength(2);
  });

  it('has nothing asked for that concerns no key of this client', async () => {
    const { page } = await opened({ stream: true, keys: ['A'] });
    page.sources[0]!.say(42, ['b', 'c']);
    await settle();
    expect(page.asked).toHaveLength(1);
    page.sources[0]!.say(43, ['c', 'a']);
    await settle();
    page.sources[0]!.say(44);
    await settle();
    expect(page.asked).toHaveLength(3);
  });

  it('is closed two minutes after the page was hidden, and opened when it is visible', async () => {
    const { page } = await opened({ stream: true });
    page.hide();
    await settle(119_000);
    expect(page.sources[0]!.readyState).toBe(1);
    await settle(1_000);
    expect(page.sources[0]!.readyState).toBe(2);
    page.show();
    await settle();
    expect(page.sources).toHaveLength(2);
  });

  it('that tells of an error when it is closed is not opened again', async () => {
    const { page, client } = await opened({ stream: true });
    await client.close();
    page.sources[0]!.fail(true);
    await settle(70_000);
    expect([page.sources.length, page.timers.size]).toEqual([1, 0]);
  });

  it('is not opened by a page that is hidden', async () => {
    const page = createPage();
    page.hide();
    page.reply = () => answerWith({ a: 1 });
    await page.open({ stream: true }).ready();
    expect(page.sources).toHaveLength(0);
    page.show();
    await settle();
    expect(page.sources).toHaveLength(1);
  });
});

describe('a stream that is lost', () => {
  it('reconnects by the browser itself, which sends Last-Event-ID', async () => {
    const { page } = await opened({ stream: true });
    page.sources[0]!.open();
    page.sources[0]!.fail();
    page.sources[0]!.open();
    await settle(60_000);
    expect([page.sources.length, page.asked.length]).toEqual([1, 1]);
  });

  it('by an error is opened again, from the version that there is, ever more rarely', async () => {
    const { page } = await opened({ stream: true });
    page.isStreamAnswered = false;
    page.sources[0]!.fail(true);
    const times: number[] = [];
    for (let second = 1; second <= 132; second++) {
      await settle(1_000);
      if (page.sources.at(-1)!.readyState < 2) {
        times.push(second);
        page.sources.at(-1)!.fail(true);
      }
    }
    expect(times).toEqual([2, 4, 8, 16, 32, 64, 66, 68, 72, 80, 96, 128, 130, 132]);
    expect(page.sources[1]!.url).toMatch(/since=41$/);
  });

  it('is replaced by a poll after eight seconds, then every 30 s, until it is back', async () => {
    const { page, client, publish } = await opened({ stream: true });
    const [source] = page.sources as [(typeof page.sources)[0]];
    source.fail();
    await settle(7_000);
    expect(page.asked).toHaveLength(1);
    publish(42);
    await settle(1_000);
    expect([page.asked.length, client.value('a', 0), client.status]).toEqual([2, 42, 'ready']);
    publish(43);
    source.fail();
    await settle(30_000);
    expect([page.asked.length, client.value('a', 0)]).toEqual([3, 43]);
    source.open();
    await settle(120_000);
    expect(page.asked).toHaveLength(3);
  });

  it('that never opens is replaced by the poll, too, as where a proxy holds it back', async () => {
    const page = createPage();
    page.isStreamAnswered = false;
    page.reply = () => answerWith({ a: 1 });
    await page.open({ stream: true }).ready();
    await settle(38_000);
    expect(page.asked).toHaveLength(3);
  });

  it('is opened anew when the network is back, because nobody notices a dead connection', async () => {
    const { page } = await opened({ stream: true });
    page.fire('online');
    await settle();
    expect(page.sources.map(({ readyState }) => readyState)).toEqual([2, 1]);
  });

  it('where there is no EventSource is replaced by the poll', async () => {
    const { page } = await opened({ stream: true }, { without: ['EventSource', 'BroadcastChannel'] });
    await settle(60_000);
    expect(page.asked).toHaveLength(3);
  });
});

describe('the tabs of a browser', () => {
  it('have one connection, whose events all of them hear', async () => {
    const browser = createBrowser();
    const tabs = [];
    for (let index = 0; index < 7; index++) tabs.push(await opened({ stream: true }, { browser }));
    await settle();
    expect(tabs.flatMap(({ page }) => page.sources)).toHaveLength(1);
    for (const { publish } of tabs) publish(42);
    tabs[0]!.page.sources[0]!.say(42, ['a']);
    await settle();
    expect(tabs.map(({ client }) => client.value('a', 0))).toEqual(Array.from({ length: 7 }, () => 42));
  });

  it('hand it on when the one that has it is closed or hidden', async () => {
    const browser = createBrowser();
    const [one, two, three] = [
      await opened({ stream: true }, { browser }),
      await opened({ stream: true }, { browser }),
      await opened({ stream: true }, { browser }),
    ];
    const counts = () =>
      [one, two, three].map(({ page }) => page.sources.filter((each) => each.readyState < 2).length);
    await one.client.close();
    await settle();
    expect(counts()).toEqual([0, 1, 0]);
    two.page.hide();
    await settle(120_000);
    expect(counts()).toEqual([0, 0, 1]);
    two.page.show();
    await settle();
    expect(counts()).toEqual([0, 0, 1]);
    await three.client.close();
    await settle();
    expect(counts()).toEqual([0, 1, 0]);
    await two.client.close();
    expect(browser.channels.size).toBe(0);
  });

  it('poll, all of them, while the connection is lost', async () => {
    const browser = createBrowser();
    const [one, two] = [
      await opened({ stream: true }, { browser }),
      await opened({ stream: true }, { browser }),
    ];
    one.page.sources[0]!.fail();
    await settle(30_000);
    expect([one.page.asked.length, two.page.asked.length]).toEqual([2, 2]);
  });

  it('that may not use locks have a connection each', async () => {
    const browser = createBrowser();
    browser.areLocksAllowed = false;
    const { page, client } = await opened({ stream: true }, { browser });
    await settle(20_000);
    expect(page.sources).toHaveLength(1);
    await client.close();
    await settle();
    expect([page.sources.length, page.timers.size]).toEqual([1, 0]);
  });

  it.each(['locks', 'BroadcastChannel'])('without %s have a connection each', async (missing) => {
    const browser = createBrowser();
    const without = [missing];
    const tabs = [
      await opened({ stream: true }, { browser, without }),
      await opened({ stream: true }, { browser, without }),
    ];
    expect(tabs.map(({ page }) => page.sources.length)).toEqual([1, 1]);
  });

  it.each(['locks', 'BroadcastChannel'])('without %s have none while they are hidden', async (missing) => {
    const { page } = await opened({ stream: true }, { without: [missing] });
    const open = () => page.sources.filter(({ readyState }) => readyState < 2).length;
    page.hide();
    await settle();
    expect(open()).toBe(0);
    page.show();
    await settle();
    expect(open()).toBe(1);
  });
});
