import type { Attribute } from '../attribute.ts';
import { scalarOf } from '../conditions/equality.ts';
import type { Equality, Scalar, ValueKind } from '../conditions/condition.ts';
import type { EvaluationContext } from '../context.ts';

/**
 * All equalities of a block of groups on one attribute, turned round: from the attribute's value to a mask of
 * the groups (bit = place in the block) that it leaves standing.
 */
export interface AttributeIndex {
  readonly attribute: Attribute;
  readonly foldsCase: boolean;
  readonly masks: ReadonlyMap<Scalar, number>;
  /** For values that no condition names. */
  readonly unnamed: Readonly<Record<ValueKind, number>>;
}

/** `equalities` holds, per group of the block, those on this attribute. */
export function createAttributeIndex(
  attribute: Attribute,
  foldsCase: boolean,
  equalities: readonly (readonly Equality[])[],
): AttributeIndex {
  const maskOfKind = (kind: ValueKind): number =>
    equalities.reduce(
      (mask, group, index) =>
        group.every((equality) => equality.holds(kind, false)) ? mask | (1 << index) : mask,
      0,
    );
  const unnamed = {
    missing: maskOfKind('missing'),
    string: maskOfKind('string'),
    number: maskOfKind('number'),
    boolean: maskOfKind('boolean'),
    other: maskOfKind('other'),
  };
  const masks = new Map<Scalar, number>();
  equalities.forEach((group, index) => {
    for (const value of new Set(group.flatMap((equality) => [...equality.operands]))) {
      const kind = typeof value as 'string' | 'number' | 'boolean';
      const holds = group.every((equality) => equality.holds(kind, equality.operands.has(value)));
      const mask = masks.get(value) ?? unnamed[kind];
      masks.set(value, holds ? mask | (1 << index) : mask & ~(1 << index));
    }
  });
  return { attribute, foldsCase, masks, unnamed };
}

/** The groups that this context's attribute leaves standing. */
export function maskOf(attributeIndex: AttributeIndex, context: EvaluationContext): number {
  const value = scalarOf(context, attributeIndex.attribute, attributeIndex.foldsCase);
  return attributeIndex.masks.get(value as Scalar) ?? attributeIndex.unnamed[kindOf(value)];
}

/** How many of `groupCount` groups a value leaves standing on average, each named value counting once. */
export function expectedCandidates(attributeIndex: AttributeIndex): number {
  let sum = popCount(attributeIndex.unnamed.string);
  for (const mask of attributeIndex.masks.values()) sum += popCount(mask);
  return sum / (attributeIndex.masks.size + 1);
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

function popCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
