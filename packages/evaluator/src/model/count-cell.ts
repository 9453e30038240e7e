import type { Evaluation } from './evaluation.ts';

/**
 * The number of evaluations of one variable with one decision, requested in one way, since counts were last taken.
 */
export interface CountCell {
  /** The decision, and in bit 3 how the variable was asked for. */
  readonly index: number;
  n: number;
  /** The answer, where the feature keeps it: whoever counts it needs no other look-up. */
  readonly evaluation: Evaluation | undefined;
  next: CountCell | undefined;
}

/** The cells of a datafile that were not taken yet. */
export interface CellTotal {
  count: number;
}
