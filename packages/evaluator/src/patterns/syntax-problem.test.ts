import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patternProblem } from './pattern.ts';

describe('what RE2 does not support is named', () => {
  it.each([
    ['a(?=b)', 'look-ahead, "(?=", is not supported'],
    ['(?i)a(?=b)', 'look-ahead, "(?=", is not supported'],
    ['a(?!b)', 'negative look-ahead, "(?!", is not supported'],
    ['^(?!.*admin).*$', 'negative look-ahead, "(?!", is not supported'],
    ['(?<=a)b', 'look-behind, "(?<=", is not supported'],
    ['(?<!a)b', 'negative look-behind, "(?<!", is not supported'],
    ['(?>a)', 'an atomic group, "(?>", is not supported'],
    ['(a)\\1', 'a back-reference, "\\1", is not supported'],
    ['(?P<n>a)\\k<n>', 'a back-reference, "\\k", is not supported'],
    ['(a)\\g{1}', 'a back-reference, "\\g", is not supported'],
    ['(?P<n>a)(?P=n)', 'a back-reference, "(?P=", is not supported'],
    ['a++', 'a possessive quantifier, "++", is not supported'],
    ['a*+', 'a possessive quantifier, "*+", is not supported'],
    ['a?+', 'a possessive quantifier, "?+", is not supported'],
    ['a{2,3}+', 'a possessive quantifier, "{2,3}+", is not supported'],
    ['(?(1)a|b)', 'a conditional, "(?(", is not supported'],
    ['(?#note)a', 'a comment, "(?#", is not supported'],
    ['(?|a|b)', 'a branch reset, "(?|", is not supported'],
    ['(?R)', 'recursion, "(?R", is not supported'],
    ['(?1)', 'recursion, "(?1", is not supported'],
    ['(?P>n)', 'recursion, "(?P>", is not supported'],
    ["(?'n'a)", `"(?'" isn't a named group: write "(?P<name>…)"`],
    ['(?P<>a)', '"(?P<>" isn\'t a named group: write "(?P<name>…)"'],
    ['(?x)a', '"(?x" is not supported: flags are i, m, s and U'],
    ['\\u0041', 'the escape "\\u" is not supported: write "\\x{…}"'],
    ['\\Z', 'the escape "\\Z" is not supported'],
  ])('%s: %s', (source, problem) => {
    expect(patternProblem(source)).toBe(problem);
  });

  it.each([
    ['(', 'a "(" is not closed'],
    ['a)', 'a ")" closes nothing'],
    ['[a', 'a "[" is not closed: "[a"'],
    ['a\\', 'nothing follows the last backslash'],
    ['*a', '"*" has nothing to repeat'],
    ['a**', 'one repetition follows another: "**"'],
    ['a{1001}', '"{1001}" isn\'t a count from 0 to 1,000, or the first is greater than the second'],
    ['[z-a]', '"z-a" isn\'t a class or a range of characters'],
    ['(?P<n>a)(?P<n>b)', 'two groups have the name "n"'],
    [`[${'x'.repeat(100)}`, `a "[" is not closed: "[${'x'.repeat(19)}…"`],
  ])('so is what is wrong: %s: %s', (source, problem) => {
    expect(patternProblem(source)).toBe(problem);
  });

  it.each(['a', '(?P<n>a)', '(?<n>a)', '\\(?=a', '[(?=]', '\\Qa(?=', '(?i:a)', '\\x{41}', 'a{1000}'])(
    '%s is a pattern',
    (source) => expect(patternProblem(source)).toBeUndefined(),
  );

  it('is short, whatever the text is', () => {
    const part = fc.constantFrom(
      '(',
      ')',
      '?',
      '<',
      '=',
      '!',
      'P',
      '[',
      ']',
      '{',
      '2',
      ',',
      '}',
      '+',
      '*',
      '\\',
      'k',
      'a',
      '\ud83d',
      '|',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const problem = patternProblem(parts.join('')) ?? '';
        expect(problem.length).toBeLessThan(120);
        expect(problem.isWellFormed()).toBe(true);
        expect(problem).not.toBe('invalid syntax');
      }),
      { numRuns: 3_000 },
    );
  });
});
