import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toEvent, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());
beforeEach(() => app.pool.query('TRUNCATE stored_event, event_receipt, event_batch, consumed_trace'));

const send = async (events: readonly unknown[], key?: string) => {
  const { status, body } = await ingest(app.server, events, key);
  return { status, ...(body as { accepted: number; duplicates?: number }) };
};
const withIds = (...ids: readonly (string | undefined)[]) => ids.map((event_id) => toEvent({ event_id }));
const storedIds = async () => (await app.storedEvents()).map(({ event_id }) => event_id ?? '');
const countOf = async (table: string) => {
  const { rows } = await app.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]!.count;
};

describe('event_id (contract §4.3 rules 4 and 5)', () => {
  it('counts an event that was stored before and does not store it again', async () => {
    expect(await send(withIds('a'))).toEqual({ status: 202, accepted: 1 });
    expect(await send(withIds('a'))).toEqual({ status: 202, accepted: 0, duplicates: 1 });
    expect(await storedIds()).toEqual(['a']);
  });

  it('stores the new events of a request and counts the others', async () => {
    await send(withIds('a', 'c'));
    expect(await send(withIds('a', 'b', 'c', undefined, 'd'))).toEqual({
      status: 202,
      accepted: 3,
      duplicates: 2,
    });
    expect(await storedIds()).toEqual(['a', 'c', 'b', '', 'd']);
  });

  it('collapses repeats within a request to the first', async () => {
    const events = [
      toEvent({ event_id: 'a', value: 1 }),
      toEvent({ event_id: 'b' }),
      toEvent({ event_id: 'a', value: 2 }),
      toEvent({ event_id: 'a', value: 3 }),
    ];
    expect(await send(events)).toEqual({ status: 202, accepted: 2, duplicates: 2 });
    expect(await app.storedEvents()).toMatchObject([{ event_id: 'a', value: 1 }, { event_id: 'b' }]);
  });

  it('makes an event a duplicate, even if everything else differs', async () => {
    await send([toEvent({ event_id: 'a', value: 1 })]);
    const again = [toEvent({ event_id: 'a', event: 'refund', variable: 'banner', variation: 'plain' })];
    expect(await send(again)).toEqual({ status: 202, accepted: 0, duplicates: 1 });
  });

  it.each([
    ['case', 'order-1', 'Order-1'],
    ['space', 'order-1', 'order-1 '],
    ['a UUID in capitals', '0193a5c0-0000-7000-8000-00000000e0e0', '0193A5C0-0000-7000-8000-00000000E0E0'],
    ['the end of a UUID', '0193a5c0-0000-7000-8000-00000000e0e0', '0193a5c0-0000-7000-8000-00000000e0e1'],
    ['composed characters', 'caf\u{e9}', 'cafe\u{301}'],
  ])('differs by %s', async (_, one, other) => {
    expect(await send(withIds(one, other))).toEqual({ status: 202, accepted: 2 });
    expect(await send(withIds(one, other))).toEqual({ status: 202, accepted: 0, duplicates: 2 });
  });

  it('differs by U+0000 and halves of surrogate pairs, which PostgreSQL cannot store', async () => {
    const ids = ['a\0', 'a\uFFFD', 'a\uD800', 'a\uDFFF', 'a\uFFFDd800'];
    expect(await send(withIds(...ids))).toEqual({ status: 202, accepted: 5 });
    expect(await send(withIds(...ids))).toEqual({ status: 202, accepted: 0, duplicates: 5 });
    expect(await storedIds()).toEqual([
      'a\uFFFD0000',
      'a\uFFFD',
      'a\uFFFDd800',
      'a\uFFFDdfff',
      'a\uFFFDfffdd800',
    ]);
  });

  it('of 200 characters, as it is where an emoji was cut in half, is kept apart as well', async () => {
    const ids = ['\0', '\uD83D', '\uD83E', '\uFFFD'].map((end) => 'x'.repeat(199) + end);
    expect(await send(withIds(...ids))).toEqual({ status: 202, accepted: 4 });
    expect(await send(withIds(...ids))).toEqual({ status: 202, accepted: 0, duplicates: 4 });
  });

  it('a thousand times in a request is stored once', async () => {
    const events = Array.from({ length: 1_000 }, () => toEvent({ event_id: 'a' }));
    expect(await send(events)).toEqual({ status: 202, accepted: 1, duplicates: 999 });
  });

  it('may be reused in another environment', async () => {
    await send(withIds('a'));
    expect(await send(withIds('a'), keys.staging)).toEqual({ status: 202, accepted: 1 });
    expect((await app.storedEvents()).map(({ environment }) => environment)).toEqual([
      'production',
      'staging',
    ]);
  });

  it('that is missing, null or empty makes no duplicate', async () => {
    const events = [toEvent(), toEvent(), ...[null, '', ''].map((event_id) => toEvent({ event_id }))];
    expect(await send(events)).toEqual({ status: 202, accepted: 5 });
    expect(await send(events)).toEqual({ status: 202, accepted: 5 });
    expect(await storedIds()).toEqual(Array.from({ length: 10 }, () => ''));
  });

  it('has a receipt as long as it is stored, and a batch only where something was stored', async () => {
    await send(withIds('a', 'b', undefined));
    await send(withIds('a', 'b'));
    expect([await countOf('event_receipt'), await countOf('event_batch')]).toEqual([2, 1]);
  });
});

describe('simultaneous requests', () => {
  it('with the same event, a hundred of them, store it once', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(withIds('a'))));
    expect(answers.filter(({ accepted }) => accepted === 1)).toEqual([{ status: 202, accepted: 1 }]);
    expect(answers.filter(({ duplicates }) => duplicates === 1)).toHaveLength(99);
    expect(await storedIds()).toEqual(['a']);
  });

  it('with the same many events, a hundred of them, store each event once and count exactly', async () => {
    const ids = Array.from({ length: 50 }, () => randomUUID());
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(withIds(...ids))));
    const accepted = answers.reduce((sum, answer) => sum + answer.accepted, 0);
    const duplicates = answers.reduce((sum, answer) => sum + (answer.duplicates ?? 0), 0);
    expect([accepted, duplicates]).toEqual([50, 99 * 50]);
    expect(new Set(await storedIds())).toEqual(new Set(ids));
    expect(await storedIds()).toHaveLength(ids.length);
  });

  it('that overlap, in any order, never deadlock', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => `id-${n}`);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => {
        const start = (n * 37) % 150;
        const some = ids.slice(start, start + 50);
        return send(withIds(...(n % 2 === 0 ? some : some.toReversed())));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
    const stored = await storedIds();
    expect(new Set(stored).size).toBe(stored.length);
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(stored.length);
  });
});
