import type { ConditionDefinition, JsonValue } from '../definition/definition.ts';
import type { Limit } from '../definition/limits.ts';
import type { Reason } from '../model/evaluation.ts';

/** Why a variable has the value that it has for a user. Names are those of the wire, hence snake_case. */
export interface Explanation {
  /** The variable result, as it is answered (contract §2.3). */
  readonly result: {
    readonly key: string;
    readonly value: JsonValue;
    readonly variation: string | null;
    readonly reason: Reason;
    readonly feature: string | null;
  };
  /** The line of decisions §1.1 that decided. */
  readonly decided_by: {
    readonly line: 1 | 2 | 3 | 4 | 5 | 6 | 7;
    readonly test: string;
    /** With line 6: which rule, counted from 1. */
    readonly rule: number | null;
    /** With line 7: the first prerequisite that is not met, counted from 1; null = all are met. */
    readonly prerequisite: number | null;
  };
  /** null = the key resolves to no variable. */
  readonly feature: {
    readonly slug: string;
    readonly status: 'live' | 'complete' | 'archived';
    /** The environment's default variation of the variable. */
    readonly default: string | null;
    /** The variation that an override pins for this user. */
    readonly override: string | null;
    readonly targeting: 'none' | 'off' | 'on';
  } | null;
  /** Every prerequisite, also if evaluation does not come to them. */
  readonly prerequisites: readonly PrerequisiteExplanation[];
  /** Every rule, also those that evaluation does not come to; of very many the first ones, and the one that decides. */
  readonly rules: readonly RuleExplanation[];
  /** Number of further rules. */
  readonly rules_omitted: number;
  /** Every segment that the feature names, once, however many conditions name it. */
  readonly segments: readonly SegmentExplanation[];
  /** Stored parts beyond the limits: the rules of such a feature match nobody, and such a segment counts as missing. */
  readonly limits_exceeded: readonly {
    readonly kind: 'feature' | 'segment';
    readonly id: string;
    readonly limit: Limit;
    readonly actual: number;
    readonly most: number;
    /** The path in the definition, for instance `targeting.rules.3.any_of`; null = the whole. */
    readonly path: string | null;
  }[];
}

/** A prerequisite, and the variation that its variable serves the user. */
export interface PrerequisiteExplanation {
  readonly variable: string;
  /** The feature of the variable; null = there is no such variable, or its feature is archived. */
  readonly feature: string | null;
  /** The variations of which it must serve one. */
  readonly wanted: readonly string[];
  /** null = nothing. */
  readonly serves: string | null;
  readonly reason: Reason;
  /** False also where prerequisites lead in a circle, too deep or over too many features. */
  readonly met: boolean;
}

/** The outcome of a rule for a user, whatever precedes it. The first rule that serves decides, if rules decide. */
export type RuleOutcome =
  | 'serves'
  | 'disabled'
  | 'malformed'
  | 'not_matched'
  | 'outside_schedule'
  | 'no_bucketing_key'
  | 'outside_rollout';

export interface RuleExplanation {
  /** null = the fragment has none. */
  readonly id: string | null;
  /** Counted from 1. */
  readonly number: number;
  readonly name: string;
  readonly enabled: boolean;
  readonly outcome: RuleOutcome;
  readonly decides: boolean;
  /** The variation that it gives this user; null = it does not serve. */
  readonly serves: string | null;
  readonly matches: boolean;
  /** One of them must hold; none at all = everyone. */
  readonly any_of: readonly GroupExplanation[];
  /** Number of further groups; absent = none. */
  readonly groups_omitted?: number;
  /** null = always. */
  readonly schedule: {
    readonly from: string | null;
    readonly to: string | null;
    readonly state: 'early' | 'open' | 'over';
  } | null;
  /** null = the rule needs no bucket. */
  readonly bucketing: {
    readonly bucket_by: readonly string[];
    /** The first of them that is present, and the key that it makes. */
    readonly attribute: string | null;
    readonly key: string | null;
  } | null;
  /** Buckets below a thousand times the percentage of now pass. */
  readonly rollout: {
    readonly percentage: number;
    readonly bucket: number | null;
    readonly passes: boolean;
  } | null;
  readonly split: { readonly bucket: number | null; readonly ranges: readonly RangeExplanation[] } | null;
}

/** Buckets from `from` up to, but not including, `below`. */
export interface RangeExplanation {
  readonly variation: string;
  readonly weight: number;
  readonly from: number;
  readonly below: number;
  readonly hit: boolean;
}

export interface GroupExplanation {
  readonly holds: boolean;
  readonly all_of: readonly ConditionExplanation[];
  /** Number of further conditions; absent = none. */
  readonly conditions_omitted?: number;
}

/** The condition as stored, up to a hundred values, and what became of it. */
export interface ConditionExplanation extends Partial<ConditionDefinition> {
  /** Number of further values; absent = none. */
  readonly values_omitted?: number;
  readonly holds: boolean;
  /** It can never hold: its operator cannot take what it is given. */
  readonly malformed: boolean;
  /** null with segments. */
  readonly attribute: AttributeExplanation | null;
  /** With segments alone: each that it names; they are opened up in `segments` of the whole. */
  readonly segments?: readonly Pick<SegmentExplanation, 'slug' | 'exists' | 'holds'>[];
}

export interface AttributeExplanation {
  /**
   * `wrong_type`: there is one, but none that the operator can read. `too_long`: it counts as missing, for it is longer than texts
   * or lists that are looked at, or than the texts that the searching conditions of this definition look at.
   */
  readonly state: 'present' | 'missing' | 'wrong_type' | 'too_long';
  /**
   * With `wrong_type`: what the operator reads and the attribute is not. With `missing`: `not_a_path` where the name of the custom attribute
   * has a dot, and `custom_data` has an object of the name before it.
   */
  readonly reason?:
    | 'not_a_text'
    | 'not_a_number'
    | 'not_a_boolean'
    | 'not_a_list'
    | 'not_a_version'
    | 'not_a_date'
    | 'not_an_address'
    | 'not_a_path';
  /** As it was given. Here and below, text beyond 1,000 characters is left out. */
  readonly given: JsonValue;
  /** As the operator compares it: in lower case, as a full version, as an instant in UTC, … */
  readonly compared: JsonValue;
}

export interface SegmentExplanation {
  readonly slug: string;
  readonly exists: boolean;
  readonly holds: boolean;
  readonly any_of: readonly GroupExplanation[];
  readonly groups_omitted?: number;
}
