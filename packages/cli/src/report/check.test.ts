import { describe, expect, it } from '@jest/globals';
import { findProblems } from './check.ts';

const isAllowed = (key: string, allowed: string) => {
  const reference = { key, file: 'a.ts', line: 1, snippet: '', way: 'call', client: undefined } as const;
  return findProblems([{ ...reference, isComment: false, status: 'unknown' }], [allowed]).length === 0;
};

describe('a key that may be unknown', () => {
  it.each([
    ['legacy-*', 'legacy-banner', true],
    ['legacy-*', 'legacy-', true],
    ['legacy-*', 'my-legacy-banner', false],
    ['Legacy', 'legacy', true],
    ['legacy', 'legacy2', false],
    ['*-old', 'banner-old', true],
    ['*-old', 'banner-older', false],
    ['a*b*a', 'aba', true],
    ['a*b*a', 'ab', false],
    ['a*a', 'a', false],
    ['a**b', 'axb', true],
    ['a.c', 'abc', false],
    ['*', 'anything', true],
  ])('%s lets %s pass: %s', (allowed, key, isFine) => {
    expect(isAllowed(key, allowed)).toBe(isFine);
  });

  it('is matched without backtracking over many stars', () => {
    expect(isAllowed('a'.repeat(200), `${'*a'.repeat(50)}*b`)).toBe(false);
  });
});
