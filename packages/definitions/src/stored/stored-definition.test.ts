import { expect, it } from '@jest/globals';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import { storedTargeting } from './stored-definition.ts';
import type { TargetingInput } from '../schemas/targeting-schema.ts';

it('what is stored reads as what was given, and stays the same when it is given again', () => {
  const given: TargetingInput = {
    rules: [
      {
        any_of: [
          {
            all_of: [{ property: 'segment', operator: 'in_segment', values: ['Canada'], ignore_case: false }],
          },
        ],
        schedule: { from: null },
        rollout: null,
        serve: { split: [{ variation: 'ON', weight: 100 }] },
      },
      {
        id: '0B5C3A60-52C1-4D0E-9F5E-8A1D7C6B4E21',
        name: 'One',
        enabled: false,
        any_of: [],
        rollout: { percentage: 5 },
        serve: { variation: 'Off', bucket_by: ['email'] },
      },
    ],
  };
  const stored: TargetingDefinition = {
    enabled: true,
    rules: [
      {
        name: '',
        enabled: true,
        any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['canada'] }] }],
        serve: { split: [{ variation: 'on', weight: 100 }] },
      },
      {
        id: '0b5c3a60-52c1-4d0e-9f5e-8a1d7c6b4e21',
        name: 'One',
        enabled: false,
        any_of: [],
        rollout: { percentage: 5 },
        serve: { variation: 'off', bucket_by: ['email'] },
      },
    ],
  };
  expect(storedTargeting(given)).toStrictEqual(stored);
  expect(storedTargeting(stored as TargetingInput)).toStrictEqual(stored);
});
