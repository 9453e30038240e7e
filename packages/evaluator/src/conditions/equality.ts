import type { EvaluationContext } from '../context.ts';
import type { Attribute } from '../attribute.ts';
import { foldCase } from '../values/fold-case.ts';
import type { Condition, ConditionParts, Scalar, Test, ValueKind } from './condition.ts';

/** Up to this number, comparing one by one is faster than hashing. */
const operandsWorthASet = 8;

/** `exists`, `not_exists`. `not_exists` is the only operator that is true for a missing attribute. */
export function compilePresence(parts: ConditionParts, expected: boolean): Condition {
  const { attribute } = parts;
  return {
    test: (context) => (context.valueOf(attribute) !== undefined) === expected,
    cost: 5,
    equality: {
      attribute,
      foldsCase: parts.foldsCase,
      operands: new Set(),
      holds: (kind) => (kind !== 'missing') === expected,
    },
  };
}

/** `is`, `is_not` on strings and booleans, `eq`, `neq` on numbers. */
export function compileEquality(
  parts: ConditionParts,
  accepts: readonly ('string' | 'number' | 'boolean')[],
  expected: boolean,
): Condition | undefined {
  const { attribute, foldsCase } = parts;
  const operands = new Set<Scalar>();
  // An attribute that has the type of no operand has the wrong type.
  const kinds = new Set<ValueKind>();
  for (const value of parts.values) {
    const kind = typeof value as 'string' | 'number' | 'boolean';
    if (!accepts.includes(kind)) return undefined;
    kinds.add(kind);
    operands.add(foldsCase && typeof value === 'string' ? foldCase(value) : value);
  }
  if (operands.size === 0) return undefined;
  return {
    test:
      kinds.size === 1 && kinds.has('string')
        ? textTest(attribute, foldsCase, operands as ReadonlySet<string>, expected)
        : scalarTest(attribute, foldsCase, operands, expected),
    cost: foldsCase ? 9 : 6,
    equality: {
      attribute,
      foldsCase,
      operands,
      holds: (kind, isNamed) => kinds.has(kind) && isNamed === expected,
    },
  };
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
    const value = scalarOf(context, attribute, foldsCase);
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
    const value = scalarOf(context, attribute, foldsCase);
    return typeof value === 'string' && operands.has(value) === expected;
  };
}

function scalarTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: ReadonlySet<Scalar>,
  expected: boolean,
): Test {
  return operands.size > operandsWorthASet
    ? manyScalarsTest(attribute, foldsCase, operands, kindsOf(operands), expected)
    : fewScalarsTest(attribute, foldsCase, [...operands].slice(), kindsOf(operands), expected);
}

/** As text, because a set needs more memory than most conditions. */
function kindsOf(operands: ReadonlySet<Scalar>): string {
  return [...new Set([...operands].map((operand) => typeof operand))].join(' ');
}

function fewScalarsTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: readonly Scalar[],
  kinds: string,
  expected: boolean,
): Test {
  return (context) => {
    const value = scalarOf(context, attribute, foldsCase);
    return kinds.includes(typeof value) && operands.includes(value as Scalar) === expected;
  };
}

function manyScalarsTest(
  attribute: Attribute,
  foldsCase: boolean,
  operands: ReadonlySet<Scalar>,
  kinds: string,
  expected: boolean,
): Test {
  return (context) => {
    const value = scalarOf(context, attribute, foldsCase);
    return kinds.includes(typeof value) && operands.has(value as Scalar) === expected;
  };
}

/** The attribute as compared: in lower case when the condition ignores case. */
export function scalarOf(context: EvaluationContext, attribute: Attribute, foldsCase: boolean): unknown {
  const value = context.valueOf(attribute);
  if (typeof value === 'string') return foldsCase ? context.lowerCaseOf(attribute, value) : value;
  return value;
}
