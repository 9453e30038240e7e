import { expect, it } from '@jest/globals';
import { toGrid } from './model.ts';
import { isMarked, getPartName, getValueError } from './grid-errors.ts';

const variable = { client: false, description: '', constraints: null };
const grid = toGrid({
  variables: [
    { slug: 'layout', type: 'string', ...variable },
    { slug: 'max.steps', type: 'json', ...variable },
  ],
  variations: [
    { slug: 'off', name: 'Off', values: { layout: 'classic', 'max.steps': {} } },
    { slug: 'on', name: '', values: { layout: 'one', 'max.steps': {} } },
  ],
});

it.each([
  ['variations[0].values.layout', 'layout of Off', true],
  ['variations[1].values["max.steps"].most', 'max.steps of on', true],
  ['variations[0].values.layouts', 'Off', false],
  ['variations[0].name', 'Off', true],
  ['variations[1].slug', 'on', false],
  ['variables[1].constraints.schema', 'max.steps', false],
  ['variables[10].slug', 'variables[10].slug', false],
  ['', '', false],
])('%s is called %s', (path, name, marked) => {
  expect([getPartName(grid, path), isMarked(grid, path)]).toEqual([name, marked]);
});

it('a value is told what is wrong with it, and with parts of it', () => {
  const problems = new Map([
    ['variations[0].values.layout', 'is too long'],
    ['variations[1].values["max.steps"].most', 'must be a number'],
  ]);
  expect(getValueError(problems, 0, 'layout')).toBe('is too long');
  expect(getValueError(problems, 1, 'max.steps')).toBe('must be a number');
  expect(getValueError(problems, 1, 'layout')).toBeUndefined();
});
