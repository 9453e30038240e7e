import { describe, expect, it } from '@jest/globals';
import { Type } from '@bunting/definitions/type';
import { createQueryReader, querySchema } from './query.ts';

const read = createQueryReader(
  querySchema({
    whole: Type.Optional(Type.Integer()),
    decimal: Type.Optional(Type.Number()),
    flag: Type.Optional(Type.Boolean()),
    text: Type.Optional(Type.String()),
    limit: Type.Integer({ default: 50 }),
  }),
);
const valueOf = (name: string, text: string) => {
  const { query, problems } = read(`/?${name}=${encodeURIComponent(text)}`);
  return problems.length === 0 ? query[name] : problems;
};

describe('a query', () => {
  it.each([
    ['whole', '0', 0],
    ['whole', '200', 200],
    ['whole', '-7', -7],
    ['decimal', '0', 0],
    ['decimal', '0.950', 0.95],
    ['decimal', '-12.5', -12.5],
    ['flag', 'true', true],
    ['flag', 'false', false],
  ])('takes %s=%s', (name, text, value) => {
    expect(valueOf(name, text)).toBe(value);
  });

  it.each([
    '',
    ' 5',
    '5 ',
    '5\n',
    '+5',
    '05',
    '-0',
    '--5',
    '5.0',
    '5.',
    '1e1',
    '0x10',
    '0b1',
    '1_0',
    '1,000',
    '5n',
    '٥',
    '５',
    'NaN',
    'Infinity',
    'null',
    'true',
    '[5]',
  ])('takes no %j for a whole number', (text) => {
    expect(valueOf('whole', text)).toEqual([{ path: 'query.whole', message: 'must be a whole number' }]);
  });

  it.each(['%ff', '%fe', 'a%c3', '%ed%a0%80', '%c0%80'])(
    'refuses a text of bytes that are no UTF-8, which would read as another: %s',
    (text) => {
      const problems = [{ path: 'query', message: 'must be percent-encoded UTF-8' }];
      expect(read(`/?text=${text}`)).toEqual({ query: {}, problems });
      expect(read(`/?${text}=1`)).toEqual({ query: {}, problems });
    },
  );

  it.each([
    ['caf%C3%A9+1', 'caf\u00e9 1'],
    ['100%', '100%'],
    ['%zz%', '%zz%'],
  ])('reads %s as %j', (text, value) => {
    expect(read(`/?text=${text}`)).toMatchObject({ query: { text: value }, problems: [] });
  });

  it.each(['', '.5', '5.', '+0.5', ' 0.5', '0.5 ', '00.5', '0,5', '5e-1', '0x0.8', 'Infinity', 'NaN'])(
    'does not read %j as a number',
    (text) => {
      expect(valueOf('decimal', text)).toEqual([{ path: 'query.decimal', message: 'must be a number' }]);
    },
  );

  it('accepts a parameter once, and lists all problems', () => {
    expect(read('/?whole=1&whole=1&flag=yes&colour=red&colour=blue').problems).toEqual([
      { path: 'query.whole', message: 'must be set only once', code: 'duplicate' },
      { path: 'query.flag', message: 'must be true or false' },
      { path: 'query.colour', message: 'is not a known member', code: 'unknown_member' },
    ]);
  });

  it('fills in defaults', () => {
    expect(read('/')).toEqual({ query: { limit: 50 }, problems: [] });
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses %s as unknown', (name) => {
    expect(read(`/?${name}=1`).problems).toEqual([
      { path: `query.${name}`, message: 'is not a known member', code: 'unknown_member' },
    ]);
  });
});
