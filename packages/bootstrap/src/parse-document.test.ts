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

  it.each([
    ['YAML', 'a:\n  - price: 9007199254740993\n    big: 1e23\nb: &b {x y: 0x20000000000001}\nc: *b'],
    ['JSON', '{"a": [{"price": 9007199254740993, "big": 1e23}], "b": {"x y": 9007199254740993}}'],
  ])('refuses whole numbers that would be rounded: %s', (_, text) => {
    expect(problemsOf(text)).toEqual([
      {
        path: 'a[0].price',
        message: 'must be a number that can be kept exactly: 9007199254740993 would become 9007199254740992',
      },
      {
        path: 'b["x y"]',
        message: expect.stringMatching(/^must be a number .* would become 9007199254740992$/),
      },
    ]);
    expect(parseDocument('{"a": 0.1, "b": 9007199254740994, "c": "9007199254740993"}')).toEqual({
      a: 0.1,
      b: 9007199254740994,
      c: '9007199254740993',
    });
  });

  it('refuses keys that would change as numbers', () => {
    expect(problemsOf('overrides: {12345678901234567890: on, 007: on, "007": off, 42: on}')).toEqual([
      {
        path: 'overrides.12345678901234567890',
        message: 'must stand in quotes: as a number it would become 12345678901234567000',
      },
      { path: 'overrides.007', message: 'must stand in quotes: as a number it would become 7' },
    ]);
  });

  it.each<[string, string, RegExp]>([
    ['a: 1\nb: [', 'line 2', /./],
    ['{"a": 1,\n "b": tru,, }', 'line 2', /./],
    ['a: 1\nb: 2\na: 3', 'line 3', /unique/],
    ['{"a": {"b": 1, "b": 2}}', 'line 1', /unique/],
    ['a: !!set {x, y}', 'line 1', /tag/],
    ['---\na: 1\n---\nb: 2', 'line 3', /multiple documents/],
  ])('names the line of the mistake in %j', (text, path, message) => {
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

  it.each<[string, string]>([
    ['names', Array.from({ length: 60_000 }, (_, index) => `name${index}: ${index}`).join('\n')],
    ['anchors', Array.from({ length: 60_000 }, (_, index) => `name${index}: &a${index} x`).join('\n')],
    ['errors', '}'.repeat(100_000)],
    ['names that stand twice', 'a: 1\n'.repeat(60_000)],
    ['aliases', `a: &a x\n${Array.from({ length: 30_000 }, (_, index) => `b${index}: *a`).join('\n')}`],
  ])('reads many %s in linear time', (_, text) => {
    const before = process.cpuUsage();
    const problems = problemsOf(text);
    const { user, system } = process.cpuUsage(before);
    // Each of the first three took more than half a minute.
    expect((user + system) / 1e6).toBeLessThan(30);
    if (Array.isArray(problems)) expect(problems.length).toBeLessThanOrEqual(1_001);
  });

  it('never repeats the text of the document, which may contain secrets', () => {
    expect(JSON.stringify(problemsOf('password: hunter2\npassword: hunter3'))).not.toContain('hunter');
  });
});
