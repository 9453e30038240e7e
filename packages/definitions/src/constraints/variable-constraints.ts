import type { JsonValue } from '@bunting/evaluator/definition';
import { limits } from '@bunting/evaluator';
import { nullable } from '../schemas/nullable.ts';
import { Type } from '../schemas/type.ts';
import { storedJson } from '../stored/stored-json.ts';

/** Which values the variations may give a variable. Evaluations know nothing of it. */
export interface VariableConstraints {
  /** The value is one of these. */
  readonly one_of?: readonly JsonValue[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** The value is a whole number. */
  readonly integer?: boolean;
  /** In RE2 syntax; it may match anywhere. */
  readonly pattern?: string;
  /** Characters, not UTF-16 units. */
  readonly max_length?: number;
  /** JSON Schema 2020-12, of which `compileSchema` knows a subset. */
  readonly schema?: JsonValue;
}

const maxOneOf = 200;

/** The constraints of a variable; null = every value of its type. `compileConstraints` finds what is wrong with them. */
export const constraintsSchema = Type.Unsafe<VariableConstraints | null>(
  nullable(
    Type.Object(
      {
        one_of: Type.Optional(Type.Array(Type.Unknown(), { minItems: 1, maxItems: maxOneOf })),
        minimum: Type.Optional(Type.Number()),
        maximum: Type.Optional(Type.Number()),
        integer: Type.Optional(Type.Boolean()),
        pattern: Type.Optional(
          Type.String({
            maxLength: limits.patternLength,
            description: 'an RE2 pattern, which can match anywhere',
          }),
        ),
        max_length: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.valueLength })),
        schema: Type.Optional(
          Type.Unsafe<JsonValue>({
            type: ['object', 'boolean'],
            description:
              'a subset of JSON Schema 2020-12, with at most 16 KiB and 32 levels, and only internal references',
          }),
        ),
      },
      { title: 'Constraints', additionalProperties: false },
    ),
  ),
);

/** Returns the stored form of constraints. Those that constrain nothing are none. */
export function storedConstraints(constraints: VariableConstraints | null): VariableConstraints | null {
  if (constraints === null) return null;
  const { integer, ...others } = constraints;
  const stored = { ...others, ...(integer && { integer }) };
  return Object.keys(stored).length === 0 ? null : (storedJson(stored as JsonValue) as VariableConstraints);
}
