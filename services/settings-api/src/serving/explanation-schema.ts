import { operators, properties } from '@bunting/evaluator/definition';
import type { Explanation } from '@bunting/evaluator';
import { Type } from '@bunting/definitions/type';
import type { TSchema } from 'typebox';
import { stringEnum } from '../framework/schemas.ts';

// The explanation of @bunting/evaluator, described for the OpenAPI document.

const any = (description: string) => Type.Unsafe({ description });
const orNull = (schema: TSchema, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

const attributeSchema = Type.Object(
  {
    state: Type.Unsafe({
      ...stringEnum(['present', 'missing', 'wrong_type', 'too_long']),
      description:
        'wrong_type: its type does not fit the operator; too_long: it counts as missing, because it is longer than the limit for texts or for lists, or than the limit of the searching conditions (contains, matches) of this definition',
    }),
    reason: Type.Optional(
      Type.Unsafe({
        ...stringEnum([
          'not_a_text',
          'not_a_number',
          'not_a_boolean',
          'not_a_list',
          'not_a_version',
          'not_a_date',
          'not_an_address',
          'not_a_path',
        ]),
        description:
          'with wrong_type: what the operator reads and the attribute is not; with missing: not_a_path where custom_data has an object of the name before the dot of the custom_key, which is a flat name',
      }),
    ),
    given: any('as the user has it'),
    compared: any('as the operator compares it: in lower case, as a full version, as an instant in UTC, …'),
  },
  { title: 'ExplainedAttribute' },
);

const omitted = (of: string) =>
  Type.Optional(Type.Integer({ description: `how many more ${of} there are; absent = none` }));

const storedCondition = {
  property: Type.Optional(Type.Unsafe({ title: 'Property', ...stringEnum(properties) })),
  custom_key: Type.Optional(Type.String()),
  operator: Type.Optional(Type.Unsafe({ title: 'Operator', ...stringEnum(operators) })),
  values: Type.Optional(Type.Array(any('a string, a number or a boolean'))),
  values_omitted: omitted('values'),
  ignore_case: Type.Optional(Type.Boolean()),
  holds: Type.Boolean(),
  malformed: Type.Boolean({ description: 'it is never true, because its values do not fit its operator' }),
  attribute: orNull(attributeSchema, 'null with segments'),
};

const groupOf = (condition: TSchema) =>
  Type.Object({
    holds: Type.Boolean(),
    all_of: Type.Array(condition),
    conditions_omitted: omitted('conditions'),
  });

const segmentSchema = Type.Object(
  {
    slug: Type.String(),
    exists: Type.Boolean(),
    holds: Type.Boolean(),
    any_of: Type.Array(groupOf(Type.Object(storedCondition))),
    groups_omitted: omitted('groups'),
  },
  { title: 'ExplainedSegment' },
);

const membershipSchema = Type.Pick(segmentSchema, ['slug', 'exists', 'holds']);

const conditionSchema = Type.Object(
  {
    ...storedCondition,
    segments: Type.Optional(Type.Array(membershipSchema, { description: 'each that the condition names' })),
  },
  { title: 'ExplainedCondition' },
);

const bucketSchema = orNull(Type.Integer(), '0 to 99,999; null = the user has no bucketing key');

const ruleSchema = Type.Object(
  {
    number: Type.Integer({ description: 'which rule, counted from 1' }),
    id: orNull(Type.String(), 'null = a rule of `as_if` that has none'),
    name: Type.String(),
    enabled: Type.Boolean(),
    outcome: Type.Unsafe({
      ...stringEnum([
        'serves',
        'disabled',
        'malformed',
        'not_matched',
        'outside_schedule',
        'no_bucketing_key',
        'outside_rollout',
      ]),
      description: 'what the rule does with this user, without regard to the rules before it',
    }),
    decides: Type.Boolean({ description: 'it is the one that decided' }),
    serves: orNull(Type.String(), 'the variation that it gives this user'),
    matches: Type.Boolean(),
    any_of: Type.Array(groupOf(conditionSchema), {
      description: 'one must match; an empty list matches everyone',
    }),
    groups_omitted: omitted('groups'),
    schedule: orNull(
      Type.Object({
        from: orNull(Type.String()),
        to: orNull(Type.String()),
        state: stringEnum(['early', 'open', 'over']),
      }),
      'null = always',
    ),
    bucketing: orNull(
      Type.Object({
        bucket_by: Type.Array(Type.String()),
        attribute: orNull(Type.String(), 'the first of them that the user has'),
        key: orNull(Type.String()),
      }),
      'null = the rule needs no bucket',
    ),
    rollout: orNull(
      Type.Object({
        percentage: Type.Number({ description: 'at the time of the evaluation' }),
        bucket: bucketSchema,
        passes: Type.Boolean({ description: 'the bucket is below a thousand times the percentage' }),
      }),
    ),
    split: orNull(
      Type.Object({
        bucket: bucketSchema,
        ranges: Type.Array(
          Type.Object({
            variation: Type.String(),
            weight: Type.Number(),
            from: Type.Integer(),
            below: Type.Integer(),
            hit: Type.Boolean(),
          }),
          { description: 'buckets from `from` up to, but not including, `below`' },
        ),
      }),
    ),
  },
  { title: 'ExplainedRule' },
);

export const explanationSchema = Type.Unsafe<Explanation & { readonly at: string }>(
  Type.Object(
    {
      at: Type.String({ description: 'the time of the evaluation' }),
      result: Type.Object(
        {
          key: Type.String(),
          value: any('the value that is served'),
          variation: orNull(Type.String()),
          reason: Type.String(),
          feature: orNull(Type.String()),
        },
        { description: 'the variable result, as the evaluation interface answers it' },
      ),
      decided_by: Type.Object({
        line: Type.Integer({ minimum: 1, maximum: 7, description: 'of the table of precedence' }),
        test: Type.String(),
        rule: orNull(Type.Integer(), 'with line 6: which rule, counted from 1'),
      }),
      feature: orNull(
        Type.Object({
          slug: Type.String(),
          status: stringEnum(['live', 'complete', 'archived']),
          default: orNull(Type.String(), 'the default variation of the variable here'),
          override: orNull(Type.String(), 'the variation that an override pins for this user'),
          targeting: stringEnum(['none', 'off', 'on']),
        }),
        'null = the key resolves to no variable',
      ),
      rules: Type.Array(ruleSchema, { description: 'the first ones, and the one that decides' }),
      rules_omitted: Type.Integer({ description: 'how many more there are' }),
      segments: Type.Array(segmentSchema, { description: 'each that the rules name' }),
      limits_exceeded: Type.Array(
        Type.Object({
          kind: stringEnum(['feature', 'segment']),
          id: Type.String(),
          limit: Type.String(),
          actual: Type.Number(),
          most: Type.Number(),
          path: orNull(Type.String(), 'where in the definition; null = the whole'),
        }),
        {
          description:
            'definitions beyond the limits: the rules of such a feature match nobody, and such a segment counts as missing',
        },
      ),
    },
    { title: 'Explanation' },
  ),
);
