import { describe, expect, it } from '@jest/globals';
import { codeSpan, csvCell } from './formats.ts';
import { printable, printableJson, printableLine } from './printable.ts';

describe('text for a terminal', () => {
  it.each([
    ['a sequence of a terminal', 'a\u001b[31mb', String.raw`a\u001b[31mb`],
    ['a sequence of C1', 'a\u009b31mb', String.raw`a\u009b31mb`],
    ['a bell, a backspace and DEL', '\u0007\b\u007f', String.raw`\u0007\u0008\u007f`],
    ['a carriage return', 'safe\rrm', String.raw`safe\u000drm`],
    ['another direction', 'a\u202eb\u2066c\u200fd\u061ce', String.raw`a\u202eb\u2066c\u200fd\u061ce`],
    ['a line separator', 'a\u2028b\u2029c\u0085d', String.raw`a\u2028b\u2029c\u0085d`],
    ['half a character', 'a\ud800b', String.raw`a\ud800b`],
    ['a command of GitHub Actions', '::add-mask::e', String.raw`\u003a:add-mask::e`],
    ['one behind blanks', '  ::stop-commands::x', String.raw`  \u003a:stop-commands::x`],
    ['an older command of GitHub', 'a ##[add-mask]e', String.raw`a #\u0023[add-mask]e`],
    [
      'a command of Azure Pipelines',
      'a ##vso[task.setvariable]e',
      String.raw`a #\u0023vso[task.setvariable]e`,
    ],
    ['a command of TeamCity', "##teamcity[x 'y']", String.raw`#\u0023teamcity[x 'y']`],
    ['plain text', 'src/über b.ts:1: a::b # c ## d 👩‍💻', 'src/über b.ts:1: a::b # c ## d 👩‍💻'],
  ])('shows %s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(printableLine(text)).toBe(shown);
  });

  it('keeps tabs and line breaks only where there may be several lines', () => {
    expect(printable('a\tb\n::c')).toBe('a\tb\n\\u003a:c');
    expect(printableLine('a\tb\n::c')).toBe(String.raw`a\u0009b\u000a::c`);
  });

  it('has the same data in JSON', () => {
    const data = { file: 'a\u009b\u202e\u001b##vso[task.x]\n\ud800' };
    const text = printableJson(data);
    expect(JSON.parse(text)).toEqual(data);
    expect(text).toBe('{\n  "file": "a\\u009b\\u202e\\u001b#\\u0023vso[task.x]\\n\\ud800"\n}\n');
  });
});

describe('a cell of CSV', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['\t=1+1', String.raw`\u0009=1+1`],
    ['a\r\nb', String.raw`a\u000d\u000ab`],
    ['a"b,c', '"a""b,c"'],
    ['-a,b', `"'-a,b"`],
  ])('shows %j', (text, shown) => expect(csvCell(text)).toBe(shown));
});

describe('a code span of Markdown', () => {
  it.each([
    ['an ordinary name', 'src/a.ts:1', '`src/a.ts:1`'],
    ['a pipe', 'a|b', String.raw`${'`'}a\|b${'`'}`],
    // `\\|` would end the cell, and Markdown would follow.
    ['a pipe behind a backslash', String.raw`a\|b`, String.raw`${'`'}a\\u007cb${'`'}`],
    ['a pipe behind two', String.raw`a\\|b`, String.raw`${'`'}a\\\u007cb${'`'}`],
    ['backticks', 'a`b``c', '``` a`b``c ```'],
    ['line breaks', 'a\n\n# b', '`a\\u000a\\u000a# b`'],
    ['a sequence of a terminal', 'a\u001b[2Jb', '`a\\u001b[2Jb`'],
    ['another direction', 'a\u202eb', '`a\\u202eb`'],
    ['HTML and a mention', '<img src=x> @somebody', '`<img src=x> @somebody`'],
  ])('shows %s', (_, text, shown) => expect(codeSpan(text)).toBe(shown));
});
