/**
 * Bounds on stored definitions and on the parts of a user that are looked at, so that one evaluation is cheap whatever both are. All
 * bounds of the evaluator are here: writers of definitions get a clear error beyond them, and the evaluator treats the excess as
 * malformed. Answers depend only on the definition and the user: evaluations of a request share no bound.
 */
export const limits = {
  /** Characters (UTF-16 units): a longer text of a user counts as missing for everything but `exists` and `not_exists`. */
  maxTextLength: 4_096,
  /** Entries: a longer list of a user counts as missing for everything but `exists` and `not_exists`. */
  maxListLength: 1_000,

  /** Nanoseconds that evaluating a feature may take at worst, estimated from its definition and the segments that it names. */
  featureCost: 400_000,
  /**
   * Nanoseconds that evaluating all features of an environment may take together for a user with short bucketing keys, by the same estimates.
   */
  environmentCost: 1_000_000_000,
  /** Nanoseconds that a segment may take at worst; they count in each feature that names it. */
  segmentCost: 200_000,
  /** Nanoseconds that the searching conditions of a feature (`contains`, `matches` and their opposites) share: see `maxSearchedLength`. */
  featureSearchCost: 250_000,
  /** The same of a segment. */
  segmentSearchCost: 50_000,
  /** Characters: a definition whose searching conditions could not even look at texts of this length is over the limits. */
  shortestSearchedText: 48,

  rules: 1_000,
  /** Groups of all rules of a feature, or of a segment. */
  groups: 5_000,
  /** Conditions of all rules of a feature, or of a segment. */
  conditions: 5_000,
  /** Values of one condition. */
  conditionOperands: 10_000,
  /** Values of all conditions of a feature, or of a segment. */
  operands: 20_000,
  /** Characters of one value of a condition. */
  operandLength: 4_096,
  /** Characters of one pattern. */
  patternLength: 1_000,
  /** Instructions of the program of one condition's patterns. */
  patternProgram: 700,
  /** The sum over all patterns of a feature, or of a segment. */
  patternPrograms: 900,
  /** Parts of one split. */
  splitParts: 1_000,
  /** Stages of one rollout. */
  stages: 100,
  /** Names in one `bucket_by`. */
  bucketByNames: 10,
  /** Different attributes that the rules of a feature are bucketed by: each is hashed twice in an evaluation. */
  bucketingAttributes: 10,
  /** Different segments that a feature names. */
  segmentsOfFeature: 20,

  /** Prerequisites of a feature in an environment. */
  prerequisites: 10,
  /** Features in a chain of prerequisites, besides the one whose chain it is. */
  prerequisiteDepth: 10,
  /** Different features that an evaluation of one feature may also evaluate, because prerequisites name them. */
  prerequisiteFeatures: 100,

  variables: 200,
  variations: 200,
  /** Users with an override of one feature in one environment. */
  overrides: 10_000,
  /** Characters of one value of a variable as JSON. */
  valueLength: 65_536,
  /** Characters of one value as JSON: what was stored by an older release and is longer is served as null. */
  servedValueLength: 262_144,

  /** Characters of a feature in an environment as JSON. */
  fragmentLength: 1_048_576,
  /** Characters of a segment as JSON: an explanation reads all that a feature names. */
  segmentLength: 524_288,
  /** The same: a longer one is not even parsed. Its variables are not found. */
  readFragmentLength: 8_388_608,

  featuresOfProject: 10_000,
  segmentsOfProject: 1_000,
  /** Characters of all fragments of an environment as JSON. */
  environmentLength: 33_554_432,
} as const;

export type Limit = keyof typeof limits;

/** One limit that a definition is beyond. */
export interface LimitExceeded {
  readonly limit: Limit;
  readonly actual: number;
  readonly most: number;
  /**
   * The path in the document, for instance `['targeting', 'rules', 3, 'any_of', 0, 'all_of', 1, 'values', 17]`; absent = the whole.
   */
  readonly path?: readonly (string | number)[];
}

/** A definition that is beyond the limits, so that the evaluator treats it, or a part of it, as malformed. */
export interface Excess {
  readonly kind: 'feature' | 'segment';
  readonly id: string;
  readonly exceeded: readonly LimitExceeded[];
}
