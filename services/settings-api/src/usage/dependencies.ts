import type { BaseDependencies } from '../framework/dependencies.ts';

export interface UsageDependencies extends BaseDependencies {
  /** Requests a minute that evaluators allow an organisation; Infinity = any number. */
  readonly ratePerMinute: number;
}
