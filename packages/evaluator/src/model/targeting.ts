import type { Salting } from '../values/bucket.ts';
import type { RuleIndexBlock } from './rule-index-block.ts';
import type { Rule } from './rule.ts';

/** The targeting of one feature in one environment. The groups of all rules form one list, in the order of the rules. */
export interface Targeting {
  readonly isEnabled: boolean;
  readonly blocks: readonly RuleIndexBlock[];
  /** The rule of each group. */
  readonly rules: readonly Rule[];
  readonly salting: Salting | undefined;
  /** Keeps what it served last: the feature has several variables or prerequisites, or a prerequisite names one of its variables. */
  isRemembered: boolean;
  /** For whom it was evaluated last (`EvaluationContext.number`; 0 = nobody), when, and what it served. */
  lastContext: number;
  lastNow: number;
  lastServed: number;
}
