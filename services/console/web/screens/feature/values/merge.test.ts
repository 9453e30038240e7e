import { expect, it } from '@jest/globals';
import { gridOver, mergeGrids } from './merge.ts';
import * as grids from './model.ts';

const variable = { client: false, description: '', constraints: null };
const from = grids.gridOf({
  variables: [{ slug: 'layout', type: 'string', ...variable }],
  variations: [
    { slug: 'off', name: 'Off', values: { layout: 'a' } },
    { slug: 'on', name: 'On', values: { layout: 'b' } },
  ],
});
const set = (grid: grids.Grid, variation: string, text: string) =>
  grids.withValue(grid, variation, 'layout', text);

it('what only one of both changed is kept', () => {
  const { grid, conflicts } = mergeGrids(from, set(from, 'off', 'theirs'), set(from, 'on', 'draft'));
  expect(conflicts).toEqual([]);
  expect(grid.variations.map(({ values }) => values['layout'])).toEqual(['theirs', 'draft']);
});

it('the same change of both is none, and nothing is lost where one changed nothing', () => {
  const changed = grids.addVariation(set(from, 'off', 'x'), { slug: 'two', name: 'Two' });
  expect(mergeGrids(from, changed, from)).toEqual({ grid: changed, conflicts: [], lost: [] });
  expect(mergeGrids(from, from, changed)).toEqual({ grid: changed, conflicts: [], lost: [] });
  expect(mergeGrids(from, set(from, 'on', 'x'), set(from, 'on', 'x')).conflicts).toEqual([]);
});

it('what both changed differently is asked, cell by cell', () => {
  const [theirs, draft] = [set(from, 'on', 'theirs'), set(from, 'on', 'draft')];
  const { grid, conflicts } = mergeGrids(from, theirs, draft);
  expect(conflicts).toEqual([{ path: 'on/layout', message: 'layout of On', now: 'theirs', wanted: 'draft' }]);
  expect(grid).toEqual(draft);
  expect(mergeGrids(from, theirs, draft, { 'on/layout': 'now' }).grid).toEqual(theirs);
});

it('what one deleted and the other changed is asked, or reported where it cannot be kept', () => {
  const draft = grids.removeVariation(from, 'on');
  const { conflicts, grid } = mergeGrids(from, set(from, 'on', 'theirs'), draft);
  expect(conflicts).toMatchObject([{ message: 'variation on', now: 'changed', wanted: 'deleted' }]);
  expect(grid).toEqual(draft);
  expect(mergeGrids(from, draft, set(from, 'on', 'draft')).lost).toEqual([
    'The variation on was deleted or renamed meanwhile.',
  ]);
});

it('a variable that one added has a value in the variation that the other added', () => {
  const theirs = grids.gridOf({
    variables: [
      { slug: 'layout', type: 'string', ...variable },
      { slug: 'colour', type: 'string', ...variable },
    ],
    variations: ['off', 'on'].map((slug) => ({ slug, name: slug, values: { layout: 'a', colour: 'red' } })),
  });
  const draft = grids.addVariation(from, { slug: 'two', name: 'Two' });
  const { variations } = mergeGrids(from, theirs, draft).grid;
  expect(variations.at(-1)).toMatchObject({ slug: 'two', values: { layout: 'b', colour: 'red' } });
});

it("one's own order of rows stays", () => {
  const draft = grids.moveVariation(from, 'on', -1);
  const { grid } = mergeGrids(from, set(from, 'off', 'theirs'), draft);
  expect(grid.variations.map(({ slug, values }) => [slug, values['layout']])).toEqual([
    ['on', 'b'],
    ['off', 'theirs'],
  ]);
});

it('one’s own grid over theirs makes anew what they deleted', () => {
  const theirs = grids.removeVariation(grids.removeVariable(from, 'layout'), 'on');
  const draft = grids.addVariation(set(from, 'on', 'draft'), { slug: 'two', name: 'Two' });
  const { variables, variations } = gridOver(theirs, draft);
  expect(variables.map(({ key, slug }) => [key, slug])).toEqual([['+1', 'layout']]);
  expect(variations.map(({ key, slug, values }) => [key, slug, values])).toEqual([
    ['off', 'off', { '+1': 'a' }],
    ['+2', 'on', { '+1': 'draft' }],
    ['+1', 'two', { '+1': 'draft' }],
  ]);
  expect(gridOver(from, draft)).toEqual({ variables: draft.variables, variations: draft.variations });
});
