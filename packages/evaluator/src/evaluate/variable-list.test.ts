import { describe, expect, it } from '@jest/globals';
import { compileDatafile, featureChange, featureFragment } from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import { compileFragments, type Datafile } from '../index.ts';

const variable = (slug: string, isClient = false) => ({
  id: slug,
  slug,
  default_variation: 'off',
  ...(isClient && { client: true as const }),
});
const feature = (id: string, slugs: readonly string[], parts: Partial<FeatureFragment> = {}) =>
  featureFragment({ id, variables: slugs.map((slug) => variable(slug)), ...parts });
const slugsOf = (datafile: Datafile, isClientOnly = false) => datafile.list(isClientOnly).slugs;

describe('the list of variables', () => {
  it('is in the order of code points, capitals, digits and signs included', () => {
    const datafile = compileDatafile(
      featureChange(feature('a', ['b', '10', '2', 'a_b', 'a-b', 'a.b', 'ab'])),
    );
    expect(slugsOf(datafile)).toEqual(['10', '2', 'a-b', 'a.b', 'a_b', 'ab', 'b']);
  });
  it('has no variables of archived features', () => {
    const parts = { status: 'archived' } as const;
    expect(slugsOf(compileDatafile(featureChange(feature('a', ['a'], parts))))).toEqual([]);
  });
  it('of client keys has only what they get', () => {
    const variables = [variable('a', true), variable('b')];
    const datafile = compileDatafile(featureChange(feature('a', [], { variables })));
    expect([slugsOf(datafile), slugsOf(datafile, true)]).toEqual([['a', 'b'], ['a']]);
  });
  it('says in which order the variables of one feature are in a row', () => {
    const datafile = compileDatafile(
      featureChange(feature('x', ['a', 'c'])),
      featureChange(feature('y', ['b'])),
    );
    const { slugs, byFeature } = datafile.list(false);
    expect(byFeature.map((index) => slugs[index])).toEqual(['a', 'c', 'b']);
  });
  it('follows what is added, removed, archived and given to client keys', () => {
    const datafile = compileDatafile(featureChange(feature('a', ['a'])));
    const seen = () => [slugsOf(datafile), slugsOf(datafile, true)];
    expect(seen()).toEqual([['a'], []]);
    datafile.apply(compileFragments([featureChange(feature('b', ['b']))]));
    expect(seen()).toEqual([['a', 'b'], []]);
    datafile.apply(compileFragments([featureChange(feature('b', [], { variables: [variable('b', true)] }))]));
    expect(seen()).toEqual([['a', 'b'], ['b']]);
    datafile.apply(compileFragments([{ kind: 'feature', id: 'a', document: null }]));
    expect(seen()).toEqual([['b'], ['b']]);
    datafile.apply(compileFragments([featureChange(feature('b', ['b'], { status: 'archived' }))]));
    expect(seen()).toEqual([[], []]);
  });
  it('is the same object while a change leaves it as it is', () => {
    const datafile = compileDatafile(featureChange(feature('a', ['a'])));
    const list = datafile.list(false);
    datafile.apply(
      compileFragments([featureChange(feature('a', ['a'], { targeting: { enabled: false, rules: [] } }))]),
    );
    expect(datafile.list(false)).toBe(list);
  });
});
