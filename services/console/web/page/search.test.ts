import { expect, it } from '@jest/globals';
import { oneOf, readSearch, words } from './search.ts';

it('reads what it understands, and what it does not is put over what the address says', () => {
  const given = { text: 12, state: 'maybe', env: 'production', other: 'x' };
  const read = readSearch(given, { ...words('text', 'env', 'tag'), state: oneOf('on', 'off') });
  expect({ ...given, ...read }).toEqual({ text: '12', state: undefined, env: 'production', other: 'x' });
  expect(Object.keys(read)).toEqual(['text', 'env', 'state']);
});
