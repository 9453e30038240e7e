import { expect, it } from '@jest/globals';
import { groupByEnvironment } from '../../flags/affected/group-by-environment.ts';
import { listed, findProtected, getConditionsReason, describeEffect } from './model.ts';

const named = (environment: string, isProtected: boolean) => ({ environment, protected: isProtected });
const uses = [named('live', true), named('staging', false), named('live', true), named('eu', true)];

it('names the protected environments that use it, each once', () => {
  expect(findProtected(uses, (slug) => slug.toUpperCase())).toEqual(['LIVE', 'EU']);
  expect(groupByEnvironment(uses).map(([slug, of]) => [slug, of.length])).toEqual([
    ['live', 2],
    ['staging', 1],
    ['eu', 1],
  ]);
});

it.each([
  [[], 'no', undefined],
  [['Live'], undefined, undefined],
  [
    ['Live', 'EU', 'Asia'],
    'no',
    'Rules in Live, EU and Asia use this segment, so only admins and owners can change its conditions. You can change its name.',
  ],
])('in %j with the reason %j it says beforehand', (environments, disabledReason, said) => {
  expect(getConditionsReason(environments, disabledReason)).toBe(said);
});

it('lists names as a sentence does', () => {
  expect(listed(['A', 'B'])).toBe('A and B');
});

it('says what saving does to what is served; a new name serves nothing else, whatever uses the segment', () => {
  const inside = (value: string) => [{ all_of: [{ property: 'country', operator: 'is', values: [value] }] }];
  const base = { name: 'Canada', any_of: inside('CA') as never };
  const renamed = { ...base, name: 'Canada and more' };
  const wider = { ...renamed, any_of: inside('US') as never };
  const said = (drafted: typeof base, isUsed: boolean, isTouched = false, isChanged = true) =>
    describeEffect({ base, drafted, isUsed, isTouched, isChanged });
  for (const isUsed of [true, false])
    expect(said(renamed, isUsed)).toBe('Only the name changes. Evaluations stay the same.');
  expect(said(wider, true, true)).toMatch(/^Users who enter or leave the segment get other variations/);
  expect(said(wider, false)).toBe('No rule uses it, so evaluations stay the same.');
  expect(said(wider, true)).toBe('Evaluations stay the same.');
  expect(said(base, true, false, false)).toBe('No changes');
});
