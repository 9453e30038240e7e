import { describe, expect, it } from '@jest/globals';
import { createLineReader } from './lines.ts';

describe('the lines of a file', () => {
  it('are counted in whatever order they are asked for', () => {
    const text = 'a b\nc d\ne f';
    const lineAt = createLineReader(Buffer.from(text));
    const numberOf = (word: string) => lineAt(text.indexOf(word)).number;
    expect(['d', 'c', 'f', 'e', 'b', 'a', 'f'].map(numberOf)).toEqual([2, 2, 3, 3, 1, 1, 3]);
  });

  it('show the place itself, however far into a long one it stands', () => {
    const occurrence = 'isEnabled("checkout")';
    const text = `x\n${'. '.repeat(4_000)}${occurrence}${' .'.repeat(4_000)}\ny`;
    const { number, snippet } = createLineReader(Buffer.from(text))(text.indexOf(occurrence));
    expect(number).toBe(2);
    expect(snippet).toContain(occurrence);
  });
});
