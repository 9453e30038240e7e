import { readScalar } from '../../context/context.ts';
import type { Attribute } from '../../definition/attribute.ts';
import type { Condition, Test, ValueKind } from '../../model/condition.ts';
import { foldCase } from '../../values/fold-case.ts';
import { mayBeRounded } from '../../values/long-number.ts';
import { createScalarSet, indexOfNumber, type ScalarSet } from '../../values/scalar-set.ts';
import type { ConditionParts, Scalar } from './condition-parts.ts';

/** Up to this number, comparing one by one is faster than hashing or searching. */
const operandsWorthASet = 8;

const noOperands = createScalarSet([]);

/** Compiles `exists` and `not_exists`. `not_exists` is the only operator that is true for a missing attribute. */
export function compilePresence(parts: ConditionParts, expected: boolean): Condition {
  const { attribute } = parts;
  return {
    test: (context) => (context.valueOf(attribute) !== undefined) === expected,
    cost: 5,
    equality: {
      attribute,
      foldsCase: parts.foldsCase,
      operands: noOperands,
      holds: (kind) => (kind !== 'missing') === expected,
    },
  };
}

/** Compiles `is` and `is_not` on strings and booleans, `eq` and `neq` on numbers. */
export function compileEquality(
  parts: ConditionParts,
  accepts: readonly ('string' | 'number' | 'boolean')[],
  expected: boolean,
): Condition | undefined {
  const { attribute, foldsCase } = parts;
  // An attribute that has the type of no operand has the wrong type.
  const kinds = new Set<ValueKind>();
  for (const value of parts.values) {
    const kind = typeof value as 'string' | 'number' | 'boolean';
    if (!accepts.includes(kind)) return undefined;
    kinds.add(kind);
  }
  const operands = createScalarSet(foldsCase ? parts.values.map(folded) : parts.values);
  if (operands.size === 0) return undefined;
  return {
    test: testOf(attribute, foldsCase, operands, expected),
    cost: foldsCase ? 9 : 6,
    // An index looks up numbers that may have been rounded.
    ...(!operands.numbers.some(mayBeRounded) && {
      equality: {
        attribute,
        foldsCase,
        operands,
        holds: (kind, isNamed) => kinds.has(kind) && isNamed === expected,
      },
    }),
  };
}

function folded(value: Scalar): Scalar {
  return typeof value === 'string' ? foldCase(value) : value;
}

function testOf(
  attribute: Attribute,
  foldsCase: boolean,
  { texts, numbers }: ScalarSet,
  expected: boolean,
): Test {
  if (numbers.some(mayBeRounded)) return longNumbersTest(attribute, numbers, expected);
  if (texts.size === 0) return numberTest(attribute, numbers, expected);
  const kinds = kindsOf([...texts]);
  if (kinds === 'string') return textTest(attribute, foldsCase, texts as ReadonlySet<string>, expected);
  return mixedTest(attribute, foldsCase, { texts, kinds }, expected);
}

// Each test is created in a separate function, because closures of one scope keep alive everything that any of them uses.

function textTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: ReadonlySet<string>,
  expected: boolean,
): Test {
  return operands.size > operandsWorthASet
    ? manyTextsTest(attribute, foldsCase, operands, expected)
    : fewTextsTest(attribute, foldsCase, [...operands].slice(), expected);
}

function fewTextsTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: readonly string[],
  expected: boolean,
): Test {
  return (context) => {
    const value = readScalar(context, attribute, foldsCase);
    if (typeof value !== 'string') return false;
    for (let index = 0; index < operands.length; index++) if (value === operands[index]) return expected;
    return !expected;
  };
}

function manyTextsTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: ReadonlySet<string>,
  expected: boolean,
): Test {
  return (context) => {
    const value = readScalar(context, attribute, foldsCase);
    return typeof value === 'string' && operands.has(value) === expected;
  };
}

function numberTest(attribute: Attribute, operands: readonly number[], expected: boolean): Test {
  return operands.length > operandsWorthASet
    ? manyNumbersTest(attribute, operands, expected)
    : fewNumbersTest(attribute, operands, expected);
}

function fewNumbersTest(attribute: Attribute, operands: readonly number[], expected: boolean): Test {
  return (context) => {
    const value = context.valueOf(attribute);
    return typeof value === 'number' && operands.includes(value) === expected;
  };
}

function manyNumbersTest(attribute: Attribute, operands: readonly number[], expected: boolean): Test {
  return (context) => {
    const value = context.valueOf(attribute);
    return typeof value === 'number' && indexOfNumber(operands, value) >= 0 === expected;
  };
}

/**
 * Compares with operands beyond 2^53. A number of the user that was rounded to one of them equals none: a double would have kept its
 * digits.
 */
function longNumbersTest(attribute: Attribute, operands: readonly number[], expected: boolean): Test {
  return (context) => {
    if (typeof context.valueOf(attribute) !== 'number') return false;
    const value = context.exactValueOf(attribute);
    return (typeof value === 'number' && indexOfNumber(operands, value) >= 0) === expected;
  };
}

/** Texts and booleans, which one condition seldom names both. */
function mixedTest(
  attribute: Attribute,
  foldsCase: boolean,
  { texts, kinds }: { readonly texts: ReadonlySet<string | boolean>; readonly kinds: string },
  expected: boolean,
): Test {
  return (context) => {
    const value = readScalar(context, attribute, foldsCase);
    return kinds.includes(typeof value) && texts.has(value as string) === expected;
  };
}

/** Returns the kinds as text, because a set needs more memory than most conditions. */
function kindsOf(operands: readonly Scalar[]): string {
  return [...new Set<string>(operands.map((operand) => typeof operand))].join(' ');
}
