import type { Attribute } from '../../definition/attribute.ts';
import type { AttributeIndex } from '../../model/attribute-index.ts';
import type { Equality, ValueKind } from '../../model/condition.ts';
import { indexOfNumber, sortNumbers } from '../../values/scalar-set.ts';

/** Creates an index. `equalities` holds, per group of the block, those on this attribute. */
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
  const masks = new Map<string | boolean, number>();
  const numbers = sortNumbers(
    equalities.flatMap((group) => group.flatMap(({ operands }) => operands.numbers)),
  );
  const numberMasks = numbers.map(() => unnamed.number);
  equalities.forEach((group, index) => {
    const changed = (mask: number, holds: boolean): number =>
      holds ? mask | (1 << index) : mask & ~(1 << index);
    const named = namedValues(group, numbers);
    for (const [value, holds] of named.texts) {
      masks.set(value, changed(masks.get(value) ?? unnamed[typeof value as 'string' | 'boolean'], holds));
    }
    for (const [position, holds] of named.numbers) {
      numberMasks[position] = changed(numberMasks[position] as number, holds);
    }
  });
  return { attribute, foldsCase, masks, numbers, numberMasks, unnamed };
}

/**
 * Computes whether a group holds for each value that it names; numbers by their positions in `sorted`. Takes one step for each
 * operand.
 */
function namedValues(
  group: readonly Equality[],
  sorted: readonly number[],
): {
  readonly texts: readonly (readonly [string | boolean, boolean])[];
  readonly numbers: readonly (readonly [number, boolean])[];
} {
  // Number of equalities that are false for a value: those that are false for unnamed values, changed by those that
  // name it.
  const falseFor = (kind: ValueKind): number => group.filter(({ holds }) => !holds(kind, false)).length;
  const ofKind = { string: falseFor('string'), boolean: falseFor('boolean'), number: falseFor('number') };
  const change = ({ holds }: Equality, kind: ValueKind): number =>
    Number(!holds(kind, true)) - Number(!holds(kind, false));
  const texts = new Map<string | boolean, number>();
  const numbers: (number | undefined)[] = [];
  for (const equality of group) {
    const { operands } = equality;
    for (const value of operands.texts) {
      const kind = typeof value as 'string' | 'boolean';
      texts.set(value, (texts.get(value) ?? ofKind[kind]) + change(equality, kind));
    }
    if (operands.numbers.length === 0) continue;
    const byNaming = change(equality, 'number');
    for (const value of operands.numbers) {
      const position = indexOfNumber(sorted, value);
      numbers[position] = (numbers[position] ?? ofKind.number) + byNaming;
    }
  }
  return {
    texts: [...texts].map(([value, count]) => [value, count === 0]),
    numbers: numbers.flatMap((count, position) => (count === undefined ? [] : [[position, count === 0]])),
  };
}

/** Returns how many of `groupCount` groups a value leaves on average, each named value counting once. */
export function expectedCandidates(attributeIndex: AttributeIndex): number {
  let sum = popCount(attributeIndex.unnamed.string);
  for (const mask of attributeIndex.masks.values()) sum += popCount(mask);
  for (const mask of attributeIndex.numberMasks) sum += popCount(mask);
  return sum / (attributeIndex.masks.size + attributeIndex.numbers.length + 1);
}

function popCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
