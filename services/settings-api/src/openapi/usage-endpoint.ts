import { reasons } from '@bunting/evaluator';
import { Type } from '@bunting/definitions/type';
import { nullable, stringEnum } from '../framework/schemas.ts';
import type { EvaluationEndpoint } from './evaluation-endpoint.ts';

const usageSchema = Type.Object(
  {
    from: Type.String({ description: 'ISO 8601; at most seven days ago' }),
    until: Type.String({
      description: 'ISO 8601; not before `from`, at most 24 hours after it and five minutes in the future',
    }),
    users: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            id: Type.Optional(
              Type.Unknown({ description: 'a string, or a number, which is read as its decimal string' }),
            ),
            email: Type.Optional(Type.Unknown({ description: 'a string; used if there is no id' })),
          }),
          { maxItems: 1_000 },
        ),
      ),
    ),
    anonymous: Type.Optional(
      nullable(Type.Boolean({ description: 'true = users without an identity were evaluated as well' })),
    ),
    evaluations: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            variable: Type.String(),
            variation: Type.Optional(nullable(Type.String({ description: 'null = no variation' }))),
            reason: stringEnum(reasons),
            count: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
          }),
          { maxItems: 1_000 },
        ),
      ),
    ),
  },
  { title: 'Usage' },
);

const monthlyActiveUsersSchema = Type.Object(
  {
    used: nullable(Type.Integer({ description: 'this month; null = currently unknown' })),
    cap: nullable(Type.Integer({ description: 'null = unlimited' })),
    exceeded: nullable(Type.Boolean({ description: 'the cap is exceeded; null = currently unknown' })),
  },
  { additionalProperties: false },
);

/** `POST /v1/usage` (decisions §8.5). */
export const usageEndpoint: EvaluationEndpoint = {
  method: 'post',
  path: '/v1/usage',
  tag: 'local evaluation',
  summary: 'Report the usage of local evaluation',
  security: 'datafileKey',
  body: usageSchema,
  status: 202,
  answer: Type.Object({ monthly_active_users: monthlyActiveUsersSchema }),
  refusals: [400, 401, 403, 413, 429, 503],
};
