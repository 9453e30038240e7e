import { expect, it } from '@jest/globals';
import { byEnvironment } from '../ui/by-environment.ts';
import { listed, protectedOf, refusalOfConditions, withoutSubject } from './model.ts';

const named = (environment: string, isProtected: boolean) => ({ environment, protected: isProtected });
const uses = [named('live', true), named('staging', false), named('live', true), named('eu', true)];

it('names the protected environments that use it, each once', () => {
  expect(protectedOf(uses, (slug) => slug.toUpperCase())).toEqual(['LIVE', 'EU']);
  expect(byEnvironment(uses).map(([slug, of]) => [slug, of.length])).toEqual([
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
    'Rules in Live, EU and Asia use this segment, so only admins and owners change its conditions. Its name may be changed.',
  ],
])('in %j with the refusal %j it says beforehand', (environments, refusal, said) => {
  expect(refusalOfConditions(environments, refusal)).toBe(said);
});

it('tells a line without the place', () => {
  expect(withoutSubject('segment canada: group 1 added')).toBe('group 1 added');
  expect(listed(['A', 'B'])).toBe('A and B');
});
