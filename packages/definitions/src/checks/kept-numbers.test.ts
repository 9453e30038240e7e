import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isExact, roundedNumbers } from './kept-numbers.ts';

describe('a number', () => {
  it.each([
    '0',
    '-0',
    '0.1',
    '1.10',
    '3.141592653589793238462643383279',
    '9007199254740992',
    '-9007199254740991.0',
    '9007199254740994',
    '100000000000000000000000',
    '1e23',
    '1E+300',
    '12e-1',
    '1e400',
    '0x20000000000000',
    '0o7',
  ])('%s is kept', (written) => expect(isExact(written)).toBe(true));

  it.each([
    '9007199254740993',
    '-9007199254740993',
    '9007199254740993.0',
    '900719925474099.3e1',
    '9007199254740993000e-3',
    '12345678901234567890',
    '100000000000000000000001',
    '0x20000000000001',
  ])('%s is not', (written) => expect(isExact(written)).toBe(false));

  it('that JSON writes is kept', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isExact(JSON.stringify(value))).toBe(true);
      }),
    );
  });
});

describe('a text of JSON', () => {
  it('tells the path of every number that would become another one', () => {
    const json = String.raw`{
      "9007199254740993": "9007199254740993, \\\"9007199254740993\\",
      "list": [1, [], {"a b": [9007199254740993, {"x":{}}, 12345678901234567890]}],
      "empty": {}, "last"   :   -9007199254740993}`;
    expect(roundedNumbers(json)).toEqual([
      {
        path: 'list[2]["a b"][0]',
        message:
          'must be a number that can be stored exactly: 9007199254740993 would become 9007199254740992',
      },
      { path: 'list[2]["a b"][2]', message: expect.stringContaining('12345678901234567890 would become') },
      { path: 'last', message: expect.stringContaining('-9007199254740993 would become -9007199254740992') },
    ]);
  });

  it('is found nothing in that stands in texts and names', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, text) => {
        const json = JSON.stringify({
          [`9007199254740993${text}`]: value,
          text: `${text}"9007199254740993\\`,
        });
        expect(roundedNumbers(json)).toEqual([]);
        expect(roundedNumbers(`[${json}, 9007199254740993]`)).toMatchObject([{ path: '[1]' }]);
      }),
    );
  });

  it('may be long and full of such numbers; what is deep is for others to refuse', () => {
    const deep = `${'['.repeat(100_000)}9007199254740993${']'.repeat(100_000)}`;
    expect(roundedNumbers(deep)).toEqual([]);
    const full = `[${Array.from({ length: 50_000 }, () => '9007199254740993').join()}]`;
    expect(roundedNumbers(full)).toHaveLength(1_001);
    expect(roundedNumbers(full, 20)).toHaveLength(21);
    expect(roundedNumbers(`["${String.raw`\\`.repeat(500_000)}", 9007199254740993]`)).toHaveLength(1);
  });

  it('costs what its characters cost, whatever zeros stand in a number and however long the names are', () => {
    const zeros = '0'.repeat(500_000);
    const name = `"${String.raw`\u0061\"`.repeat(60_000)}"`;
    const before = process.cpuUsage();
    expect(isExact(`1.${zeros}1`)).toBe(true);
    expect(roundedNumbers(`[0.1${zeros}1, 1${zeros}1e-500001, 9007199254740993]`)).toHaveLength(1);
    const full = roundedNumbers(`{${name}: [${'9007199254740993,'.repeat(2_000)}0]}`);
    const { user, system } = process.cpuUsage(before);
    // Half a million zeros took minutes while a regular expression trimmed them.
    expect((user + system) / 1e6).toBeLessThan(5);
    expect(full).toHaveLength(1_001);
    expect(full[0]!.path).toMatch(/^\["(a\\"){50}…"\]\[0\]$/);
    expect(full[0]!.path.length).toBeLessThan(200);
  });
});
