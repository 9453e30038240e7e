import { expect, it } from '@jest/globals';
import type { JsonObject } from '@bunting/service';
import fc from 'fast-check';
import { exceedsJsonLimit } from './json-limit.ts';

it('counts the bytes that JSON.stringify writes', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  fc.assert(
    fc.property(object, (given) => {
      const bytes = Buffer.byteLength(JSON.stringify(given));
      expect(exceedsJsonLimit(given as JsonObject, bytes)).toBe(false);
      expect(exceedsJsonLimit(given as JsonObject, bytes - 1)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('needs no stack for depth', () => {
  let deep: unknown = 1;
  for (let n = 0; n < 500_000; n++) deep = [deep];
  expect(exceedsJsonLimit({ deep }, 16_384)).toBe(true);
  expect(exceedsJsonLimit({ deep }, 2_000_000)).toBe(false);
});
