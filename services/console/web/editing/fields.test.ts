import { expect, it } from '@jest/globals';
import { describeFields, getChangedFields, mergeFields } from './fields.ts';

const stored = { name: 'Staging', protected: false, allowed_origins: ['*'], until: null as string | null };

it('changed fields are those that differ from the base, and no more once they are as before', () => {
  expect(getChangedFields(stored, { ...stored, name: 'Stage', protected: true })).toEqual({
    name: 'Stage',
    protected: true,
  });
  expect(getChangedFields(stored, { ...stored, allowed_origins: ['*'] })).toEqual({});
});

it('a draft on top of another version keeps the fields that it changed, and takes all others', () => {
  const theirs = { ...stored, name: 'Theirs', protected: true };
  expect(mergeFields(stored, theirs, { ...stored, name: 'Mine', until: '2030-12-31' })).toEqual({
    ...theirs,
    name: 'Mine',
    until: '2030-12-31',
  });
});

it('differences are described field by field', () => {
  const labels = { name: 'Name', protected: 'Protected', allowed_origins: 'Allowed origins', until: 'Until' };
  expect(describeFields(labels, stored, { protected: true, allowed_origins: [], name: 'Stage' })).toEqual([
    { label: 'Protected', stored: 'no', own: 'yes' },
    { label: 'Allowed origins', stored: '*', own: 'none' },
    { label: 'Name', stored: 'Staging', own: 'Stage' },
  ]);
  expect(
    describeFields<{ until: string | null }>({ until: 'Until' }, stored, { until: '2030-12-31' }),
  ).toEqual([{ label: 'Until', stored: 'none', own: '2030-12-31' }]);
});
