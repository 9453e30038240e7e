import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';

import { limits } from '../src/definition/limits.ts';
import { createInternPool } from '../src/index.ts';
import { estimatedSize } from '../src/patterns/pattern-size.ts';
import { patternProblem } from '../src/patterns/pattern.ts';

const { patternOf } = createInternPool();

const atom = fc.constantFrom(
  'a',
  'b',
  'K',
  'ſ',
  'σ',
  'é',
  '😀',
  '.',
  '[ab]',
  '[^a]',
  '[a-k\\d]',
  '[^\\n]',
  '\\d',
  '\\w',
  '\\W',
  '\\s',
  '\\pL',
  '\\PL',
  '[\\pL\\pN_]',
  '[^\\p{Greek}]',
  '\\x{1F600}',
  '[[:alpha:]]',
  '[\\x{10000}-\\x{10FFFF}]',
  '\\Qa.b\\E',
  '\\n',
);
const assertion = fc.constantFrom('^', '$', '\\b', '\\B', '\\A', '\\z', '(?m)^', '(?m)$', '(?m:^a$)');
const flags = fc.constantFrom('', '(?i)', '(?s)', '(?m)', '(?U)', '(?is)');
const suffix = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '*?',
  '+?',
  '{2}',
  '{0}',
  '{1,3}',
  '{2,}',
  '{0,2}?',
);
const { pattern } = fc.letrec<{ pattern: string; branch: string; piece: string }>((tie) => ({
  pattern: fc.array(tie('branch'), { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|')),
  branch: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
  piece: fc.oneof(
    { depthSize: 'small' },
    { weight: 5, arbitrary: fc.tuple(atom, suffix).map((parts) => parts.join('')) },
    { weight: 2, arbitrary: assertion },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<name>'), tie('pattern'), suffix)
        .map(([opening, inside, repeat]) => `${opening}${inside})${repeat}`),
    },
  ),
}));
const text = fc
  .array(
    fc.constantFrom(
      'a',
      'b',
      'k',
      'K',
      '\u212a',
      'ſ',
      's',
      'σ',
      'ς',
      'Σ',
      'é',
      'É',
      '1',
      '_',
      ' ',
      '\n',
      '😀',
      '\ud83d',
      '\ude00',
      '.',
    ),
    { maxLength: 12 },
  )
  .map((characters) => characters.join(''));

describe('the machine that runs patterns', () => {
  it('finds what the library finds, whatever the pattern and the text', () => {
    let found = 0;
    fc.assert(
      fc.property(
        flags,
        pattern,
        fc.boolean(),
        fc.array(text, { minLength: 5, maxLength: 10 }),
        (...drawn) => {
          const [flag, body, foldsCase, texts] = drawn;
          const source = flag + body;
          const theirs = compileTheirs(source, foldsCase);
          const ours = patternOf([source], foldsCase);
          fc.pre(ours === undefined || ours.size <= limits.patternProgram);
          const expected = theirs && texts.filter((each) => theirs.matcher(each).find());
          const actual = ours && texts.filter((each) => ours.isFoundIn(each));
          expect({ source, actual }).toEqual({ source, actual: expected });
          found += expected?.length ?? 0;
        },
      ),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(2_000);
  });

  it('finds any of many patterns', () => {
    fc.assert(
      fc.property(
        fc.array(pattern, { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        text,
        (sources, foldsCase, each) => {
          const theirs = sources.map((source) => compileTheirs(source, foldsCase));
          fc.pre(theirs.every((compiled) => compiled !== undefined));
          const expected = theirs.some((compiled) => compiled.matcher(each).find());
          const ours = patternOf(sources, foldsCase)!;
          fc.pre(ours.size <= limits.patternProgram);
          expect(ours.isFoundIn(each)).toBe(expected);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('keeps its place in long texts and large programs', () => {
    const long = `${'ab'.repeat(2_000)}c`;
    expect(patternOf(['(?:ab){0,100}c$'], false)?.isFoundIn(long)).toBe(true);
    expect(patternOf(['^(?:ab)*d'], false)?.isFoundIn(long)).toBe(false);
    expect(patternOf(['b{2}', 'ba{2}', '(?:ba){300}c'], false)?.isFoundIn(`${'ba'.repeat(300)}c`)).toBe(true);
  });

  it.each(['(?<=a)b', '(?<!a)b', '(?=a)', '(?!a)', '(a)\\1', 'a**', '(', 'a{1001}', '\\p{Klingon}'])(
    'refuses %s, which is not RE2',
    (source) => {
      expect(patternOf([source], false)).toBeUndefined();
      expect(patternOf(['a', source], true)).toBeUndefined();
      expect(patternProblem(source)).toBeDefined();
    },
  );
});

describe('the size of a pattern', () => {
  it('is estimated without compiling it, at about what it is', () => {
    fc.assert(
      fc.property(pattern, (source) => {
        const theirs = compileTheirs(source, false);
        fc.pre(theirs !== undefined);
        const size = theirs.programSize();
        expect(estimatedSize(source)).toBeGreaterThanOrEqual(size / 2 - 4);
      }),
      { numRuns: 1_000 },
    );
    for (const [source, size] of [
      ['^[a-z]{1,64}$', 130],
      ['(?:.{0,30}){0,30}', 1_831],
      ['(?:(?:a{0,10}){0,10}){0,10}', 2_223],
      ['[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}', 40],
    ] as const) {
      expect(estimatedSize(source) / size).toBeGreaterThan(0.9);
      expect(estimatedSize(source) / size).toBeLessThan(1.4);
    }
  });

  it('is told without compiling what is far too large', () => {
    const pattern = patternOf(['.{1000}'.repeat(100)], false);
    expect(pattern?.size).toBeGreaterThan(100 * limits.patternProgram);
    expect(pattern?.isFoundIn('.'.repeat(200_000))).toBe(false);
  });
});

function compileTheirs(source: string, foldsCase: boolean): RE2JS | undefined {
  try {
    return RE2JS.compile(source, foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return undefined;
  }
}
