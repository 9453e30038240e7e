import { describe, expect, it } from '@jest/globals';
import {
  columnsOf,
  filterOf,
  isFiltered,
  isUnasked,
  narrowOf,
  nothingFound,
  rangeOf,
  shortName,
  shownColumns,
  stateOf,
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
const half = [
  { variation: 'off', weight: 50 },
  { variation: 'on', weight: 50 },
];
const rule = { name: 'Half', enabled: true, serves: half };
const on = { ...none, targeting: 'on', rules: [rule], rule_count: 1, defaults: { a: 'off' } } as const;
const everybody = [{ variation: 'off', weight: 100 }];

describe('the state of a feature in an environment', () => {
  it.each([
    ['nothing is set', none, 'live', { word: 'nothing', tone: 'plain', shares: [] }],
    [
      'a default',
      { ...none, defaults: { a: 'off' } },
      'live',
      { word: 'default', tone: 'plain', shares: everybody },
    ],
    [
      'different defaults',
      { ...none, defaults: { a: 'off', b: 'on' } },
      'live',
      { word: 'default', tone: 'plain', shares: [] },
    ],
    ['a rule', on, 'live', { word: '1 rule', tone: 'on', shares: half }],
    ['seven rules', { ...on, rule_count: 7 }, 'live', { word: '7 rules', tone: 'on', shares: half }],
    [
      'disabled rules alone',
      { ...on, rules: [{ ...rule, enabled: false }] },
      'live',
      { word: 'no rules', tone: 'on', shares: everybody },
    ],
    ['the switch off', { ...on, targeting: 'off' }, 'live', { word: 'off', tone: 'off', shares: [] }],
    ['complete', on, 'complete', { word: 'default', tone: 'plain', shares: everybody }],
    [
      'complete and no default',
      { ...on, defaults: {} },
      'complete',
      { word: 'nothing', tone: 'plain', shares: [] },
    ],
    ['archived', on, 'archived', { word: 'nothing', tone: 'off', shares: [] }],
  ] as const)('with %s', (_, summary, status, expected) => {
    expect(stateOf(summary, status)).toEqual(expected);
  });
});

describe('the address of the list', () => {
  it('says what the server is asked for', () => {
    const plain = { sort: 'slug', order: 'asc' };
    expect(filterOf({})).toMatchObject(plain);
    expect(filterOf({ sort: '-evaluated', code: 'none' })).toMatchObject({
      sort: 'last_evaluated_at',
      order: 'desc',
      referenced: false,
    });
    expect(filterOf({ env: 'staging', state: 'on' })).toMatchObject({ env: 'staging', state: 'on' });
  });

  it('that lost a part is read as if it had never been there', () => {
    expect(filterOf({ state: 'on' })).not.toHaveProperty('state');
    expect(filterOf({ env: 'staging' })).not.toHaveProperty('env');
  });

  it('is filtered by anything but its order', () => {
    expect([isFiltered({ sort: 'name' }), isFiltered({ tag: 'a' })]).toEqual([false, true]);
  });
});

it.each([
  [{ tag: 'a' }, 'No feature is as these filters say.'],
  [{ text: 'x', sort: 'name' }, 'No feature has “x” in its name, slug, description or variables.'],
  [
    { text: 'x', tag: 'a' },
    'No feature has “x” in its name, slug, description or variables and is as the other filters say.',
  ],
] as const)('nothing found with %j is said as %s', (search, said) => {
  expect(nothingFound(search)).toBe(said);
});

describe('the columns', () => {
  const environments = ['a', 'b', 'c', 'd', 'e'].map((slug) => ({ slug, name: slug.toUpperCase() }));
  const keys = (chosen?: Record<string, boolean>) =>
    shownColumns(columnsOf(environments as never), chosen).map(({ key }) => key);

  it('are those of the first four environments at first, and those that somebody chose', () => {
    expect(keys()).toEqual(['status', 'env:a', 'env:b', 'env:c', 'env:d', 'evaluated', 'changed']);
    expect(keys({ status: false, 'env:e': true, tags: true }).join(' ')).toBe(
      'env:a env:b env:c env:d env:e evaluated changed tags',
    );
  });
});

it('a narrow page shows the environment of last time, else the first that is shown', () => {
  const columns = columnsOf([{ slug: 'a' }, { slug: 'b' }] as never);
  const narrow = (last?: string, from = columns) =>
    withNarrow(from, narrowOf(from, last)).flatMap(({ key, isNarrow }) => (isNarrow ? [key] : []));
  expect([narrow(), narrow('b'), narrow('gone')]).toEqual([['env:a'], ['env:b'], ['env:a']]);
  expect(narrow('b', shownColumns(columns, { 'env:a': false, 'env:b': false }))).toEqual([]);
});

it.each([
  [undefined, 'b', ['b']],
  ['gone', 'b', ['b']],
  ['a', 'c', ['a', 'b', 'c']],
  ['c', 'a', ['a', 'b', 'c']],
] as const)('from %s to %s are %j', (from, to, rows) => {
  expect(rangeOf(['a', 'b', 'c'], from, to)).toEqual(rows);
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
