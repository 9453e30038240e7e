/**
 * What an evaluator reads: the fragments of one environment's datafile, as they are stored and sent.
 * One fragment per feature, one per segment. Names are those of the wire, hence snake_case.
 */

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export const properties = [
  'user_id',
  'email',
  'organisation_id',
  'ip_address',
  'app_version',
  'platform',
  'country',
  'audience',
  'custom',
  'segment',
] as const;
export type Property = (typeof properties)[number];

export const operators = [
  'exists',
  'not_exists',
  'is',
  'is_not',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'matches',
  'not_matches',
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'semver_eq',
  'semver_neq',
  'semver_gt',
  'semver_gte',
  'semver_lt',
  'semver_lte',
  'before',
  'after',
  'in_cidr',
  'not_in_cidr',
  'contains_any',
  'contains_all',
  'contains_none',
  'in_segment',
  'not_in_segment',
] as const;
export type Operator = (typeof operators)[number];

export interface ConditionDefinition {
  readonly property: Property;
  /** With `property: custom`: the own property of `custom_data` that is looked at. */
  readonly custom_key?: string;
  readonly operator: Operator;
  /** ORed. Segments are named by slug. */
  readonly values?: readonly (string | number | boolean)[];
  readonly ignore_case?: boolean;
}

export interface GroupDefinition {
  readonly all_of: readonly ConditionDefinition[];
}

export interface SplitDefinition {
  readonly variation: string;
  /** Per cent, at most three decimals; the weights of a split add up to exactly 100. */
  readonly weight: number;
}

export type ServeDefinition =
  | { readonly variation: string; readonly bucket_by?: readonly string[] }
  | { readonly split: readonly SplitDefinition[]; readonly bucket_by?: readonly string[] };

export type RolloutDefinition =
  | { readonly percentage: number }
  | { readonly stages: readonly { readonly at: string; readonly percentage: number }[] };

export interface RuleDefinition {
  readonly name: string;
  /** Absent = true. */
  readonly enabled?: boolean;
  /** ORed groups; empty matches everyone. */
  readonly any_of: readonly GroupDefinition[];
  /** ISO 8601 instants; `from` inclusive, `to` exclusive; either may be absent or null. */
  readonly schedule?: { readonly from?: string | null; readonly to?: string | null };
  readonly rollout?: RolloutDefinition;
  readonly serve: ServeDefinition;
}

export interface TargetingDefinition {
  readonly enabled: boolean;
  readonly rules: readonly RuleDefinition[];
}

export interface FeatureFragment {
  /** UUID; the identity of the fragment through renames. */
  readonly id: string;
  readonly slug: string;
  /** Deleted features have no fragment. Archived ones stay: ingest still takes their events. */
  readonly status: 'live' | 'complete' | 'archived';
  readonly salt: string;
  readonly variables: readonly {
    readonly id: string;
    /** Lower-cased, unique in the environment. */
    readonly slug: string;
    /** Slug of the variation that this environment serves by default, or null. */
    readonly default_variation: string | null;
    /** Client keys get it. Absent = false. */
    readonly client?: true;
  }[];
  readonly variations: readonly {
    readonly id: string;
    readonly slug: string;
    /** One value per variable, in the order of `variables`. */
    readonly values: readonly JsonValue[];
  }[];
  readonly targeting: TargetingDefinition | null;
  /** `user.id` → variation slug. */
  readonly overrides: Readonly<Record<string, string>>;
}

export interface SegmentFragment {
  readonly id: string;
  readonly slug: string;
  readonly any_of: readonly GroupDefinition[];
}
