import { describe, expect, it } from '@jest/globals';
import { createUnknownKeys } from './unknown-keys.ts';

function atTime() {
  const clock = { now: 1_000_000 };
  const keys = createUnknownKeys({ capacity: 3, ttlMs: 100, now: () => clock.now });
  return {
    clock,
    keys,
    add: (...names: string[]) => names.forEach((name) => keys.add(name, keys.generation())),
  };
}

describe('unknown keys', () => {
  it('are remembered until they expire', () => {
    const { clock, keys, add } = atTime();
    add('a');
    clock.now += 99;
    expect(keys.has('a')).toBe(true);
    clock.now += 1;
    expect(keys.has('a')).toBe(false);
    expect(keys.size()).toBe(0);
  });

  it('never exceed the capacity: the oldest is dropped first', () => {
    const { keys, add } = atTime();
    add('a', 'b', 'c', 'a', 'd');
    expect(keys.size()).toBe(3);
    expect(['a', 'b', 'c', 'd'].filter((name) => keys.has(name))).toStrictEqual(['a', 'c', 'd']);
  });

  it('are not added by a look-up that began before they were cleared', () => {
    const { keys, add } = atTime();
    add('a');
    const generation = keys.generation();
    keys.clear();
    keys.add('b', generation);
    expect(keys.size()).toBe(0);
  });
});
