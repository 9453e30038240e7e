import type { Attribute } from '../attribute.ts';
import type { InternPool } from '../compile/intern-pool.ts';
import type { EvaluationContext } from '../context.ts';
import type { SegmentReference } from './segments.ts';

/** Never throws; a missing or wrongly typed attribute makes it false, whatever the operator. */
export type Test = (context: EvaluationContext) => boolean;

/** What conditions compare by value: strings and booleans (`is`), numbers (`eq`). */
export type Scalar = string | number | boolean;

/** The kinds of attribute that an equality tells apart. `other` is a list or an object. */
export type ValueKind = 'missing' | 'string' | 'number' | 'boolean' | 'other';

/**
 * A condition that looks at nothing but which value an attribute has, so that an index can answer it for
 * many groups with one look-up.
 */
export interface Equality {
  readonly attribute: Attribute;
  readonly foldsCase: boolean;
  /** The values it names, already in lower case if it folds. */
  readonly operands: ReadonlySet<Scalar>;
  /** Whether it holds for a value of this kind that is, or is not, among the operands. */
  readonly holds: (kind: ValueKind, isNamed: boolean) => boolean;
}

export interface Condition {
  readonly test: Test;
  /** Rough cost of the test in nanoseconds; within a group the cheapest goes first. */
  readonly cost: number;
  readonly equality?: Equality;
}

/** A condition as stored, checked as far as all operators have in common. */
export interface ConditionParts {
  readonly attribute: Attribute;
  readonly values: readonly Scalar[];
  readonly foldsCase: boolean;
  /** `contains`, `matches` and their opposites take longer texts for missing. */
  readonly maxSearchedLength: number;
}

/** Reads one operand in the way its operator needs; `undefined` = the operator cannot take it. */
export type ReadOperand<T> = (value: Scalar) => T | undefined;

/** What a condition may refer to beside the user. */
export interface Referents {
  /** Collects the links to segments; segments themselves pass none, for they do not nest. */
  readonly segments: Map<string, SegmentReference> | undefined;
  readonly patternOf: InternPool['patternOf'];
  /** What the definition was measured to allow. */
  readonly maxSearchedLength: number;
}
