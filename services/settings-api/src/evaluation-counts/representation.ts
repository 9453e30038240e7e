import { Type } from '@bunting/definitions/type';
import { requestKinds } from '@bunting/evaluation-counts';
import { reasons } from '@bunting/evaluator';
import { createPageSchema } from '../framework/http/page.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';
import type { CountedTime, EvaluationCount } from './read-evaluations.ts';
import type { EnvironmentEvaluations } from './read-feature-evaluations.ts';
import type { UnknownKey } from './read-unknown-keys.ts';

const variationSchema = Type.Union([Type.String(), Type.Null()], {
  description: 'null = no variation',
});
const reasonSchema = stringEnum(reasons);
const countedSinceSchema = nullableTimeSchema('when evaluations were first counted; null = never');
export const lastEvaluatedAtSchema = nullableTimeSchema(
  'when code last requested one of its variables by name, to the minute; null = never',
);

const countSchema = Type.Object(
  {
    feature: Type.String(),
    variable: Type.String(),
    variation: variationSchema,
    reason: reasonSchema,
    asked: Type.Unsafe<(typeof requestKinds)[number]>({
      ...stringEnum(requestKinds),
      description:
        'named = the request had its key, or the application read it; all = the request was for all variables',
    }),
    count: Type.Integer(),
    last_evaluated_at: timeSchema,
    buckets: Type.Optional(
      Type.Array(Type.Object({ begins_at: timeSchema, count: Type.Integer() }), {
        description: 'hours or days with evaluations, in UTC; only with `bucket`',
      }),
    ),
  },
  { title: 'EvaluationCount' },
);

export const countPageSchema = Type.Object({
  ...createPageSchema(countSchema).properties,
  up_to: Type.String({
    format: 'date-time',
    description:
      'evaluations that were reported before this time are counted; evaluators report every minute',
  }),
  counted_since: countedSinceSchema,
});

export function toCount(count: EvaluationCount, { withBuckets }: { readonly withBuckets: boolean }) {
  return {
    feature: count.feature,
    variable: count.variable,
    variation: count.variation,
    reason: reasons[count.reason]!,
    asked: requestKinds[count.asked]!,
    count: count.count,
    last_evaluated_at: count.lastAt.toISOString(),
    ...(withBuckets && {
      buckets: count.buckets.map(({ beginsAt, count: own }) => ({
        begins_at: beginsAt.toISOString(),
        count: own,
      })),
    }),
  };
}

export function toCountedTime({ upTo, countedSince }: CountedTime) {
  return { up_to: upTo.toISOString(), counted_since: countedSince?.toISOString() ?? null };
}

export const environmentEvaluationsSchema = Type.Object(
  {
    environment: Type.String(),
    counted_since: countedSinceSchema,
    last_evaluated_at: lastEvaluatedAtSchema,
    last_7_days: Type.Array(
      Type.Object({
        variable: Type.String(),
        variation: variationSchema,
        reason: reasonSchema,
        count: Type.Integer(),
        share: Type.Number({ description: 'the share of the evaluations of the variable, 0 to 1' }),
      }),
      {
        description:
          'today and the previous 7 days in UTC, by variable, most evaluations first; only the 1,000 most evaluated of the environment',
      },
    ),
  },
  { title: 'EnvironmentEvaluations' },
);

export function toEnvironmentEvaluations(evaluations: EnvironmentEvaluations) {
  return {
    environment: evaluations.environment,
    counted_since: evaluations.countedSince?.toISOString() ?? null,
    last_evaluated_at: evaluations.lastEvaluatedAt?.toISOString() ?? null,
    last_7_days: evaluations.lines.map(({ reason, ...line }) => ({ ...line, reason: reasons[reason]! })),
  };
}

export const unknownKeySchema = Type.Object(
  {
    key: Type.String({ description: '`(other)` = all keys that are too many, too long or not valid slugs' }),
    count: Type.Integer(),
    first_at: timeSchema,
    last_at: timeSchema,
    server_last_at: nullableTimeSchema(
      'when it was last requested with a key other than a client key; null = only with client keys, which anybody can have',
    ),
    archived_feature: Type.Union([Type.String(), Type.Null()], {
      description: 'the archived feature with a variable of this key',
    }),
  },
  { title: 'UnknownKey' },
);

export function toUnknownKey({ key, count, firstAt, lastAt, serverLastAt, archivedFeature }: UnknownKey) {
  return {
    key,
    count,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    server_last_at: serverLastAt?.toISOString() ?? null,
    archived_feature: archivedFeature,
  };
}
