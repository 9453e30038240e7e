import { describe, expect, it } from '@jest/globals';
import { createKeyedSemaphore } from './keyed-semaphore.ts';
import { SemaphoreFull } from './semaphore.ts';

const turn = () => new Promise(setImmediate);

describe('a keyed semaphore', () => {
  it('runs the work of one key in the order of asking, and does not let another key wait', async () => {
    const limit = createKeyedSemaphore(1);
    const events: string[] = [];
    const ends: (() => void)[] = [];
    const run = (key: string, name: string) =>
      limit(key)(async () => {
        events.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [run('a', 'first of a'), run('a', 'second of a'), run('b', 'first of b')];
    await turn();
    expect(events).toEqual(['first of a', 'first of b']);
    ends[0]!();
    await turn();
    expect(events).toEqual(['first of a', 'first of b', 'second of a']);
    for (const end of ends) end();
    await Promise.all(all);
  });

  it('passes a failure on, and lets the next one run', async () => {
    const limit = createKeyedSemaphore(1);
    const failing = limit('a')(() => Promise.reject(new Error('broken')));
    const next = limit('a')(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });

  it('refuses whom it has no room for, for each key', async () => {
    const limit = createKeyedSemaphore(1, { maxWaiting: 1 });
    await limit('a').acquire();
    const waiting = limit('a').acquire();
    await expect(limit('a').acquire()).rejects.toBeInstanceOf(SemaphoreFull);
    await limit('b').acquire();
    limit('a').release();
    await waiting;
  });

  it('has all permits again for a key that was idle, even for a caller that has kept its semaphore', async () => {
    const limit = createKeyedSemaphore(1, { maxWaiting: 0 });
    const kept = limit('a');
    await kept(() => Promise.resolve());
    await kept.acquire();
    await expect(limit('a').acquire()).rejects.toBeInstanceOf(SemaphoreFull);
    kept.release();
    await limit('a').acquire();
  });
});
