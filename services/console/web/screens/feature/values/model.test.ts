import { describe, expect, it } from '@jest/globals';
import * as grids from './model.ts';

const variable = { client: false, description: '', constraints: null };
const feature = {
  variables: [
    { slug: 'enabled', type: 'boolean', ...variable } as const,
    { slug: 'max.steps', type: 'number', ...variable } as const,
  ],
  variations: [
    { slug: 'off', name: 'Off', values: { enabled: false, 'max.steps': 3 } },
    { slug: 'on', name: 'On', values: { enabled: true, 'max.steps': 1 } },
  ],
};
const grid = grids.toGrid(feature);

describe('the grid', () => {
  it('is sent as it was read, with what each part is called', () => {
    const { variables, variations } = grids.toBody(grid);
    expect(variables.map(({ slug, was }) => [slug, was])).toEqual([
      ['enabled', 'enabled'],
      ['max.steps', 'max.steps'],
    ]);
    expect(variations).toEqual(feature.variations.map((each) => ({ ...each, was: each.slug })));
  });

  it('gets new parts, whose values are given at once', () => {
    const wider = grids.addVariable(grid, { slug: 'title', type: 'string' });
    const longer = grids.addVariation(wider, { slug: 'two', name: '' });
    const { variables, variations } = grids.toBody(longer);
    expect(variables.at(-1)).toMatchObject({ slug: 'title', was: null });
    expect(variations.at(-1)).toEqual({
      slug: 'two',
      name: 'two',
      was: null,
      values: { enabled: true, 'max.steps': 1, title: '' },
    });
    expect(grids.addVariable(wider, { slug: 'more', type: 'json' }).variables.at(-1)?.key).toBe('+2');
  });

  it('keeps values while a variable is renamed, and loses them with it', () => {
    const renamed = grids.changeVariable(grid, 'max.steps', { slug: 'steps' });
    expect(grids.toBody(renamed).variations[0]).toMatchObject({ values: { enabled: false, steps: 3 } });
    const removed = grids.removeVariable(grid, 'enabled');
    expect(grids.toBody(removed).variations[0]!.values).toEqual({ 'max.steps': 3 });
  });

  it('moves rows no further than its ends', () => {
    const order = (by: number) => grids.moveVariation(grid, 'on', by).variations.map(({ slug }) => slug);
    expect([order(-1), order(-5), order(1)]).toEqual([
      ['on', 'off'],
      ['on', 'off'],
      ['off', 'on'],
    ]);
  });

  it('says of each value that cannot be sent what is wrong, under the name that the server has for it', () => {
    const wrong = grids.withValue(grid, 'on', 'max.steps', '1,5');
    expect([...grids.findProblems(wrong).keys()]).toEqual(['variations[1].values["max.steps"]']);
    expect(grids.findProblems(grid).size).toBe(0);
    expect(grids.valuePath(0, 'max-steps')).toBe('variations[0].values.max-steps');
  });

  it('is the same again after a value was changed there and back', () => {
    const there = grids.withValue(grid, 'on', 'enabled', 'false');
    expect(grids.withValue(there, 'on', 'enabled', 'true')).toEqual(grid);
  });
});

describe('a draft in terms of another stored version', () => {
  const feature = (slugs: readonly string[], rows: readonly string[]) =>
    grids.toGrid({
      variables: slugs.map((slug) => ({
        slug,
        type: 'string' as const,
        client: false,
        description: '',
        constraints: null,
      })),
      variations: rows.map((slug) => ({
        slug,
        name: slug,
        values: Object.fromEntries(slugs.map((each) => [each, slug])),
      })),
    });
  const stored = feature(['layout'], ['off', 'on']);
  const keysOf = ({ variables, variations }: grids.Grid) =>
    [...variables, ...variations].map(({ key }) => key);

  it('keeps its renames, also of what a merge has answered by slugs', () => {
    const draft = grids.changeVariation(grids.changeVariable(stored, 'layout', { slug: 'look' }), 'on', {
      slug: 'yes',
    });
    const merged = feature(['look'], ['off', 'yes']);
    const carried = grids.carryOver(merged, stored, draft);
    expect(keysOf(carried)).toEqual(['layout', 'off', 'on']);
    expect(carried.variations.map(({ values }) => values)).toEqual([{ layout: 'off' }, { layout: 'yes' }]);
  });

  it('follows what somebody else renamed, where it has the new slug', () => {
    const merged = feature(['look'], ['off', 'on']);
    expect(keysOf(grids.carryOver(merged, merged, stored))).toEqual(['look', 'off', 'on']);
  });

  it('makes anew what was deleted, with its values', () => {
    const carried = grids.carryOver(stored, feature([], ['off']), stored);
    expect(keysOf(carried)).toEqual(['+1', 'off', '+1']);
    expect(carried.variations.map(({ values }) => values)).toEqual([{ '+1': 'off' }, { '+1': 'on' }]);
  });

  it('takes what both added for one part', () => {
    const draft = grids.addVariation(stored, { slug: 'new', name: 'Mine' });
    expect(keysOf(grids.carryOver(draft, feature(['layout'], ['off', 'on', 'new']), draft))).toEqual([
      'layout',
      'off',
      'on',
      'new',
    ]);
  });
});
