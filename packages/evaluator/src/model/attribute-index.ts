import { readScalar, type EvaluationContext } from '../context/context.ts';
import type { Attribute } from '../definition/attribute.ts';
import { indexOfNumber } from '../values/scalar-set.ts';
import type { ValueKind } from './condition.ts';

/**
 * All equalities of a block of groups on one attribute, turned round: from the attribute's value to a mask of
 * the groups (bit = place in the block) that it leaves standing.
 */
export interface AttributeIndex {
  readonly attribute: Attribute;
  readonly foldsCase: boolean;
  /** Masks of texts and booleans. */
  readonly masks: ReadonlyMap<string | boolean, number>;
  /** Sorted, because a `Map` keyed by numbers could be made slow (`ScalarSet`). */
  readonly numbers: readonly number[];
  /** By position in `numbers`. */
  readonly numberMasks: readonly number[];
  /** For values that no condition names. */
  readonly unnamed: Readonly<Record<ValueKind, number>>;
}

/** Returns the groups that this context's attribute does not rule out. */
export function getMask(attributeIndex: AttributeIndex, context: EvaluationContext): number {
  const value = readScalar(context, attributeIndex.attribute, attributeIndex.foldsCase);
  return namedMaskOf(attributeIndex, value) ?? attributeIndex.unnamed[kindOf(value)];
}

function namedMaskOf({ masks, numbers, numberMasks }: AttributeIndex, value: unknown): number | undefined {
  if (typeof value !== 'number') return masks.get(value as string);
  const position = indexOfNumber(numbers, value);
  return position < 0 ? undefined : numberMasks[position];
}

function kindOf(value: unknown): ValueKind {
  switch (typeof value) {
    case 'undefined':
      return 'missing';
    case 'string':
      return 'string';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    default:
      return 'other';
  }
}
