import type { EvaluationContext } from '../context/context.ts';
import type { Attribute } from '../definition/attribute.ts';
import type { ScalarSet } from '../values/scalar-set.ts';

/** Never throws. It is false for a missing attribute or one of the wrong type, with every operator but `not_exists`. */
export type Test = (context: EvaluationContext) => boolean;

/** Refers to a segment of a datafile. Changing the segment assigns `matches` and keeps the cell, so its users need no update. */
export interface SegmentCell {
  /** `undefined` = the segment does not exist (yet, or any more). */
  matches: Test | undefined;
  /** Worst cost per request, in nanoseconds. */
  cost: number;
}

/** A condition's link to a segment, made when the fragment is applied to a datafile. */
export interface SegmentReference {
  readonly slug: string;
  cell: SegmentCell | undefined;
}

/** The kinds of attribute that an equality distinguishes. `other` is a list or an object. */
export type ValueKind = 'missing' | 'string' | 'number' | 'boolean' | 'other';

/**
 * A condition that depends only on the value of one attribute, so that an index answers it for many groups with one look-up.
 */
export interface Equality {
  readonly attribute: Attribute;
  readonly foldsCase: boolean;
  /** The operands, in lower case when the condition ignores case. */
  readonly operands: ScalarSet;
  /** Returns the result for a value of this kind that is, or is not, among the operands. */
  readonly holds: (kind: ValueKind, isNamed: boolean) => boolean;
}

export interface Condition {
  readonly test: Test;
  /** Rough cost of the test in nanoseconds; within a group the cheapest goes first. */
  readonly cost: number;
  readonly equality?: Equality;
}

/** A stored group, compiled: all conditions must hold. None = everyone. */
export type ConditionGroup = readonly Condition[];
