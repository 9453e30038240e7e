import { describe, expect, it } from '@jest/globals';
import {
  listColumns,
  toFilter,
  getCellState,
  isFiltered,
  isUnasked,
  listActiveFilters,
  getNarrowColumn,
  nothingFound,
  getRange,
  shortName,
  shownColumns,
  withNarrow,
} from './model.ts';

const none = {
  targeting: 'none',
  rules: [],
  rule_count: 0,
  defaults: {},
  override_count: 0,
  changed: null,
} as const;
const rule = { name: 'Half', enabled: true, serves: [{ variation: 'on', weight: 100 }] };
const on = { ...none, targeting: 'on', rules: [rule], rule_count: 1, defaults: { a: 'off' } } as const;

describe('the state of a feature in an environment', () => {
  it.each([
    ['nothing set', none, 'live', { text: 'Not set', tone: 'plain', details: [] }],
    [
      'a default',
      { ...none, defaults: { a: 'off' } },
      'live',
      { variation: 'off', tone: 'plain', details: [] },
    ],
    [
      'different defaults',
      { ...none, defaults: { a: 'off', b: 'on' } },
      'live',
      { text: 'Mixed defaults', tone: 'plain', details: [] },
    ],
    [
      'a rule that serves another variation than the default',
      on,
      'live',
      { variation: 'off', tone: 'on', details: ['1 rule'] },
    ],
    [
      'seven rules and two overrides',
      { ...on, rule_count: 7, override_count: 2 },
      'live',
      { variation: 'off', tone: 'on', details: ['7 rules', '2 overrides'] },
    ],
    [
      'rules and no default',
      { ...on, defaults: {} },
      'live',
      { text: 'No default', tone: 'on', details: ['1 rule'] },
    ],
    [
      'only disabled rules',
      { ...on, rules: [{ ...rule, enabled: false }] },
      'live',
      { variation: 'off', tone: 'on', details: ['No active rules'] },
    ],
    [
      'no rules',
      { ...on, rules: [], rule_count: 0 },
      'live',
      { variation: 'off', tone: 'on', details: ['No active rules'] },
    ],
    [
      'targeting switched off',
      { ...on, targeting: 'off' },
      'live',
      { text: 'Switched off', tone: 'off', details: [] },
    ],
    ['the status complete', on, 'complete', { variation: 'off', tone: 'plain', details: [] }],
    [
      'the status complete and no default',
      { ...on, defaults: {} },
      'complete',
      { text: 'Not set', tone: 'plain', details: [] },
    ],
    ['the status archived', on, 'archived', { text: 'Not served', tone: 'off', details: [] }],
  ] as const)('with %s', (_, summary, status, expected) => {
    expect(getCellState(summary, status)).toEqual(expected);
  });
});

describe('the chips of active filters', () => {
  const environments = [{ slug: 'production', name: 'Production' }] as never;
  it.each([
    ['none', {}, []],
    ['a search and a status, which have fields of their own', { text: 'a', status: 'live' }, []],
    ['a state', { env: 'production', state: 'off' }, ['Production: Switched off']],
    ['a state of an environment that was deleted', { env: 'gone', state: 'on' }, ['gone: On']],
    ['a state without an environment', { state: 'on' }, []],
    [
      'code, tag and owner',
      { code: 'none', tag: 'web', owner: 'ada' },
      ['Not referenced in code', 'Tag: web', 'Owner: ada'],
    ],
  ] as const)('of %s', (_, search, expected) => {
    expect(listActiveFilters(search, environments).map(({ label }) => label)).toEqual(expected);
  });

  it('clear the parameters that they stand for', () => {
    expect(listActiveFilters({ env: 'production', state: 'on' }, environments)[0]?.cleared).toEqual({
      env: undefined,
      state: undefined,
    });
  });
});

describe('the address of the list', () => {
  it('says what the server is asked for', () => {
    const plain = { sort: 'slug', order: 'asc' };
    expect(toFilter({})).toMatchObject(plain);
    expect(toFilter({ sort: '-evaluated', code: 'none' })).toMatchObject({
      sort: 'last_evaluated_at',
      order: 'desc',
      referenced: false,
    });
    expect(toFilter({ env: 'staging', state: 'on' })).toMatchObject({ env: 'staging', state: 'on' });
  });

  it('that lost a part is read as if it had never been there', () => {
    expect(toFilter({ state: 'on' })).not.toHaveProperty('state');
    expect(toFilter({ env: 'staging' })).not.toHaveProperty('env');
  });

  it('is filtered by anything but its order', () => {
    expect([isFiltered({ sort: 'name' }), isFiltered({ tag: 'a' })]).toEqual([false, true]);
  });
});

it.each([
  [{ tag: 'a' }, 'No features match these filters.'],
  [{ text: 'x', sort: 'name' }, 'No feature has “x” in its name, slug, description or variables.'],
  [
    { text: 'x', tag: 'a' },
    'No feature has “x” in its name, slug, description or variables and matches the other filters.',
  ],
] as const)('an empty result for %j says: %s', (search, text) => {
  expect(nothingFound(search)).toBe(text);
});

describe('the columns', () => {
  const environments = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug, name: slug.toUpperCase() }));
  const keys = (chosen?: Record<string, boolean>) =>
    shownColumns(listColumns(environments as never), chosen).map(({ key }) => key);

  it('are those of the first four environments at first, and those that somebody chose', () => {
    expect(keys()).toEqual(['status', 'env:a', 'env:b', 'env:c', 'env:d', 'evaluated', 'changed']);
    expect(keys({ status: false, 'env:e': true, tags: true }).join(' ')).toBe(
      'env:a env:b env:c env:d env:e evaluated changed tags',
    );
  });
});

it('a narrow page shows the environment of last time, else the first that is shown', () => {
  const columns = listColumns([{ slug: 'a' }, { slug: 'b' }] as never);
  const narrow = (last?: string, from = columns) =>
    withNarrow(from, getNarrowColumn(from, last)).flatMap(({ key, isNarrow }) => (isNarrow ? [key] : []));
  expect([narrow(), narrow('b'), narrow('gone')]).toEqual([['env:a'], ['env:b'], ['env:a']]);
  expect(narrow('b', shownColumns(columns, { 'env:a': false, 'env:b': false }))).toEqual([]);
});

it.each([
  [undefined, 'b', ['b']],
  ['gone', 'b', ['b']],
  ['a', 'c', ['a', 'b', 'c']],
  ['c', 'a', ['a', 'b', 'c']],
] as const)('from %s to %s are %j', (from, to, rows) => {
  expect(getRange(['a', 'b', 'c'], from, to)).toEqual(rows);
});

it('an address is shortened to its name', () => {
  expect(['ada@acme.example', 'bootstrap'].map(shortName)).toEqual(['ada', 'bootstrap']);
});

it('leads to the first run while nothing of the whole project has been asked for', () => {
  const [never, once] = [{ last_evaluated_at: null }, { last_evaluated_at: '2026-11-23T10:00:00Z' }];
  expect(isUnasked([never, never], { sort: 'name' }, false)).toBe(true);
  expect(isUnasked([never, once], {}, false)).toBe(false);
  expect([isUnasked([never], { tag: 'a' }, false), isUnasked([never], {}, true)]).toEqual([false, false]);
});
