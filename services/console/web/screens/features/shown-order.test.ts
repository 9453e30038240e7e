import { expect, it } from '@jest/globals';
import { inShownOrder } from './shown-order.ts';

it.each([
  ['nothing is shown yet: as they come', 'b a c', '', 'b a c'],
  ['one that moved keeps its place', 'c a b', 'a b c', 'a b c'],
  ['one that is gone leaves no gap', 'a c', 'a b c', 'a c'],
  ['a new one in front of all is the first', 'n a b c', 'a b c', 'n a b c'],
  ['a new one between others comes last', 'a n b c', 'a b c', 'a b c n'],
  ['another page follows in its own order', 'a b c d e', 'b a', 'b a c d e'],
  ['everything is new: as they come', 'd e', 'a b', 'd e'],
])('%s', (_what, rows, shown, expected) => {
  const words = (text: string) => text.split(' ').filter((each) => each !== '');
  expect(inShownOrder(words(rows), words(shown), (row) => row)).toEqual(words(expected));
});
