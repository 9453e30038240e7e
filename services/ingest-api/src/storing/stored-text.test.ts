import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createReceiptKey } from './stored-text.ts';

const environment = '0193a5c0-0000-7000-8000-00000000e0e0';

describe('the key of a receipt', () => {
  it('is the same in every version: 32 hexadecimal digits of SHA-256 over environment and id', () => {
    expect(createReceiptKey(environment, 'order-1')).toBe('5b112a4a48fd8d5d2bc8e671f7245cf1');
  });

  it('begins with the time of an id that is a UUIDv7', () => {
    const key = createReceiptKey(environment, '0193a5c0-1234-7000-8000-00000000e0e0');
    expect(key).toMatch(/^0193a5c01234[0-9a-f]{20}$/);
  });

  it('differs by environment and by id', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        expect(createReceiptKey(environment, one) === createReceiptKey(environment, other)).toBe(
          one === other,
        );
        expect(createReceiptKey('0193a5c0-0000-7000-8000-00000000e0e1', one)).not.toBe(
          createReceiptKey(environment, one),
        );
      }),
    );
  });
});
