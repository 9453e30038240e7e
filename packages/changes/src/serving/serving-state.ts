import type { TargetingDefinition } from '@bunting/evaluator/definition';
import type { FeatureState } from '../features/feature-state.ts';
import type { EnvironmentState } from '../environments/environments.ts';

/** What one environment serves for a feature. Variables, variations and segments are named by slug. */
export interface ServingState {
  /** Variable → variation; a variable that is missing has no default. */
  readonly defaults: ReadonlyMap<string, string>;
  /** `null` = no targeting object. */
  readonly targeting: TargetingDefinition | null;
  /** `user.id` → variation. */
  readonly overrides: ReadonlyMap<string, string>;
}

/** What an environment serves of a feature before anybody configures it. */
export const nothingServed: ServingState = { defaults: new Map(), targeting: null, overrides: new Map() };

/** What one environment serves for a feature, before and after. */
export interface ServingChange {
  readonly feature: FeatureState;
  readonly environment: Pick<EnvironmentState, 'id' | 'slug'>;
  readonly before: ServingState;
  readonly after: ServingState;
}
