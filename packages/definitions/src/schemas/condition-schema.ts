import { operators, properties, type Operator, type Property } from '@bunting/evaluator/definition';
import { Type } from './type.ts';
import type { Static } from 'typebox';
import { maxEntries } from './max-entries.ts';

/** The shape of a condition; `checkAnyOf` checks whether property, operator and values fit each other. */
export const conditionSchema = Type.Object(
  {
    property: Type.Unsafe<Property>({ title: 'Property', type: 'string', enum: [...properties] }),
    custom_key: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'for the property custom: the name of a member of custom_data. A dot is part of the name: address.city is not a path',
      }),
    ),
    operator: Type.Unsafe<Operator>({ title: 'Operator', type: 'string', enum: [...operators] }),
    values: Type.Optional(
      Type.Array(Type.Unsafe<string | number | boolean>({ type: ['string', 'number', 'boolean'] }), {
        maxItems: maxEntries.values,
      }),
    ),
    ignore_case: Type.Optional(Type.Boolean()),
  },
  { title: 'Condition', additionalProperties: false },
);

/** Groups are ORed, the conditions of a group are ANDed; no group at all matches everyone. */
export const anyOfSchema = Type.Array(
  Type.Object(
    { all_of: Type.Array(conditionSchema, { minItems: 1, maxItems: maxEntries.conditionsOfGroup }) },
    { title: 'ConditionGroup', additionalProperties: false },
  ),
  { maxItems: maxEntries.groups },
);

/** A condition as its author wrote it. */
export type ConditionInput = Static<typeof conditionSchema>;
/** The groups of a rule or a segment as their author wrote them. */
export type AnyOfInput = Static<typeof anyOfSchema>;
