import { expect, it } from '@jest/globals';
import { differencesOf, patchAfter, patchWith } from './patch.ts';

const stored = { name: 'Staging', protected: false, allowed_origins: ['*'], until: null };

it('a patch has what was touched, and no more once it is as before', () => {
  const touched = patchWith(stored, { name: 'Stage' }, { protected: true });
  expect(touched).toEqual({ name: 'Stage', protected: true });
  expect(patchWith(stored, touched, { name: 'Staging' })).toEqual({ protected: true });
  expect(patchWith(stored, {}, { allowed_origins: ['*'] })).toEqual({});
});

it('after a save what was changed since is left, also what was changed back', () => {
  const since = { sent: { name: 'Stage', protected: true }, before: stored };
  const after = { ...stored, ...since.sent };
  expect(patchAfter(after, { name: 'Stage two', protected: true }, since)).toEqual({ name: 'Stage two' });
  expect(patchAfter(after, { name: 'Stage' }, since)).toEqual({ protected: false });
  expect(patchAfter(after, { ...since.sent, until: null }, since)).toEqual({});
});

it('differences are told field by field, in words', () => {
  const labels = { name: 'Name', protected: 'Protected', allowed_origins: 'Allowed origins', until: 'Until' };
  expect(differencesOf(labels, stored, { protected: true, allowed_origins: [], name: 'Stage' })).toEqual([
    { label: 'Protected', now: 'no', own: 'yes' },
    { label: 'Allowed origins', now: '*', own: 'none' },
    { label: 'Name', now: 'Staging', own: 'Stage' },
  ]);
  expect(
    differencesOf<{ until: string | null }>({ until: 'Until' }, stored, { until: '2030-12-31' }),
  ).toEqual([{ label: 'Until', now: 'none', own: '2030-12-31' }]);
});
