import type { EvaluationContext } from '../context.ts';
import type { Attribute } from '../attribute.ts';
import type { Condition, ConditionParts, Equality, Scalar, Test, ValueKind } from './condition.ts';

/** `exists`, `not_exists`: the one operator that holds for a missing attribute. */
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
  // An attribute is wrongly typed unless it has the type of an operand.
  const kinds = new Set<ValueKind>();
  for (const value of parts.values) {
    const kind = typeof value as 'string' | 'number' | 'boolean';
    if (!accepts.includes(kind)) return undefined;
    kinds.add(kind);
    operands.add(foldsCase && typeof value === 'string' ? value.toLowerCase() : value);
  }
  if (operands.size === 0) return undefined;
  const equality: Equality = {
    attribute,
    foldsCase,
    operands,
    holds: (kind, isNamed) => kinds.has(kind) && isNamed === expected,
  };
  return { test: equalityTest(equality, expected, kinds), cost: foldsCase ? 9 : 6, equality };
}

function equalityTest(equality: Equality, expected: boolean, kinds: ReadonlySet<ValueKind>): Test {
  const { attribute, foldsCase, operands } = equality;
  const [only] = operands;
  if (operands.size === 1 && typeof only === 'string') {
    return foldsCase
      ? (context) => {
          const value = context.valueOf(attribute);
          return typeof value === 'string' && (context.lowerCaseOf(attribute, value) === only) === expected;
        }
      : (context) => {
          const value = context.valueOf(attribute);
          return typeof value === 'string' && (value === only) === expected;
        };
  }
  return (context) => {
    const value = scalarOf(context, attribute, foldsCase);
    return kinds.has(typeof value as ValueKind) && operands.has(value as Scalar) === expected;
  };
}

/** The attribute as equalities see it: in lower case if they fold. */
export function scalarOf(context: EvaluationContext, attribute: Attribute, foldsCase: boolean): unknown {
  const value = context.valueOf(attribute);
  if (typeof value === 'string') return foldsCase ? context.lowerCaseOf(attribute, value) : value;
  return value;
}
