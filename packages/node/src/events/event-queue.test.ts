import type { WireEvent } from '@bunting/sdk-core';
import { describe, expect, it } from '@jest/globals';
import { createTestFetch, json, url, type Fetched, type TestAnswer } from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createReporter, type BuntingError } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import { createEventQueue, maxQueuedEvents } from './event-queue.ts';

const eventOf = (id: string): WireEvent => ({
  event: 'purchase',
  variable: 'a',
  variation: 'on',
  occurred_at: '2026-11-22T12:00:00.000Z',
  event_id: id,
});
const idsOf = ({ body }: Fetched) => (body['events'] as WireEvent[]).map((event) => event.event_id);
const accepted = () => json({ accepted: 1 }, 202);
const rejected = () => json({ error: 'events[0].variable resolves to unknown variable.' }, 400);

function start(respond: (fetched: Fetched) => TestAnswer = accepted) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  const requester = createRequester({ url, key: 'key', fetch: test.fetch }, runtime);
  const errors: BuntingError[] = [];
  const reporter = createReporter(runtime, (error) => void errors.push(error));
  const gate = createRequestGate(runtime, createKeyRefusal());
  const queue = createEventQueue({ requester, gate, runtime, reporter });
  const add = (from: number, to: number) => {
    for (let n = from; n < to; n++) queue.add(eventOf(`${n}`));
  };
  return { ...test, runtime, requester, errors, queue, add, sent: () => test.fetched.map(idsOf) };
}

describe('events', () => {
  it('are sent after two seconds', async () => {
    const { runtime, add, sent } = start();
    add(0, 2);
    await runtime.pass(1_999);
    expect(sent()).toEqual([]);
    await runtime.pass(1);
    expect(sent()).toEqual([['0', '1']]);
  });

  it('are sent at once when there are fifty', async () => {
    const { add, sent } = start();
    add(0, 50);
    await turns();
    expect(sent()).toEqual([Array.from({ length: 50 }, (_, n) => `${n}`)]);
  });

  it('are sent a hundred at a time, one request after the other', async () => {
    let answer: (response: Response) => void = () => {};
    const { queue, add, sent } = start(() => new Promise((resolve) => (answer = resolve)));
    add(0, 250);
    const flushed = queue.flush();
    for (const requests of [1, 2, 3]) {
      await turns();
      expect(sent()).toHaveLength(requests);
      answer(accepted());
    }
    expect(await flushed).toBe(true);
    expect(sent().map((ids) => ids.length)).toEqual([50, 100, 100]);
  });

  it('are sent again, the same, until they are accepted', async () => {
    const { runtime, add, sent, answer, queue } = start(() => new TypeError('fetch failed'));
    add(0, 3);
    await runtime.pass(2_000);
    answer(() => json({}, 500));
    await runtime.pass(2_000);
    answer(accepted);
    await runtime.pass(2_000);
    expect(sent()).toEqual([
      ['0', '1', '2'],
      ['0', '1', '2'],
      ['0', '1', '2'],
    ]);
    expect(queue.size()).toBe(0);
  });

  it('wait for the end of the backoff, and are flushed all the same', async () => {
    const { runtime, add, sent, queue, answer } = start(() => new TypeError('fetch failed'));
    add(0, 1);
    expect(await queue.flush()).toBe(false);
    expect(await queue.flush()).toBe(false);
    expect(await queue.flush()).toBe(false);
    add(1, 60);
    answer(accepted);
    await runtime.pass(3_999);
    expect(sent()).toHaveLength(3);
    expect(await queue.flush()).toBe(true);
    expect(sent().at(-1)).toHaveLength(60);
  });

  it('wait for Retry-After, also when they are flushed', async () => {
    const { runtime, add, sent, queue, answer } = start(() => json({}, 429, { 'Retry-After': '10' }));
    add(0, 1);
    expect(await queue.flush()).toBe(false);
    answer(accepted);
    expect(await queue.flush()).toBe(false);
    await runtime.pass(2_000);
    await runtime.pass(9_999);
    expect(sent()).toHaveLength(1);
    await runtime.pass(1);
    expect(sent()).toHaveLength(2);
  });

  it.each([400, 413])(
    'of a request that is refused by %d are halved until the bad one stands alone',
    async (status) => {
      const { add, sent, queue, errors } = start((fetched) =>
        idsOf(fetched).includes('5') ? json({ error: 'No.' }, status) : accepted(),
      );
      add(0, 8);
      expect(await queue.flush()).toBe(true);
      expect(sent().map((ids) => ids.join(''))).toEqual(['01234567', '0123', '4567', '45', '4', '5', '67']);
      expect(errors).toEqual([{ code: 'events', message: expect.stringContaining('"purchase". No.') }]);
    },
  );

  it('of users beyond the cap are dropped, the others are sent', async () => {
    const { add, sent, queue } = start((fetched) =>
      idsOf(fetched).includes('0') ? json({ code: 'monthly_active_users_exceeded' }, 403) : accepted(),
    );
    add(0, 2);
    expect(await queue.flush()).toBe(true);
    expect(sent()).toEqual([['0', '1'], ['0'], ['1']]);
  });

  it('that are left when halving fails are sent later', async () => {
    const { add, sent, queue, answer } = start((fetched) => {
      if (idsOf(fetched).length === 2) return new TypeError('fetch failed');
      return rejected();
    });
    add(0, 4);
    expect(await queue.flush()).toBe(false);
    answer(accepted);
    expect(await queue.flush()).toBe(true);
    expect(sent()).toEqual([
      ['0', '1', '2', '3'],
      ['0', '1'],
      ['0', '1', '2', '3'],
    ]);
  });

  it('are ten thousand at most: the oldest are dropped, and that is said', async () => {
    const { add, queue, errors, answer, sent } = start(() => json({}, 500));
    add(0, 10);
    await queue.flush();
    errors.splice(0);
    add(10, maxQueuedEvents + 5);
    expect(queue.size()).toBe(maxQueuedEvents);
    expect(errors).toEqual([{ code: 'events', message: expect.stringContaining('1 events dropped') }]);
    answer(accepted);
    await queue.flush();
    expect(sent()[1]![0]).toBe('5');
  });

  it('are not sent by themselves after the end', async () => {
    const { add, sent, queue, runtime } = start();
    add(0, 1);
    queue.stop();
    add(1, 60);
    await runtime.pass(60_000);
    expect(sent()).toEqual([]);
  });
});
