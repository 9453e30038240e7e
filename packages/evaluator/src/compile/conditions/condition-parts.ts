import type { Attribute } from '../../definition/attribute.ts';
import type { SegmentReference } from '../../model/condition.ts';
import type { InternPool } from '../intern-pool.ts';

/** The values that conditions compare: strings and booleans (`is`), numbers (`eq`). */
export type Scalar = string | number | boolean;

/** A stored condition after the checks that all operators share. */
export interface ConditionParts {
  readonly attribute: Attribute;
  readonly values: readonly Scalar[];
  readonly foldsCase: boolean;
  /** `contains`, `matches` and their opposites treat longer texts as missing. */
  readonly maxSearchedLength: number;
}

/** Parses one operand for its operator; `undefined` = the operator cannot use it. */
export type ReadOperand<T> = (value: Scalar) => T | undefined;

/** The data that a condition needs besides the user. */
export interface Referents {
  /** Collects the references to segments; `undefined` inside a segment, because segments do not nest. */
  readonly segments: Map<string, SegmentReference> | undefined;
  readonly patternOf: InternPool['patternOf'];
  /** The limit that the measured cost of the definition allows. */
  readonly maxSearchedLength: number;
}
