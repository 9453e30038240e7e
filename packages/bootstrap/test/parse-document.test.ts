import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '@bunting/bootstrap';

function problemsOf(text: string): unknown {
  try {
    return parseDocument(text);
  } catch (error) {
    return (error as { problems?: unknown }).problems ?? error;
  }
}

describe('parseDocument', () => {
  it('reads YAML, where "off" is a string and dates stay text', () => {
    expect(parseDocument('a: off\nb: 2026-12-01\nc: [1, null]\n7: user')).toEqual({
      7: 'user',
      a: 'off',
      b: '2026-12-01',
      c: [1, null],
    });
  });

  it('reads JSON', () => {
    expect(parseDocument('{\n\t"a": [1.5, true, "\\u00fc"],\n\t"__proto__": {}\n}')).toEqual(
      JSON.parse('{"a": [1.5, true, "ü"], "__proto__": {}}'),
    );
  });

  it.each<[string, string, RegExp]>([
    ['a: 1\nb: [', 'line 2', /./],
    ['{"a": 1,\n "b": tru,, }', 'line 2', /./],
    ['a: 1\nb: 2\na: 3', 'line 3', /unique/],
    ['{"a": {"b": 1, "b": 2}}', 'line 1', /unique/],
    ['a: !!set {x, y}', 'line 1', /tag/],
    ['---\na: 1\n---\nb: 2', 'line 3', /multiple documents/],
  ])('tells the line of what is wrong in %j', (text, path, message) => {
    expect(problemsOf(text)).toEqual(
      expect.arrayContaining([{ path, message: expect.stringMatching(message) }]),
    );
  });

  it.each([
    ['an alias inside what it names', 'a: &a [1, *a, *a]'],
    ['an alias that nobody defined', 'a: *b'],
    [
      'aliases that grow without end',
      Array.from({ length: 40 }, (_, i) => `a${i}: &a${i} [*a${i - 1},*a${i - 1}]`)
        .join('\n')
        .replaceAll('*a-1', '1'),
    ],
    ['nesting without end', '['.repeat(30_000) + ']'.repeat(30_000)],
  ])('refuses %s', (_, text) => {
    expect(problemsOf(text)).toEqual([{ path: expect.any(String), message: expect.any(String) }]);
  });

  it('never repeats the text of the document, which may hold secrets', () => {
    expect(JSON.stringify(problemsOf('password: hunter2\npassword: hunter3'))).not.toContain('hunter');
  });
});
