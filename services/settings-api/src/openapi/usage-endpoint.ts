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
              Type.Unknown({ description: 'a string, or a number that counts as its decimal string' }),
            ),
            email: Type.Optional(Type.Unknown({ description: 'a string; counts where there is no id' })),
          }),
          { maxItems: 1_000 },
        ),
      ),
    ),
    anonymous: Type.Optional(
      nullable(Type.Boolean({ description: 'true = users without an identity were evaluated, too' })),
    ),
    evaluations: Type.Optional(
      nullable(
        Type.Array(
          Type.Object({
            variable: Type.String(),
            variation: Type.Optional(nullable(Type.String({ description: 'null = nothing was served' }))),
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
    used: nullable(Type.Integer({ description: 'of this month; null = not known at the moment' })),
    cap: nullable(Type.Integer({ description: 'null = any number' })),
    exceeded: nullable(Type.Boolean({ description: 'more than the cap; null = not known at the moment' })),
  },
  { additionalProperties: false },
);

/** `POST /v1/usage` (decisions §8.5). */
export const usageEndpoint: EvaluationEndpoint = {
  method: 'post',
  path: '/v1/usage',
  tag: 'local evaluation',
  summary: 'Report usage of local evaluation',
  security: 'datafileKey',
  body: usageSchema,
  status: 202,
  answer: Type.Object({ monthly_active_users: monthlyActiveUsersSchema }),
  refusals: [400, 401, 403, 413, 429, 503],
};
