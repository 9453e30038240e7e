import { describe, expect, it } from '@jest/globals';
import { createSemaphore, SemaphoreFull } from './semaphore.ts';
import { TimeoutError } from './with-timeout.ts';

/** Returns work that the test ends. */
function startable() {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      started.push(number);
      ends.push(() => resolve(number));
    });
  return { started, ends, work };
}
const turn = () => new Promise(setImmediate);

describe('a semaphore', () => {
  it('runs as many at once as it has permits, and the others in order of arrival', async () => {
    const { started, ends, work } = startable();
    const limit = createSemaphore(2);
    const results = [1, 2, 3, 4].map((number) => limit(work(number)));
    await turn();
    expect(started).toEqual([1, 2]);
    ends[1]!();
    await turn();
    expect(started).toEqual([1, 2, 3]);
    ends[0]!();
    ends[2]!();
    await turn();
    ends[3]!();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  });

  it('passes a failure on, and its permit to the next', async () => {
    const limit = createSemaphore(1);
    const failing = limit(() => Promise.reject(new Error('broken')));
    const next = limit(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('refuses work when too much of it waits', async () => {
    const limit = createSemaphore(1, { maxWaiting: 1 });
    await limit.acquire();
    const waiting = limit.acquire();
    await expect(limit.acquire()).rejects.toThrow(SemaphoreFull);
    limit.release();
    await waiting;
  });

  it('rejects work that has waited too long, and then gives the permit to other work', async () => {
    const limit = createSemaphore(1);
    await limit.acquire();
    await expect(limit.acquire(0)).rejects.toThrow(TimeoutError);
    const next = limit.acquire();
    limit.release();
    await next;
  });

  it('reports when nothing runs any more', async () => {
    let idle = 0;
    const limit = createSemaphore(2, { onIdle: () => (idle += 1) });
    await Promise.all([limit.acquire(), limit.acquire()]);
    limit.release();
    expect(idle).toBe(0);
    limit.release();
    expect(idle).toBe(1);
  });
});
