import { describe, expect, it } from '@jest/globals';
import { createSharedCacheOrder } from './shared-cache-order.ts';
import { createSharedSemaphore } from './shared-semaphore.ts';
import { createShares, getQuarter } from './shares.ts';

const refusals = { share: new Error('share'), total: new Error('total') };
const turn = () => new Promise(setImmediate);

describe('the share of an owner', () => {
  it.each([
    [50_000, 12_500],
    [10, 2],
    [3, 1],
    [1, 1],
    [Infinity, Infinity],
  ])('of %d is %d', (total, quarter) => {
    expect(getQuarter(total)).toBe(quarter);
  });

  it('is a quarter of the resource, whoever asks how often, and leaves the rest to others', () => {
    const shares = createShares({ total: 8, refusals });
    const takeAll = (owner: string) => {
      let taken = 0;
      try {
        for (; taken < 10; taken += 1) shares.take(owner);
      } catch (error) {
        return `${taken} ${(error as Error).message}`;
      }
      return String(taken);
    };
    expect(['a', 'b', 'c', 'd', 'e', 'a'].map(takeAll)).toEqual([
      '2 share',
      '2 share',
      '2 share',
      '2 total',
      '0 total',
      '0 total',
    ]);
    shares.release('b');
    expect(takeAll('e')).toBe('1 total');
    expect([shares.taken('a'), shares.taken('b'), shares.taken()]).toEqual([2, 1, 8]);
  });

  it('may be another, of an amount, and of any total', () => {
    const shares = createShares({ total: Infinity, share: 100, refusals });
    shares.take('a', 99);
    expect(() => shares.take('a', 2)).toThrow(refusals.share);
    shares.take('a', 1);
    shares.release('a', 100);
    expect([shares.taken('a'), shares.taken()]).toEqual([0, 0]);
  });
});

describe('a semaphore with shares', () => {
  function start(options: Partial<Parameters<typeof createSharedSemaphore>[0]> = {}) {
    const semaphore = createSharedSemaphore({ permits: 4, refusals, ...options });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const run = (owner: string) =>
      semaphore
        .run(owner, () => {
          begun.push(owner);
          return new Promise<void>((resolve) => ends.push(resolve));
        })
        .then(
          () => 'done',
          (error: Error) => error.message,
        );
    const endAll = async () => {
      for (let index = 0; index < ends.length; index += 1) {
        ends[index]!();
        await turn();
        await turn();
      }
    };
    return { semaphore, begun, ends, run, endAll };
  }

  it('lets others run at once, however many of one owner wait, and serves owners in the order of asking', async () => {
    const { begun, run, endAll } = start();
    const all = ['a', 'a', 'a', 'b', 'c', 'd', 'e', 'a'].map(run);
    await turn();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    await endAll();
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'a', 'a', 'a']);
    expect(new Set(await Promise.all(all))).toEqual(new Set(['done']));
  });

  it('refuses whom it has no room for: of its owner, and of all', async () => {
    const { run, endAll } = start({ permits: 1, maxWaiting: { share: 1, total: 2 } });
    const all = ['a', 'a', 'a', 'b', 'c', 'd'].map(run);
    await turn();
    await endAll();
    expect(await Promise.all(all)).toEqual(['done', 'done', 'share', 'done', 'done', 'total']);
  });

  it('refuses what waits too long, and has its permits again afterwards', async () => {
    const { semaphore, run, endAll } = start({ permits: 1, maxWaitMs: 5 });
    const first = run('a');
    expect([await run('a'), await run('b')]).toEqual(['share', 'total']);
    await endAll();
    expect(await first).toBe('done');
    await expect(semaphore.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await semaphore.run('b', () => Promise.resolve(1))).toBe(1);
  });
});

describe('the order in which a full cache drops its entries', () => {
  it('begins with the owner that exceeds its share, so that nobody pushes out what others use', () => {
    const order = createSharedCacheOrder({ total: 8 });
    for (const name of ['b1', 'b2']) order.add(name, 'b', 1);
    for (let n = 1; n <= 9; n += 1) order.add(`a${n}`, 'a', 1);
    expect(order.evict()).toEqual(['a1', 'a2', 'a3']);
    expect(order.size()).toBe(8);
  });

  it('is that of their use where nobody exceeds a share', () => {
    const order = createSharedCacheOrder({ total: 3, share: 2 });
    for (const owner of ['a', 'b', 'c', 'd']) order.add(owner, owner, 1);
    order.use('a');
    expect(order.evict()).toEqual(['b']);
    order.add('c', 'c', 1);
    expect(order.evict()).toEqual(['d']);
    order.remove('c');
    expect(order.size()).toBe(1);
  });

  it('gives one owner everything that nobody else wants', () => {
    const order = createSharedCacheOrder({ total: 8 });
    for (let n = 1; n <= 8; n += 1) order.add(`a${n}`, 'a', 1);
    expect(order.evict()).toEqual([]);
    order.add('huge', 'b', 9);
    expect(order.evict()).toEqual(['huge']);
  });
});
