import type { TargetingDefinition } from '@bunting/evaluator/definition';
import type { FeatureState } from '../features/feature-state.ts';
import type { EnvironmentState } from '../environments/environments.ts';

/** The state of one feature in one environment. Variables, variations and segments are named by slug. */
export interface ServingState {
  /** Variable → variation; a variable that is missing has no default. */
  readonly defaults: ReadonlyMap<string, string>;
  /** `null` = no targeting object. */
  readonly targeting: TargetingDefinition | null;
  /** `user.id` → variation. */
  readonly overrides: ReadonlyMap<string, string>;
}

/** The state of a feature in an environment that nobody has configured. */
export const nothingServed: ServingState = { defaults: new Map(), targeting: null, overrides: new Map() };

/** The state of one feature in one environment, before and after a change. */
export interface ServingChange {
  readonly feature: FeatureState;
  readonly environment: Pick<EnvironmentState, 'id' | 'slug'>;
  readonly before: ServingState;
  readonly after: ServingState;
  /** The path of the targeting in the request, for problems that are found at the end. Absent = the request is the targeting. */
  readonly path?: string;
}
