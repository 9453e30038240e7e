import { expect, it } from '@jest/globals';
import { readWholeList } from './whole-list.ts';

/** Creates a list of numbers in pages of ten. */
function listOf(count: number) {
  const asked: (string | undefined)[] = [];
  const readPage = ({ cursor }: { cursor?: string }) => {
    asked.push(cursor);
    const begin = Number(cursor ?? 0);
    const end = Math.min(begin + 10, count);
    const items = Array.from({ length: end - begin }, (_, index) => begin + index);
    return Promise.resolve({ items, next_cursor: end < count ? String(end) : null });
  };
  return { asked, readPage };
}

it('a list of one page is read with one request', async () => {
  const { asked, readPage } = listOf(10);
  expect((await readWholeList(readPage)).items).toHaveLength(10);
  expect(asked).toEqual([undefined]);
});

it('a list of several pages is read to its end', async () => {
  const { asked, readPage } = listOf(25);
  const { items, isCut } = await readWholeList(readPage);
  expect(items).toEqual(Array.from({ length: 25 }, (_, index) => index));
  expect({ isCut, asked }).toEqual({ isCut: false, asked: [undefined, '10', '20'] });
});

it.each([
  [100, false],
  [101, true],
])(
  'of a list of %d items in pages of ten a hundred are read, and whether there are more is said: %s',
  async (count, isCut) => {
    const { asked, readPage } = listOf(count);
    expect(await readWholeList(readPage)).toEqual({
      items: Array.from({ length: 100 }, (_, index) => index),
      isCut,
    });
    expect(asked).toHaveLength(10);
  },
);
