import { describe, expect, it } from '@jest/globals';
import { DatafileTooLarge, DatafileUnavailable } from '../read/datafile-errors.ts';
import { createMemoryBudget } from './memory-budget.ts';

interface Cached {
  organisation?: string;
  bytes: number;
}

/** Creates a budget of a thousand bytes; the first environments are the least recently used. */
function createBudget(cached: Record<string, Cached>, followed: readonly string[] = []) {
  const environments = new Map(Object.entries(cached));
  const evicted: string[] = [];
  const budget = createMemoryBudget({
    maxBytes: 1_000,
    entries: () =>
      [...environments].map(([environmentId, { organisation = environmentId, bytes }], use) => ({
        environmentId,
        organisationId: organisation,
        weight: () => bytes,
        use,
      })),
    evict({ environmentId }) {
      environments.delete(environmentId);
      evicted.push(environmentId);
    },
    isFollowed: (id) => followed.includes(id),
  });
  return { budget, environments, evicted };
}

describe('a budget of memory', () => {
  it('evicts what was asked for longest ago, as far as it must', () => {
    const { budget, evicted } = createBudget({ a: { bytes: 200 }, b: { bytes: 200 }, c: { bytes: 200 } });
    const reservation = budget.reserve();
    void reservation.grow(60);
    expect(budget.usedBytes()).toBe(660);
    const { budget: full, evicted: gone } = createBudget({
      a: { bytes: 240 },
      b: { bytes: 240 },
      c: { bytes: 240 },
      d: { bytes: 240 },
    });
    void full.reserve().grow(50);
    expect([evicted, gone]).toEqual([[], ['a']]);
  });

  it('evicts those of an organisation with more than a quarter first', () => {
    const { budget, evicted } = createBudget({
      old: { bytes: 200 },
      x: { organisation: 'large', bytes: 200 },
      y: { organisation: 'large', bytes: 200 },
      z: { organisation: 'large', bytes: 200 },
      other: { bytes: 200 },
      new: { organisation: 'large', bytes: 200 },
    });
    budget.makeRoom('new');
    expect(evicted).toEqual(['x']);
  });

  it('keeps the environment that was loaded, also where it alone is more than a quarter', () => {
    const { budget, evicted } = createBudget({
      a: { bytes: 100 },
      b: { bytes: 100 },
      large: { bytes: 900 },
    });
    budget.makeRoom('large');
    expect(evicted).toEqual(['a']);
  });

  it('refuses a load that does not fit alone, and evicts what has outgrown it', async () => {
    const { budget, environments, evicted } = createBudget({ a: { bytes: 100 }, b: { bytes: 100 } });
    const reservation = budget.reserve();
    await reservation.grow(900);
    await expect((async () => reservation.grow(1_001))()).rejects.toThrow(DatafileTooLarge);
    reservation.release();
    environments.get('b')!.bytes = 1_001;
    budget.makeRoom('b');
    expect(evicted).toEqual(['a', 'b']);
    expect(budget.usedBytes()).toBe(0);
  });

  it('lets one large load run at a time, and small ones beside it', async () => {
    const { budget } = createBudget({});
    const [first, second, small] = [budget.reserve(), budget.reserve(), budget.reserve()];
    await first.grow(700);
    let isWaiting = true;
    const growing = Promise.resolve(second.grow(700)).then(() => (isWaiting = false));
    await small.grow(60);
    expect(isWaiting).toBe(true);
    expect(budget.usedBytes()).toBe(760);
    first.release();
    await growing;
    expect(budget.usedBytes()).toBe(760);
    second.release();
    small.release();
    expect(budget.usedBytes()).toBe(0);
  });

  it('evicts what somebody follows last, and refuses a load where only that is left', () => {
    const { budget, evicted } = createBudget(
      { followed: { bytes: 200 }, a: { bytes: 200 }, also: { bytes: 240 }, more: { bytes: 240 } },
      ['followed', 'also', 'more'],
    );
    const reservation = budget.reserve();
    void reservation.grow(60);
    expect(evicted).toEqual([]);
    const { budget: full, evicted: gone } = createBudget(
      { w: { bytes: 240 }, x: { bytes: 240 }, y: { bytes: 240 }, z: { bytes: 240 }, idle: { bytes: 40 } },
      ['w', 'x', 'y', 'z'],
    );
    expect(() => full.reserve().grow(60)).toThrow(DatafileUnavailable);
    expect(gone).toEqual(['idle']);
    full.makeRoom();
    expect(gone).toEqual(['idle', 'w']);
  });
});
