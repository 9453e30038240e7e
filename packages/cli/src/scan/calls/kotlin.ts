import type { CallPattern } from './call-pattern.ts';
import { javaCalls } from './java.ts';

export const kotlinCalls: readonly CallPattern[] = [
  ...javaCalls,
  { client: 'Flagsmith', names: ['hasFeatureFlag', 'getValueForFeature'] },
  { client: 'GrowthBook', names: ['feature'], needs: 'client' },
];
