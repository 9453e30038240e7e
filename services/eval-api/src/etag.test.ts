import { expect, it } from '@jest/globals';
import { createEtag } from './etag.ts';

it('an entity tag is 128 bits of SHA-256, quoted', () => {
  expect(createEtag('text')).toBe('"982d9e3eb996f559e633f4d194def376"');
});
