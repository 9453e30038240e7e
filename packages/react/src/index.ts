/** Feature flags in React, over a client of `@bunting/client`. Importing it does nothing. */
export { BuntingProvider, useBunting, type BuntingProviderProps } from './provider.ts';
export { useStatus } from './use-status.ts';
export { useTrack, type Track } from './use-track.ts';
export { useVariable, useVariableDetails, type VariableOptions } from './use-variable.ts';
