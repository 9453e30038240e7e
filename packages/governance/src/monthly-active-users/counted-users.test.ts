import { describe, expect, it } from '@jest/globals';
import { createCountedUsersMemory } from './counted-users.ts';

describe('the memory for counted users', () => {
  it('drops users that were not seen for long, over all organisations together', () => {
    const memory = createCountedUsersMemory(3);
    const [shop, bakery] = [memory.open(), memory.open()];
    shop.add('a', '1');
    shop.add('b', '2');
    bakery.add('c', '3');
    bakery.add('d', '4'); // the second generation
    expect(shop.has('a')).toBe(true);
    bakery.add('e', '5');
    bakery.add('f', '6'); // the third
    expect([shop.has('a'), shop.has('b'), bakery.has('c'), bakery.has('d')]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('never has more than two generations', () => {
    const memory = createCountedUsersMemory(100);
    const shop = memory.open();
    for (let i = 0; i < 10_000; i++) shop.add(`user-${i}`, String(i));
    expect([...shop.hashes()].length).toBeLessThanOrEqual(200);
  });

  it('returns the hashes of all its users', () => {
    const shop = createCountedUsersMemory(10).open();
    shop.add('a', '1');
    shop.add('b', '2');
    expect([...shop.hashes()]).toEqual(['1', '2']);
    shop.forget();
    expect([...shop.hashes()]).toEqual([]);
  });

  it('leaves long identities out', () => {
    const shop = createCountedUsersMemory(10).open();
    shop.add('x'.repeat(10_000), '1');
    expect(shop.has('x'.repeat(10_000))).toBe(false);
  });
});
