/** The states of targeting in an environment. */
export const targetingStates = { on: 'On', off: 'Switched off', none: 'No targeting' } as const;
