import { expect, it } from '@jest/globals';
import { parseValue, formatValue } from './value.ts';

it('a number keeps its writing, and is read as JSON reads it', () => {
  for (const text of ['12', '-0.5', '1e6', '1.10', '9007199254740994'])
    expect([text, parseValue('number', text)]).toEqual([text, { value: Number(text) }]);
  const problem = 'Enter a number such as 12, -0.5 or 1e6.';
  for (const text of ['', '1,5', '0x10', '.5', '01', 'NaN', '12 px'])
    expect([text, parseValue('number', text)]).toEqual([text, { problem }]);
});

it('a number that would become another one is refused, in documents too', () => {
  const problem = '12345678901234567890 can’t be stored exactly. It would become 12345678901234567168.';
  expect(parseValue('number', '12345678901234567890')).toEqual({ problem });
  expect(parseValue('json', '{"a": [12345678901234567890]}')).toEqual({ problem });
  expect(parseValue('json', '{"a": "12345678901234567890"}')).toEqual({
    value: { a: '12345678901234567890' },
  });
  expect(parseValue('number', '1e999').problem).toBe('1e999 is too large.');
});

it('documents are JSON and not null', () => {
  expect(parseValue('json', '{"a": 1}')).toEqual({ value: { a: 1 } });
  expect(parseValue('json', '{"a": }').problem).toMatch(/^Not valid JSON/);
  expect(parseValue('json', 'null').problem).toMatch(/must not be null/);
});

it('a stored value stands in the grid as it is written', () => {
  expect(formatValue('string', 'a "b"')).toBe('a "b"');
  expect(formatValue('json', { a: ['b'] })).toBe('{"a":["b"]}');
  expect(formatValue('boolean', true)).toBe('true');
  expect(formatValue('number', undefined)).toBe('0');
});
