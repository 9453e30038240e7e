import { describe, expect, it } from '@jest/globals';
import { firstCharacters, isLongerThan } from './text.ts';

const smile = '\u{1F600}';

describe('characters', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    [smile.repeat(3), 3, smile.repeat(3)],
    [smile.repeat(4), 3, smile.repeat(3)],
    [`ab${smile}c`, 3, `ab${smile}`],
    ['\ud800\ud800', 1, '\ud800'],
    ['', 3, ''],
  ])('of %j, the first %d', (text, count, expected) => {
    expect(firstCharacters(text, count)).toBe(expected);
    expect(isLongerThan(text, count)).toBe(expected !== text);
  });
});
