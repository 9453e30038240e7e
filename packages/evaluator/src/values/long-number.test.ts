import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createReread, LongNumber, parseWithDigits } from './long-number.ts';

/** Returns the value as JSON, in which long numbers are texts. */
const shown = (json: string): unknown => JSON.parse(JSON.stringify(parseWithDigits(json)));

describe('parseWithDigits', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['4611686018427387904', '4611686018427387904'],
    ['9007199254740993.0', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['90071992547409930E-1', '9007199254740993'],
    ['90071992547409931e1', '900719925474099310'],
    [`1${'0'.repeat(200)}1`, `1${'0'.repeat(200)}1`],
  ])('keeps the digits of %s', (json, digits) => {
    const value = parseWithDigits(json);
    expect(value).toBeInstanceOf(LongNumber);
    expect((value as LongNumber).digits).toBe(digits);
    expect((value as LongNumber).value).toBe(Number(json));
    expect(JSON.stringify({ value })).toBe(`{"value":"${digits}"}`);
  });

  it.each([
    '9007199254740991',
    '9007199254740992',
    '9007199254740994',
    '10000000000000000000000',
    '1e21',
    '-0',
    '0.1234567890123456789',
    '9007199254740993.5',
    '1e400',
    '1e-400',
    '123456789012345e-3',
  ])('leaves %s to JSON.parse', (json) => {
    expect(parseWithDigits(json)).toBe(JSON.parse(json));
  });

  it('finds them everywhere but in texts and names', () => {
    const json =
      '{"9007199254740993":"9007199254740993","a":[9007199254740993,{"b\\"":" 9007199254740993 \\\\"},[]],"__proto__":9007199254740993}';
    expect(shown(json)).toEqual(
      JSON.parse(
        json
          .replace('[9007199254740993,', '["9007199254740993",')
          .replace(':9007199254740993}', ':"9007199254740993"}'),
      ),
    );
  });

  it('takes no text for a number, whatever it begins with', () => {
    const texts = Array.from({ length: 12 }, (_, index) => `${index} 9007199254740993`);
    const [read, ...number] = parseWithDigits(
      JSON.stringify([texts, '?']).replace('"?"', '9007199254740993'),
    ) as unknown[];
    expect(read).toEqual(texts);
    expect(number).toEqual([new LongNumber('9007199254740993')]);
  });

  it('gives what JSON.parse gives for all other JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        expect(shown(json)).toEqual(shown(JSON.stringify(JSON.parse(json))));
      }),
    );
  });

  it('reads once, when it is asked to', () => {
    let times = 0;
    const reread = createReread(() => {
      times += 1;
      return '\ufeff{"n":9007199254740993}';
    });
    expect(times).toBe(0);
    expect(reread()).toBe(reread());
    expect(times).toBe(1);
  });

  it('takes time that grows with the text alone', () => {
    const json = `[${'9007199254740993,'.repeat(20_000)}1]`;
    const before = process.cpuUsage();
    expect(parseWithDigits(json)).toHaveLength(20_001);
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(1_500_000);
  });
});

describe('a long number', () => {
  it.each([
    ['9007199254740993', 9007199254740992, 1],
    ['9007199254740993', 9007199254740994, -1],
    ['9007199254740995', 9007199254740996, -1],
    ['-9007199254740993', -9007199254740992, -1],
    ['-9007199254740993', -9007199254740994, 1],
    ['9007199254740993', 5, 1],
    ['9007199254740993', 1e300, -1],
  ])('%s is beside %d: %d', (digits, number, order) => {
    expect(new LongNumber(digits).compare(number)).toBe(order);
  });
});
