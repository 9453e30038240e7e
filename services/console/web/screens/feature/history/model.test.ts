import { expect, it } from '@jest/globals';
import { parseLocalInput } from '../../../design/forms/local-time.ts';
import { isOfServing, localTime } from './model.ts';

it('an instant stays what it is in a field for local times, to the second', () => {
  expect(parseLocalInput(localTime('2026-11-23T10:20:30.000Z'))).toBe('2026-11-23T10:20:30.000Z');
  expect(parseLocalInput(localTime('2026-11-23T10:20:30.001Z'))).toBe('2026-11-23T10:20:31.000Z');
});

it('a moment can be brought back of what an environment serves', () => {
  expect(['targeting.updated', 'overrides.updated', 'feature.updated'].map(isOfServing)).toEqual([
    true,
    true,
    false,
  ]);
});
