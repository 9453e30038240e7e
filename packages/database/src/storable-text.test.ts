import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shortStorableText, storableText } from './storable-text.ts';

describe('storableText', () => {
  it.each([
    ['', ''],
    ['jane', 'jane'],
    ['J\u00fcrgen \u{1f600}', 'J\u00fcrgen \u{1f600}'],
    ['a\0b', 'a\ufffd0000b'],
    ['a\ud800b', 'a\ufffdd800b'],
    ['a\udfff', 'a\ufffddfff'],
    ['\udc00\ud800', '\ufffddc00\ufffdd800'],
    ['\ud83d\ud83d\ude00', '\ufffdd83d\u{1f600}'],
    ['a\ufffdb', 'a\ufffdb'],
    ['a\ufffdd7ff', 'a\ufffdd7ff'],
    ['a\ufffd0000b', 'a\ufffdfffd0000b'],
    ['a\ufffdd800b', 'a\ufffdfffdd800b'],
    ['\ufffdfffd', '\ufffdfffdfffd'],
    ['\ufffdffff', '\ufffdfffdffff'],
    ['\ufffd\ufffd0000', '\ufffd\ufffdfffd0000'],
  ])('of %j is %j', (text, stored) => {
    expect(storableText(text)).toBe(stored);
  });

  const unit = fc.constantFrom('\0', '\ud800', '\udc00', '\udfff', '\ufffd', '0', 'd', '8', 'f', 'F');
  const part = fc.oneof(unit, fc.constantFrom('0000', 'd800', 'fffd'));
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

  it('can be stored, and can be read back, so that no two texts are stored as one', () => {
    fc.assert(
      fc.property(text, (given) => {
        const stored = storableText(given);
        expect(stored.isWellFormed() && !stored.includes('\0')).toBe(true);
        const escape = /\ufffd(0000|d[89a-f][\da-f]{2}|fffd)/g;
        const code = (_: string, digits: string) => String.fromCharCode(Number.parseInt(digits, 16));
        expect(stored.replace(escape, code)).toBe(given);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('shortStorableText', () => {
  it('is the same as long as it is short enough, in characters', () => {
    const short = `${'\u{1f600}'.repeat(5)}\ud800`;
    expect(shortStorableText(short, 10)).toBe(storableText(short));
    expect(shortStorableText('x'.repeat(10), 10)).toBe('x'.repeat(10));
  });

  it('is a hash where escapes make it longer, another for each text', () => {
    const texts = ['\0', '\ud800', '\udfff'].map((end) => 'x'.repeat(9) + end);
    const stored = texts.map((text) => shortStorableText(text, 10));
    expect(new Set(stored).size).toBe(3);
    for (const text of stored) expect(text).toMatch(/^\ufffdffff[\da-f]{64}$/);
    expect(storableText(stored[0]!)).not.toBe(stored[0]);
  });
});
