import { expect, it } from '@jest/globals';
import { changedDetails, parseLinks, listed, servedThen, formatLinks } from './model.ts';

const variations = [
  { slug: 'off', name: 'Off', values: {} },
  { slug: 'on', name: '', values: {} },
];
const variable = { slug: 'v', type: 'boolean', client: false, description: '', constraints: null } as const;
const environments = [
  { slug: 'production', name: 'Production', protected: true },
  { slug: 'staging', name: 'Staging', protected: false },
];
const rule = { name: '', enabled: true, serves: [] };
const rules = {
  targeting: 'on',
  rules: [rule, rule],
  rule_count: 2,
  defaults: { v: 'off' },
  override_count: 0,
  changed: null,
} as const;

it('each status tells what every environment serves then', () => {
  const feature = { variables: [variable], variations };
  const said = (status: 'live' | 'complete' | 'archived', served = {}) =>
    servedThen(status, feature, { production: rules, ...served }, environments).map(({ serves }) => serves);
  expect(said('live')).toEqual(['2 rules, otherwise v Off', 'nothing']);
  expect(said('live', { staging: { ...rules, targeting: 'off' } })).toEqual([
    '2 rules, otherwise v Off',
    'nothing (targeting is off)',
  ]);
  expect(said('complete', { staging: { ...rules, defaults: { v: 'on' } } })).toEqual(['v Off', 'v on']);
  expect(said('archived')).toEqual(['nothing', 'nothing']);
});

it('of a live feature overrides are told, and rules that are enabled', () => {
  const said = (changed: object) => {
    const production = { ...rules, ...changed };
    return servedThen('live', { variables: [variable], variations }, { production }, environments)[0]!.serves;
  };
  const off = { ...rule, enabled: false };
  const pinned = { override_count: 2 };
  expect(said(pinned)).toBe('2 overrides and 2 rules, otherwise v Off');
  expect(said({ rules: [off, rule], override_count: 1 })).toBe('1 override and 1 rule, otherwise v Off');
  expect(said({ rules: [off, off] })).toBe('v Off');
  expect(said({ ...pinned, rules: [off, off] })).toBe('2 overrides, otherwise v Off');
  expect(said({ ...pinned, targeting: 'none', rules: [], rule_count: 0 })).toBe(
    '2 overrides, otherwise v Off',
  );
  expect(said({ ...pinned, targeting: 'off' })).toBe('nothing (targeting is off)');
  expect(said({ override_count: 1_000, rule_count: 0, rules: [] })).toBe(
    '1,000 or more overrides, otherwise v Off',
  );
  expect(said({ rules: [off, off, off, off, off], rule_count: 7 })).toBe(
    'the enabled ones of 7 rules, otherwise v Off',
  );
});

it('lists and links are read as they are typed', () => {
  expect(listed('one, two\nthree,,two', /[,\n]/)).toEqual(['one', 'two', 'three']);
  const text = 'https://a.example/1 The plan\n\n https://b.example/2';
  const links = [{ url: 'https://a.example/1', title: 'The plan' }, { url: 'https://b.example/2' }];
  expect(parseLinks(text)).toEqual(links);
  expect(parseLinks(formatLinks(links))).toEqual(links);
});

it('of the details those are changed that are written otherwise', () => {
  const url = 'https://wiki.example/plan';
  const rest = { tags: ['web'], kind: 'release' as const, permanent: null };
  const stored = { ...rest, links: [{ title: 'The plan', url }] };
  const same = { ...rest, links: [{ url, title: 'The plan' }] };
  expect(changedDetails(same, stored)).toEqual({});
  const other = { ...same, links: [{ url }], permanent: true };
  expect(changedDetails(other, stored)).toEqual({ links: [{ url }], permanent: true });
});
