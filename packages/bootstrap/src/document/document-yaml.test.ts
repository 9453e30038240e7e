import { describe, expect, it } from '@jest/globals';
import { parseDocument, textOfDocument, validateDocument } from '@bunting/bootstrap';

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

  it('merges nothing: << is a key like any other', () => {
    expect(parseDocument('a: &a {b: 1}\nc:\n  <<: *a')).toEqual({ a: { b: 1 }, c: { '<<': { b: 1 } } });
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
        message:
          'must be a number that can be stored exactly: 9007199254740993 would become 9007199254740992',
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
        message: 'must be quoted: as a number it would become 12345678901234567000',
      },
      { path: 'overrides.007', message: 'must be quoted: as a number it would become 7' },
    ]);
  });

  it.each([
    ['a: 1\nb: [', 'line 2', /^a bracket isn't closed/],
    ['{"a": 1,\n "b": tru,, }', 'line 2', /comma/],
    ['a: 1\nb: 2\na: 3', 'line 3', /^has a duplicate key$/],
    ['{"a": {"b": 1, "b": 2}}', 'line 1', /duplicate key/],
    ['a: !!set {x, y}', 'line 1', /^tags \(!name\) aren't supported/],
    ['a: !mine x', 'line 1', /^tags \(!name\) aren't supported/],
    ['---\na: 1\n---\nb: 2', 'line 3', /^only one document is allowed$/],
    ['a: 1\n...\nb: 2', 'line 3', /./],
    ['a:\n\tb: 1', 'line 2', /^tabs can't be used for indentation: use spaces$/],
    ['a: "x', 'line 1', /^a quote isn't closed$/],
    ["a: 'x", 'line 1', /^a quote isn't closed$/],
    ['a: b: c', 'line 1', /^a value with a colon or a dash must be quoted/],
    ['a: @x', 'line 1', /^text that begins with this character must be quoted$/],
    ['a: `x`', 'line 1', /must be quoted$/],
    ['a: "\\q"', 'line 1', /^invalid escape/],
    ['a: [x y\n b: c', 'line 1', /./],
    ['a:\n  - x\n - y', 'line 3', /./],
    ['%TAG ! x', 'line 1', /./],
    ['a: &x &y 1', 'line 1', /^a value can have only one anchor/],
    ['a: &b x\nc: &d *b', 'line 2', /^an alias \(\*name\) can't have an anchor or a tag$/],
  ])('names the line of the mistake in %j, in our words', (text, path, message) => {
    const problems = problemsOf(text) as { path: string; message: string }[];
    expect(problems).toEqual(expect.arrayContaining([{ path, message: expect.stringMatching(message) }]));
    expect(problems.map((each) => each.message).join()).not.toMatch(
      /YAML\.|Plain value|Unexpected|Source contains|Implicit|Missing|Nested mapp/,
    );
  });

  it.each([
    ['True: 1', 'True', 'must be quoted: as a boolean it would become true'],
    ['~: 1', '["~"]', 'must be quoted: as null it would become empty'],
    ['null: 1', 'null', 'must be quoted: as null it would become empty'],
    ['1.10: 1', '["1.10"]', 'must be quoted: as a number it would become 1.1'],
    ['1e3: 1', '1e3', 'must be quoted: as a number it would become 1000'],
  ])('refuses a key that would change: %s', (text, path, message) => {
    expect(problemsOf(text)).toEqual([{ path, message }]);
  });

  it.each(['true: 1', 'yes: 1', 'on: 1', '10: 1', '"~": 1', '2026-06-13: 1'])(
    'keeps the key of %s',
    (text) => {
      expect(Object.keys(parseDocument(text) as object)).toEqual([text.split(':')[0]!.replaceAll('"', '')]);
    },
  );

  it.each([
    ['an alias inside what it names', 'a: &a [1, *a, *a]', /^has an alias \(\*name\) inside its own anchor/],
    ['an alias that nobody defined', 'a: *b', /^has an alias \(\*name\) without an anchor/],
    ['an alias before its anchor', 'a: *b\nb: &b 1', /^has an alias \(\*name\) without an anchor/],
    [
      'aliases that grow without end',
      Array.from({ length: 40 }, (_, i) => `a${i}: &a${i} [*a${i - 1},*a${i - 1}]`)
        .join('\n')
        .replaceAll('*a-1', '1'),
      /^has too many repeated aliases/,
    ],
    ['nesting without end', '['.repeat(30_000) + ']'.repeat(30_000), /^is nested too deeply$/],
  ])('refuses %s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([{ path: 'document', message: expect.stringMatching(message) }]);
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

  it('is of UTF-8 alone, with or without a byte order mark', () => {
    expect(() => textOfDocument(Buffer.from('slug: caf\xe9', 'latin1'))).toThrow('document: is not UTF-8');
    expect(parseDocument(textOfDocument(Buffer.from('\uFEFFslug: caf\u00e9')))).toEqual({
      slug: 'caf\u00e9',
    });
  });

  it('never repeats the text of the document, which may contain secrets', () => {
    expect(JSON.stringify(problemsOf('password: hunter2\npassword: hunter3'))).not.toContain('hunter');
  });
});

describe('a string that YAML reads as something else', () => {
  const project =
    'organisations:\n  - slug: acme\n    name: Acme\n    projects:\n      - slug: web\n        name: Web\n        features:\n          - slug: f\n            name: F\n';
  const said = (value: string) => {
    const text = project.replace('name: F\n', `name: ${value}\n`);
    const path = 'organisations[0].projects[0].features[0].name';
    return validateDocument(parseDocument(text)).find((problem) => problem.path === path)?.message;
  };

  it.each(['1.10', '10', '017', '0x1F', '0o17', '1e3', '-1', '.5', 'true', 'False', 'null', '~', '', '.nan'])(
    'is to stand in quotes: %s',
    (value) => expect(said(value)).toMatch(value === '.nan' ? /./ : /^must be a string: quote it$/),
  );

  it.each([
    'yes',
    'no',
    'on',
    'off',
    '2026-06-13',
    '2026-06-13T10:00:00Z',
    '1.10.0',
    '"1.10"',
    "'true'",
    '12:30',
    '1_000',
  ])('is a string: %s', (value) => expect(said(value)).toBeUndefined());

  it('is told of lists and maps that it is no string, and nothing of quotes', () => {
    expect([said('[a]'), said('{a: 1}')]).toEqual(['must be a string', 'must be a string']);
  });

  it('is told of values of conditions too, but not what stands there', () => {
    const rule =
      '{any_of: [{all_of: [{property: app_version, operator: semver_gt, values: ["1.9", 1.10]}]}], serve: {variation: on}}';
    const text = `${project}            variables: [{slug: f, type: boolean}]
            variations: [{slug: "on", values: {f: true}}]
            environments:
              production: {targeting: {enabled: true, rules: [${rule}]}}
        environments: [{slug: production, name: P}]\n`;
    const found = validateDocument(parseDocument(text));
    expect(found).toContainEqual({
      path: expect.stringMatching(/values\[1\]$/),
      message: 'must be a string: quote it',
    });
    expect(JSON.stringify(found)).not.toContain('1.1');
  });
});
