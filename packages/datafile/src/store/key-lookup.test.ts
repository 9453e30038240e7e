import { describe, expect, it } from '@jest/globals';
import { DatafileUnavailable } from '../read/datafile-errors.ts';
import { createKeyLookup } from './key-lookup.ts';

function countingLookup({ isComplete = true, maxWaiting = 10_000 } = {}) {
  const batches: number[] = [];
  let inFlight = 0;
  const lookup = createKeyLookup({
    pauseMs: 0,
    maxWaiting,
    async findEnvironments(keyHashes) {
      batches.push(keyHashes.length);
      expect(++inFlight).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 1));
      inFlight -= 1;
      return { found: new Map([['known', 'environment']]), isComplete };
    },
  });
  return { find: (...keyHashes: string[]) => lookup.find(keyHashes), batches };
}

describe('looking up keys', () => {
  it('is one batch at a time, shared by all waiting requests', async () => {
    const { find, batches } = countingLookup();
    const first = find('known');
    const others = Array.from({ length: 1_500 }, (_, index) => find(`unknown-${index % 1_200}`));
    expect(await first).toBe('environment');
    expect(await Promise.all(others)).toStrictEqual(others.map(() => undefined));
    expect(batches).toStrictEqual([1, 1_000, 200]);
  });

  it('is refused beyond a number of waiting keys', async () => {
    const { find } = countingLookup({ maxWaiting: 2 });
    const waiting = ['taken at once', 'b', 'c'].map((key) => find(key));
    await expect(find('d')).rejects.toThrow(DatafileUnavailable);
    expect(await Promise.all(waiting)).toStrictEqual([undefined, undefined, undefined]);
  });

  it('does not call a key unknown if the source may lack it', async () => {
    const { find } = countingLookup({ isComplete: false });
    expect(await find('known')).toBe('environment');
    await expect(find('unknown')).rejects.toThrow(DatafileUnavailable);
  });

  it.each([true, false])(
    'finds a key by any of its possible hashes (the source has all: %s)',
    async (isComplete) => {
      const { find, batches } = countingLookup({ isComplete });
      expect(await find('unknown', 'known')).toBe('environment');
      expect(batches).toStrictEqual([2]);
    },
  );
});
