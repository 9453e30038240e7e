import { describe, expect, it } from '@jest/globals';
import { listDifferences } from './difference.ts';

describe('the difference of a stale file', () => {
  it.each([
    ['nothing', 'a\nb\n', 'a\nb\n', []],
    ['nothing but ends of lines', 'a\r\nb\r\n', 'a\nb\n', []],
    ['a new line', 'a\n', 'a\n  b\n', ['+ b']],
    ['a line that is gone', 'a\n  b\n', 'a\n', ['- b']],
    ['another line', '  a: string;\n', '  a: number;\n', ['- a: string;', '+ a: number;']],
    ['a line that is there once more', 'a\n', 'a\na\n', ['+ a']],
    ['the order', 'a\nb\n', 'b\na\n', ['The lines are in another order.']],
  ])('is %s', (_, existing, expected, lines) => {
    expect(listDifferences(existing, expected)).toEqual(lines);
  });

  it('has at most fifty lines', () => {
    const many = Array.from({ length: 120 }, (_, n) => `line ${n}`).join('\n');
    const lines = listDifferences('', many);
    expect([lines.length, lines.at(-1)]).toEqual([51, 'and 71 more']);
  });
});
