import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerWith, createPage } from '../../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('asking again', () => {
  async function opened(options: Parameters<ReturnType<typeof createPage>['open']>[0] = {}, more = {}) {
    const page = createPage();
    let value = 1;
    page.reply = () => answerWith({ a: value }, more);
    const client = page.open(options);
    await client.ready();
    return { page, client, set: (next: number) => void (value = next) };
  }

  it('is one request at a time; a later wish is remembered, and many are one', async () => {
    const { page, client, set } = await opened();
    const one = client.refresh();
    await settle();
    const [two, three] = [client.refresh(), client.refresh()];
    set(2);
    await Promise.all([one, two, three]);
    expect([page.asked.length, client.value('a', 0)]).toEqual([3, 2]);
  });

  it('has the entity tag; 304 changes nothing', async () => {
    const { page, client } = await opened();
    page.reply = () => ({ status: 304 });
    const changes: unknown[] = [];
    client.on('change', (keys) => changes.push(keys));
    expect(await client.refresh()).toBe('ready');
    expect(page.asked[1]!.query.get('etag')).toBe(JSON.stringify(JSON.stringify({ a: 1 })));
    expect([client.value('a', 0), changes]).toEqual([1, []]);
  });

  it('happens when the page is visible again after a minute', async () => {
    const { page } = await opened();
    page.hide();
    await settle(59_000);
    page.show();
    await settle();
    expect(page.asked).toHaveLength(1);
    page.hide();
    await settle(60_000);
    page.show();
    await settle();
    expect(page.asked).toHaveLength(2);
  });

  it('happens when the network is back', async () => {
    const { page } = await opened();
    page.fire('online');
    await settle();
    expect(page.asked).toHaveLength(2);
  });

  it('happens at refresh_at, up to 30 s later', async () => {
    const { page } = await opened({}, { refresh_at: new Date(Date.now() + 100_000).toISOString() });
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    await settle(99_999);
    expect(page.asked).toHaveLength(1);
    await settle(30_001);
    expect(page.asked).toHaveLength(2);
  });

  it('never happens without end where the clock is ahead', async () => {
    const { page } = await opened({}, { refresh_at: new Date(Date.now() - 3_600_000).toISOString() });
    await settle(300_000);
    expect(page.asked.length).toBeLessThanOrEqual(11);
  });

  it('happens once a second at most', async () => {
    const { page } = await opened({ pollIntervalMs: 1 });
    await settle(10_000);
    expect(page.asked).toHaveLength(11);
  });

  it('happens every pollIntervalMs', async () => {
    const { page } = await opened({ pollIntervalMs: 10_000 });
    await settle(30_000);
    expect(page.asked).toHaveLength(4);
  });

  it('happens, with hold, by refresh and identify alone', async () => {
    const { page, client, set } = await opened(
      { updates: 'hold', pollIntervalMs: 10_000, stream: true },
      { refresh_at: new Date(Date.now() + 1_000).toISOString() },
    );
    set(2);
    page.fire('online');
    page.hide();
    await settle(70_000);
    page.show();
    await settle(600_000);
    expect([page.asked.length, page.sources.length, client.value('a', 0)]).toEqual([1, 0, 1]);
    await client.refresh();
    expect(client.value('a', 0)).toBe(2);
  });
});
