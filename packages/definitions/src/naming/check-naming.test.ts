import { describe, expect, it } from '@jest/globals';
import { checkNaming, createSlugCheck } from './check-naming.ts';

describe('the naming of a project', () => {
  it.each([
    ['a pattern for features', { features: '^web-' }],
    ['a pattern for variables', { variables: '^[a-z]+(-[a-z]+)*$' }],
    ['both and a hint', { features: '^web-', variables: '^web-', hint: 'web- and what it is' }],
  ])('may have %s', (_what, naming) => {
    expect([...checkNaming(naming, 'naming')]).toEqual([]);
  });

  it.each([
    ['no pattern', { hint: 'x' }, 'naming', 'must have a pattern: features, variables'],
    [
      'a pattern that is none',
      { features: '(' },
      'naming.features',
      'must be a pattern in RE2 syntax: a "(" is not closed',
    ],
    [
      'a look-ahead',
      { variables: 'a(?=b)' },
      'naming.variables',
      'must be a pattern in RE2 syntax: look-ahead, "(?=", is not supported',
    ],
    [
      'a back-reference',
      { variables: '(a)\\1' },
      'naming.variables',
      'must be a pattern in RE2 syntax: a back-reference, "\\1", is not supported',
    ],
    [
      'a pattern that costs too much',
      { features: '(?:.{0,30}){0,30}x' },
      'naming.features',
      'is too complex: it needs more than 200 instructions',
    ],
    [
      'a pattern of 201 characters',
      { features: 'a'.repeat(201) },
      'naming.features',
      'is too complex: it needs more than 200 instructions',
    ],
  ])('may not have %s', (_what, naming, path, message) => {
    expect([...checkNaming(naming, 'naming')]).toEqual([{ path, message }]);
  });

  it('is matched anywhere in a slug, unless the pattern is anchored', () => {
    const check = createSlugCheck({ features: 'web', variables: '^web-[a-z]+$' });
    expect(check('features', 'my-web-shop')).toBeUndefined();
    expect(check('features', 'shop')).toBe("must match web (the project's naming rule)");
    expect(check('variables', 'web-shop')).toBeUndefined();
    expect(check('variables', 'my-web-shop')).toBe("must match ^web-[a-z]+$ (the project's naming rule)");
  });

  it('tells its hint, and lets everything pass of which it says nothing', () => {
    const check = createSlugCheck({ features: '^web-', hint: 'web- and what it is' });
    expect(check('features', 'shop')).toBe("doesn't follow the project's naming rules: web- and what it is");
    expect(check('variables', 'shop')).toBeUndefined();
    expect(createSlugCheck(null)('features', 'shop')).toBeUndefined();
  });

  it('shortens a long pattern in what it tells', () => {
    expect(createSlugCheck({ features: `^(?:${'ab|'.repeat(80)}b)c$` })('features', 'x')).toContain('…');
  });
});
