import { getType, type JsonValue } from './json.ts';

/** The reason why a variation is served (contract §4.1). */
export type Reason =
  | 'targeting_rule_matched'
  | 'self_targeting_override'
  | 'default_variation'
  | 'feature_complete'
  | 'no_rule_matched'
  | 'targeting_disabled'
  | 'variable_not_found';

// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface could not be assigned to types of JSON
/** The result of one variable for one user, as the service answers it. */
export type Evaluation = {
  key: string;
  /** null = nothing is served. */
  value: JsonValue;
  variation: string | null;
  reason: Reason;
  feature: string | null;
  /** Present if a split or a rollout decided. */
  split?: true;
};

/** All results of one user, as `POST /v1/evaluations` answers them. They are JSON, so a server can write them into a page (`bootstrap` of `@bunting/client`). */
export interface Evaluations {
  version: number;
  /** The time at which results may change although nobody changes anything; ISO 8601. */
  refresh_at?: string;
  /** A hash of the user, which SDKs add. A page shows the bootstrap of another user only until the service has answered. */
  user_hash?: string;
  results: Record<string, Evaluation>;
}

/** A value and where it comes from. */
export interface Details<T> {
  value: T;
  /** null = nothing was served. */
  variation: string | null;
  reason: Reason | null;
  feature: string | null;
  /** The value is the fallback of the code. */
  isFallback: boolean;
  source: 'network' | 'storage' | 'bootstrap' | 'local' | 'override' | 'fallback';
  /** The cause of the fallback. Absent if the variable has no value for this user. */
  error?: 'not_loaded' | 'not_found' | 'type_mismatch';
}

/** Returns true if the value has the type of the fallback, lists apart from objects; a null fallback takes any value (decisions §8.7). */
export function matchesFallback(value: unknown, fallback: unknown): boolean {
  return fallback === null || getType(value) === getType(fallback);
}
