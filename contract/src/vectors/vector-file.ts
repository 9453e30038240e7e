import type {
  ConditionDefinition,
  FeatureFragment,
  JsonValue,
  SegmentFragment,
  TargetingDefinition,
} from '@bunting/evaluator/definition';

/** The format of a file in evaluation/, which README.md describes. */
export interface VectorFile {
  readonly about: string;
  readonly project: string;
  readonly environment_key: string;
  readonly segments?: readonly Segment[];
  readonly features?: readonly SparseFeature[];
  readonly vectors?: readonly Vector[];
  readonly conditions?: readonly ConditionVectors[];
}

export type Segment = Omit<SegmentFragment, 'id'>;

/** `completeFeature` fills in the members that a feature leaves out. */
export interface SparseFeature {
  readonly slug: string;
  readonly status?: Status;
  readonly salt?: string;
  readonly variables?: readonly Variable[];
  readonly variations?: readonly Variation[];
  readonly targeting?: TargetingDefinition;
  readonly overrides?: Readonly<Record<string, string>>;
}

export type Status = FeatureFragment['status'] | 'deleted';

export interface Variable {
  readonly slug: string;
  readonly default_variation: string | null;
}

export interface Variation {
  readonly slug: string;
  readonly values: readonly JsonValue[];
}

export interface Vector {
  readonly name: string;
  readonly key: string;
  readonly user: JsonValue;
  /** ISO 8601; absent if the result does not depend on the time. */
  readonly now?: string;
  readonly expect: Expectation;
}

export interface Expectation {
  readonly value: JsonValue;
  readonly variation: string | null;
  readonly reason: string;
  readonly feature: string | null;
  /** Buckets decided. Absent = they did not. */
  readonly split?: true;
}

/** One condition with users whom it matches and users whom it does not match. The name of each user ends a sentence. */
export interface ConditionVectors {
  readonly name: string;
  readonly condition: ConditionDefinition;
  readonly matches: Readonly<Record<string, JsonValue>>;
  readonly does_not_match: Readonly<Record<string, JsonValue>>;
}
