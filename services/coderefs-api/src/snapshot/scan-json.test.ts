import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createJsonScanner } from './scan-json.ts';

/** Returns the calls of a listener when the body is cut into pieces of `size` bytes; or the error. */
function scan(text: string | Buffer, size = 1_000) {
  const members: [name: string, value: unknown, isList: boolean][] = [];
  const entries: unknown[] = [];
  const scanner = createJsonScanner({
    onMember: (...received) => void members.push(received),
    onEntry: (entry) => entries.push(entry && { ...entry }) > 0,
    onTooMuchElse() {
      throw new Error('Too much else.');
    },
  });
  const bytes = Buffer.from(text as string);
  try {
    for (let from = 0; from < bytes.length; from += size) scanner.write(bytes.subarray(from, from + size));
    scanner.end();
  } catch (error) {
    return (error as Error).message;
  }
  return { members, entries };
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const scalar = (value: unknown) => (typeof value === 'object' && value !== null ? {} : value);
const fields = ['key', 'file', 'line_number', 'snippet'];

/** Computes the same with JSON.parse. */
function parsed(text: string) {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'Invalid JSON.';
  }
  if (!isObject(body)) return 'Body must be a JSON object.';
  const lists: unknown[] = [];
  const members = Object.entries(body as object).map(([name, value]) => {
    const isList = name === 'references' && Array.isArray(value);
    if (isList) lists.push(...(value as unknown[]));
    return [name, scalar(value), isList];
  });
  const entries = lists.map((entry) =>
    isObject(entry)
      ? Object.fromEntries(
          Object.entries(entry as object).flatMap(([name, value]) =>
            fields.includes(name) ? [[name, scalar(value)]] : [],
          ),
        )
      : undefined,
  );
  return { members, entries };
}

const word = fc.oneof(
  fc.constantFrom('references', 'project', 'branch', '__proto__', 'constructor', '', 'é\u{1F600}"\\\n'),
  fc.constantFrom(...fields),
);
const { value: anything, entry } = fc.letrec<{ value: unknown; entry: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -1, 1.5, 'text', '\ud800', 'snippet'),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('entry'),
  ),
  entry: fc.dictionary(word, tie('value'), { maxKeys: 4, noNullPrototype: true }),
}));
const body = fc
  .tuple(
    fc.dictionary(word, anything, { maxKeys: 4, noNullPrototype: true }),
    fc.array(fc.oneof(entry, anything)),
  )
  .map(([members, references]) => ({ ...members, references }));

const onTooMuchElse = (): never => {
  throw new Error('Too much else.');
};

