/** docs/reference/sdks.md, When something fails: `close()` during anything resolves, and nothing fires afterwards. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { answerWith, createPage, type Reply } from '../test/fake-page.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

describe('close', () => {
  const moments: [string, Reply][] = [
    ['a request that hangs', 'never'],
    ['a failure', 'broken'],
    ['a good answer', answerWith({ a: 2 })],
  ];
  it.each(moments)(
    'during %s resolves; nothing fires and no timer is left afterwards',
    async (_name, reply) => {
      const page = createPage();
      page.reply = () => answerWith({ a: 1 });
      const client = page.open({ stream: true, pollIntervalMs: 1_000 });
      await client.ready();
      const fired: unknown[] = [];
      client.on('change', (keys) => void fired.push(keys));
      client.on('status', (status) => void fired.push(status));
      page.reply = () => reply;
      const [refreshed, identified] = [client.refresh(), client.identify({ id: 'other' })];
      fired.splice(0);
      client.track('order', { variable: 'a' });
      const closed = client.close();
      page.errors.splice(0);
      expect([await closed, await refreshed, await identified]).toEqual([undefined, 'closed', 'closed']);
      page.sources[0]?.say(7);
      for (const type of ['online', 'visibilitychange', 'pagehide']) page.fire(type);
      expect(await client.identify({ id: 'third' })).toBe('closed');
      expect(await client.ready()).toBe('closed');
      client.track('late', { variable: 'a' });
      await settle();
      const asked = page.asked.length;
      await settle(700_000);
      expect([fired, page.errors, page.asked.length, client.status]).toEqual([[], [], asked, 'closed']);
      expect([page.timers.size, page.sources[0]?.readyState]).toEqual([0, 2]);
      await client.close();
    },
  );
});
