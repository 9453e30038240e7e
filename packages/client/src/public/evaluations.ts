import type { JsonValue, ObjectLike } from './variables.ts';

/** Whom variables are evaluated for. Without `id` and `email` the user is anonymous. */
export interface User {
  id?: string | undefined;
  email?: string | undefined;
  organisationId?: string | undefined;
  ip?: string | undefined;
  appVersion?: string | undefined;
  platform?: string | undefined;
  country?: string | undefined;
  audiences?: readonly string[] | undefined;
  /** An object of what JSON can express, of any type: an interface, too. */
  customData?: ObjectLike | undefined;
}

/** Why a variation is served (contract §4.1). */
export type Reason =
  | 'targeting_rule_matched'
  | 'self_targeting_override'
  | 'default_variation'
  | 'feature_complete'
  | 'no_rule_matched'
  | 'targeting_disabled'
  | 'variable_not_found';

/** What one user gets of one variable, as the service answers it. */
export interface Evaluation {
  key: string;
  /** null = nothing is served. */
  value: JsonValue;
  variation: string | null;
  reason: Reason;
  feature: string | null;
  /** Present if a split or a rollout decided. */
  split?: true;
}

/** Everything that one user gets, as `POST /v1/evaluations` answers it. It is JSON, so a server can write it into a page. */
export interface Evaluations {
  version: number;
  /** When results may change although nobody changes anything; ISO 8601. */
  refresh_at?: string;
  /** Whom it was evaluated for, as a hash: SDKs add it. A page shows a bootstrap of another user only until the service has answered. */
  user_hash?: string;
  results: Record<string, Evaluation>;
}
