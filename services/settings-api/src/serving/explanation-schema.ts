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
        'wrong_type: the operator cannot read its type; too_long: it counts as missing, because it exceeds the limit for texts or lists, or the limit of this definition for contains and matches',
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
          'with wrong_type: the type that the operator expects; with missing: not_a_path if custom_data has an object with the name before the dot of custom_key, because custom_key is not a path',
      }),
    ),
    given: any('the value of the user'),
    compared: any('the compared value: in lower case, as a full version, as an instant in UTC, …'),
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
  malformed: Type.Boolean({
    description: 'the condition never matches, because its values do not fit its operator',
  }),
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
    segments: Type.Optional(Type.Array(membershipSchema, { description: 'the segments in the condition' })),
  },
  { title: 'ExplainedCondition' },
);

const bucketSchema = orNull(Type.Integer(), '0 to 99,999; null = the user has no bucketing key');

const ruleSchema = Type.Object(
  {
    number: Type.Integer({ description: 'the number of the rule, from 1' }),
    id: orNull(Type.String(), 'null = a rule in `as_if` without an id'),
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
      description: 'the result of the rule for this user, regardless of earlier rules',
    }),
    decides: Type.Boolean({ description: 'this rule decided' }),
    serves: orNull(Type.String(), 'the variation that it serves to this user'),
    matches: Type.Boolean(),
    any_of: Type.Array(groupOf(conditionSchema), {
      description: 'one group must match; an empty list matches everyone',
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
        attribute: orNull(Type.String(), 'the first attribute that the user has'),
        key: orNull(Type.String()),
      }),
      'null = the rule does not need a bucket',
    ),
    rollout: orNull(
      Type.Object({
        percentage: Type.Number({ description: 'at the time of the evaluation' }),
        bucket: bucketSchema,
        passes: Type.Boolean({ description: 'the bucket is less than a thousand times the percentage' }),
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

const prerequisiteSchema = Type.Object(
  {
    variable: Type.String(),
    feature: orNull(Type.String(), 'null = there is no such variable, or its feature is archived'),
    wanted: Type.Array(Type.String(), { description: 'the variations that meet the prerequisite' }),
    serves: orNull(Type.String(), 'the variation that the variable serves the user; null = nothing'),
    reason: Type.String(),
    met: Type.Boolean(),
  },
  { title: 'ExplainedPrerequisite' },
);

export const explanationSchema = Type.Unsafe<Explanation & { readonly at: string }>(
  Type.Object(
    {
      at: Type.String({ description: 'the time of the evaluation' }),
      result: Type.Object(
        {
          key: Type.String(),
          value: any('the resulting value'),
          variation: orNull(Type.String()),
          reason: Type.String(),
          feature: orNull(Type.String()),
        },
        { description: 'the result, as the evaluation API returns it' },
      ),
      decided_by: Type.Object({
        line: Type.Integer({ minimum: 1, maximum: 7, description: 'the line in the table of precedence' }),
        test: Type.String(),
        rule: orNull(Type.Integer(), 'with line 6: the number of the rule, from 1'),
        prerequisite: orNull(
          Type.Integer(),
          'with line 7: the number of the first prerequisite that is not met, from 1; null = all are met',
        ),
      }),
      feature: orNull(
        Type.Object({
          slug: Type.String(),
          status: stringEnum(['live', 'complete', 'archived']),
          default: orNull(Type.String(), 'the default variation of the variable in this environment'),
          override: orNull(Type.String(), "the variation of this user's override"),
          targeting: stringEnum(['none', 'off', 'on']),
        }),
        'null = no variable has this key',
      ),
      prerequisites: Type.Array(prerequisiteSchema),
      rules: Type.Array(ruleSchema, { description: 'the first rules, and the one that decides' }),
      rules_omitted: Type.Integer({ description: 'how many more there are' }),
      segments: Type.Array(segmentSchema, { description: 'the segments in the rules' }),
      limits_exceeded: Type.Array(
        Type.Object({
          kind: stringEnum(['feature', 'segment']),
          id: Type.String(),
          limit: Type.String(),
          actual: Type.Number(),
          most: Type.Number(),
          path: orNull(Type.String(), 'the path in the definition; null = the whole definition'),
        }),
        {
          description:
            'definitions that exceed a limit: the rules of such a feature match nobody, and such a segment counts as missing',
        },
      ),
    },
    { title: 'Explanation' },
  ),
);
