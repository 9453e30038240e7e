import type { Targeting } from '../api/types.ts';

/** The states of targeting in an environment, in the words of every screen. */
export const targetingStates = { on: 'On', off: 'Switched off', none: 'No targeting' } as const;

/** Returns the state of targeting. */
export function getTargetingState(
  targeting: Pick<Partial<Targeting>, 'enabled'> | null,
): keyof typeof targetingStates {
  if (targeting === null) return 'none';
  return targeting.enabled === false ? 'off' : 'on';
}
