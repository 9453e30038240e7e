import { describe, expect, it } from '@jest/globals';
import { createLineReader } from './line-reader.ts';

describe('the lines of a file', () => {
  it('are counted for offsets in any order', () => {
    const text = 'a b\nc d\ne f';
    const lineAt = createLineReader(Buffer.from(text));
    const numberOf = (word: string) => lineAt(text.indexOf(word)).number;
    expect(['d', 'c', 'f', 'e', 'b', 'a', 'f'].map(numberOf)).toEqual([2, 2, 3, 3, 1, 1, 3]);
  });

  it('show the text at an offset far inside a long line', () => {
    const occurrence = 'isEnabled("checkout")';
    const text = `x\n${'. '.repeat(4_000)}${occurrence}${' .'.repeat(4_000)}\ny`;
    const { number, snippet } = createLineReader(Buffer.from(text))(text.indexOf(occurrence));
    expect(number).toBe(2);
    expect(snippet).toContain(occurrence);
  });
});