describe('the scanner of bodies', () => {
  it('reports what JSON.parse returns, wherever the body is cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(body, anything),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(2),
        (value, size, indent) => {
          const text = JSON.stringify(value, null, indent);
          expect(scan(text, size)).toEqual(parsed(text));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses what JSON.parse refuses, wherever the body is cut', () => {
    const damaged = fc
      .tuple(body, fc.nat(), fc.constantFrom('', ',', '}', ']', '{', '"', '0', ':', 'x', ' '))
      .map(([value, line, put]) => {
        const text = JSON.stringify(value);
        const at = line % text.length;
        return text.slice(0, at) + put + text.slice(at + 1);
      });
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const expected = parsed(text);
        // A member that is listed twice is reported twice; JSON.parse keeps the last one.
        if (typeof expected === 'string') expect(scan(text, size)).toBe(expected);
        else expect(scan(text, size)).not.toBe('Invalid JSON.');
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{"a":1,}',
    '{"references":[1,]}',
    '{"references":[,1]}',
    '{"references":[1 2]}',
    '{"references":[}',
    '{"references":[]',
    '{"a":01}',
    '{"a":.5}',
    '{"a":1.}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a":tru}',
    "{'a':1}",
    '{a:1}',
    '{"a":"\t"}',
    String.raw`{"a":"\x41"}`,
    '{"a":1}{"b":2}',
    '{"a":1} x',
    '{"a":"',
    '{"a":/**/1}',
    '\uFEFF\uFEFF{}',
    ' \uFEFF{}',
    '{}\uFEFF',
    ' ',
  ])('refuses %j', (text) => {
    expect(parsed(text)).toBe('Invalid JSON.');
    for (const size of [1, 1_000]) expect(scan(text, size)).toBe('Invalid JSON.');
  });

  it.each([
    ['bytes that are no UTF-8', '{"a":"\xff"}'],
    ['overlong UTF-8', '{"a":"\xc0\xaf"}'],
    ['a surrogate in UTF-8', '{"a":"\xed\xa0\x80"}'],
    ['UTF-8 that is cut off', '{"a":"\xe4\xb8"}'],
  ])('refuses %s', (_, text) => {
    for (const size of [1, 2, 1_000]) expect(scan(Buffer.from(text, 'latin1'), size)).toBe('Invalid JSON.');
  });

  it('reads an empty body as an empty object', () => {
    expect(scan('')).toEqual({ members: [], entries: [] });
    expect(scan('\uFEFF')).toEqual({ members: [], entries: [] });
  });

  it('ignores a byte order mark in front, however it is cut', () => {
    const text = '{"project":"web","references":[{"key":"a\uFEFF"}]}';
    for (const size of [1, 2, 3, 4, 1_000]) {
      expect(scan(`\uFEFF${text}`, size)).toEqual(scan(text, 1_000));
      for (const start of [[0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbe]]) {
        const broken = Buffer.concat([Buffer.from(start), Buffer.from(text)]);
        expect(scan(broken, size)).toBe('Invalid JSON.');
        expect(scan(Buffer.from(start), size)).toBe('Invalid JSON.');
      }
    }
  });

  it('passes on what its listener throws', () => {
    const scanner = createJsonScanner({
      onMember: () => {
        throw new TypeError('a mistake of ours');
      },
      onEntry: () => true,
      onTooMuchElse,
    });
    expect(() => scanner.write(Buffer.from('{"a":1}'))).toThrow('a mistake of ours');
  });

  it('refuses what is nested more than 32 deep', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(scan(nested(32))).toMatchObject({ entries: [] });
    expect(scan(nested(33))).toBe('Invalid JSON.');
    expect(scan('['.repeat(1_000_000))).toBe('Invalid JSON.');
  });

  it.each([
    ['a text', '{"branch":"', 'x'],
    ['a text of spaces', '{"branch":"', ' '],
    ['escapes', '{"branch":"', String.raw`\u0041`],
    ['a number', '{"branch":', '1'],
    ['a name', '{"', 'x'],
    ['the space before a value', '{"branch":', ' '],
    ['a text alone', '"', 'x'],
  ])('refuses %s of more than 64 KiB before it ends', (_, start, part) => {
    const scanner = createJsonScanner({ onMember() {}, onEntry: () => true, onTooMuchElse });
    const piece = Buffer.from(part.repeat(Math.floor(8_192 / part.length)));
    scanner.write(Buffer.from(start));
    for (let i = 0; i < 7; i++) scanner.write(piece);
    expect(() => {
      for (let i = 0; i < 2; i++) scanner.write(piece);
    }).toThrow('A value in the body, or the white space between two values, is longer than 65536 bytes.');
  });

  it('reads values up to that length, and any space around the whole', () => {
    const long = 'x'.repeat(60_000);
    const space = ' '.repeat(1_000_000);
    expect(scan(`${space}{"branch":"${long}"}${space}`)).toMatchObject({
      members: [['branch', long, false]],
    });
  });

  it('reads as many unknown members as the entries allow, and a hundred thousand tokens more', () => {
    expect(scan(`{"x":[${'0,'.repeat(49_000)}0]}`)).toMatchObject({ entries: [] });
    expect(scan(`{"x":[${'0,'.repeat(51_000)}0]}`)).toBe('Too much else.');
    const entry = `{"key":"k","file":"f","tags":[${'0,'.repeat(15)}0]}`;
    const list = `{"references":[${Array.from({ length: 5_000 }, () => entry).join(',')}]}`;
    expect(scan(list)).toMatchObject({ entries: { length: 5_000 } });
  });
});
