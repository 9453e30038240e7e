import type { TargetingDefinition } from '@bunting/evaluator';

/** What one environment serves for a feature. Variables, variations and segments are named by slug. */
export interface ServingState {
  /** variable → variation; a variable that is missing has no default. */
  readonly defaults: ReadonlyMap<string, string>;
  /** `null` = no targeting object. */
  readonly targeting: TargetingDefinition | null;
  /** `user.id` → variation. */
  readonly overrides: ReadonlyMap<string, string>;
}

export const nothingServed: ServingState = { defaults: new Map(), targeting: null, overrides: new Map() };
