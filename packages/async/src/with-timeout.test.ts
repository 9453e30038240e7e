import { describe, expect, it } from '@jest/globals';
import { TimeoutError, withTimeout } from './with-timeout.ts';

describe('a time-out', () => {
  it('does not change a result that arrives in time', async () => {
    expect(await withTimeout(Promise.resolve(1), 60_000, 'It')).toBe(1);
    await expect(withTimeout(Promise.reject(new Error('broken')), 60_000, 'It')).rejects.toThrow('broken');
  });

  it('rejects when no result arrives, and drops a later rejection', async () => {
    let fail = () => {};
    const work = new Promise<never>((_, reject) => (fail = () => reject(new Error('late'))));
    await expect(withTimeout(work, 1, 'It')).rejects.toThrow(new TimeoutError('It', 1));
    fail();
    await new Promise(setImmediate); // an unhandled rejection would fail this test
  });
});
