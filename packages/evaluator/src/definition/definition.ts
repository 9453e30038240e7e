/**
 * The language of definitions: what may be written in a targeting or a segment, and the fragments of one environment's datafile as they are
 * stored and sent. One fragment per feature, one per segment. Names are those of the wire, hence snake_case.
 */

export { limits } from './limits.ts';

/** Any value that JSON can express. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** The properties of a user that are one string. Besides `custom.<key>`, `bucket_by` takes these alone. */
export const bucketingProperties = [
  'user_id',
  'email',
  'organisation_id',
  'ip_address',
  'app_version',
  'platform',
  'country',
] as const;

/**
 * The properties that a condition can look at: properties of the user, a member of `custom_data` (`custom`), or membership in
 * a segment.
 */
export const properties = [...bucketingProperties, 'audience', 'custom', 'segment'] as const;
/** One of `properties`. */
export type Property = (typeof properties)[number];

/** The properties that a rule without `bucket_by` buckets by: the first that the user has (decisions §1.2). */
export const defaultBucketBy: readonly string[] = [
  'user_id',
  'email',
] satisfies (typeof bucketingProperties)[number][];

/** The operators by the kind of operand that they take. */
export const operatorFamilies = {
  /** No operand. */
  presence: ['exists', 'not_exists'],
  string: [
    'is',
    'is_not',
    'contains',
    'not_contains',
    'starts_with',
    'not_starts_with',
    'ends_with',
    'not_ends_with',
  ],
  /** Regular expressions in RE2 syntax. */
  pattern: ['matches', 'not_matches'],
  number: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'],
  version: ['semver_eq', 'semver_neq', 'semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'],
  /** ISO 8601 instants. */
  date: ['before', 'after'],
  /** IP addresses and ranges of them. */
  cidr: ['in_cidr', 'not_in_cidr'],
  list: ['contains_any', 'contains_all', 'contains_none'],
  /** Slugs of segments. */
  segment: ['in_segment', 'not_in_segment'],
} as const;
/** The kind of operand that an operator takes. */
export type OperatorFamily = keyof typeof operatorFamilies;
/** The comparison of a property with a condition's values. */
export type Operator = (typeof operatorFamilies)[OperatorFamily][number];

/** Every operator once, in the order of contract §3. */
export const operators: readonly Operator[] = Object.values(operatorFamilies).flat();

/** Compares one property of the user with values. */
export interface ConditionDefinition {
  readonly property: Property;
  /** With `property: custom`: the own property of `custom_data` that is looked at. */
  readonly custom_key?: string;
  readonly operator: Operator;
  /** ORed. Segments are named by slug. */
  readonly values?: readonly (string | number | boolean)[];
  readonly ignore_case?: boolean;
}

/** Conditions that must all match. */
export interface GroupDefinition {
  readonly all_of: readonly ConditionDefinition[];
}

/** One side of a split. */
export interface SplitDefinition {
  readonly variation: string;
  /** Per cent, at most three decimals; the weights of a split add up to exactly 100. */
  readonly weight: number;
}

/**
 * The serving of a rule: one variation, or several by weight. `bucket_by`: names of attributes; absent = `defaultBucketBy`.
 */
export type ServeDefinition =
  | { readonly variation: string; readonly bucket_by?: readonly string[] }
  | { readonly split: readonly SplitDefinition[]; readonly bucket_by?: readonly string[] };

/** The share of the matching users that a rule serves, in per cent: fixed, or in stages, each from an ISO 8601 instant (`at`) on. */
export type RolloutDefinition =
  | { readonly percentage: number }
  | { readonly stages: readonly { readonly at: string; readonly percentage: number }[] };

/** One rule of a targeting. The first rule that serves decides. */
export interface RuleDefinition {
  /** UUID, the identity of the rule through edits and moves. Fragments have none, and neither have audit records of older releases. */
  readonly id?: string;
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

/** A variable of another feature that must serve one of these variations before the rules of a feature are evaluated. */
export interface PrerequisiteDefinition {
  readonly variable: string;
  readonly variations: readonly string[];
}

/** The rules of one feature in one environment, in their order. */
export interface TargetingDefinition {
  readonly enabled: boolean;
  /** All must be met. Absent = none; a fragment without them has the bytes that it had before there were prerequisites. */
  readonly prerequisites?: readonly PrerequisiteDefinition[];
  readonly rules: readonly RuleDefinition[];
}

/** A feature as one environment serves it. */
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

/** A segment as it travels in the datafile. */
export interface SegmentFragment {
  readonly id: string;
  readonly slug: string;
  readonly any_of: readonly GroupDefinition[];
}
