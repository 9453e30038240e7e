import { expect, it } from '@jest/globals';
import type { JsonObject } from '@bunting/service';
import fc from 'fast-check';
import { isJsonWithin } from './is-json-within.ts';

it('counts the bytes that JSON.stringify writes', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(object, (given) => {
      const bytes = Buffer.byteLength(JSON.stringify(given));
      expect(isJsonWithin(given as JsonObject, bytes)).toBe(true);
      expect(isJsonWithin(given as JsonObject, bytes - 1)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

it('takes no stack for depth', () => {
  let deep: unknown = 1;
  for (let n = 0; n < 500_000; n++) deep = [deep];
  expect(isJsonWithin({ deep }, 16_384)).toBe(false);
  expect(isJsonWithin({ deep }, 2_000_000)).toBe(true);
});
