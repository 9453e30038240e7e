import { expect, it } from '@jest/globals';
import { findAffectedEnvironments } from './affected-environments.ts';

const environments = ['staging', 'production', 'europe', 'asia', 'test'].map((slug) => ({
  slug,
  name: slug[0]!.toUpperCase() + slug.slice(1),
}));
const touch = (environment: string, isProtected = false) => ({ environment, protected: isProtected });
const find = (touches: ReturnType<typeof touch>[], omitted = 0) =>
  findAffectedEnvironments(touches, omitted, environments);

it('every environment in which something else is served is named once, protected ones first, in the order of the project', () => {
  expect(find([])).toEqual({ list: '', isProtected: false });
  expect(find([touch('staging')])).toEqual({ list: 'Staging', isProtected: false });
  expect(
    find([touch('europe', true), touch('production', true), touch('production', true), touch('staging')]),
  ).toEqual({ list: 'Production, Europe and Staging', isProtected: true });
  expect(find([touch('gone'), touch('test')]).list).toBe('Test and gone');
});

it('at most three are named, and the others counted', () => {
  const all = ['asia', 'europe', 'production', 'test'].map((slug) => touch(slug));
  expect(find([touch('staging', true), ...all]).list).toBe('Staging, Production, Europe and 2 more');
  expect(find(all).list).toBe('Production, Europe, Asia and 1 more');
});

it('where the server leaves places out they may be in further environments, unless all are named', () => {
  expect(find([touch('europe', true)], 7)).toEqual({
    list: 'Europe and others',
    isProtected: true,
  });
  const all = environments.map(({ slug }) => touch(slug));
  expect(find(all.slice(0, 4), 1).list).toBe('Staging, Production, Europe and others');
  expect(find(all, 1).list).toBe('Staging, Production, Europe and 2 more');
});
