import { Type } from '@bunting/definitions/type';
import type { EvaluationEndpoint } from './evaluation-endpoint.ts';
import { queryParameter, resultSchema, user, userSignature } from './evaluation-schemas.ts';

/** Decisions §8.3. */
const evaluationsRequest = Type.Object({
  user,
  keys: Type.Optional(
    Type.Array(Type.String(), { description: 'absent = all variables that are not archived' }),
  ),
  traces: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10, description: 'the number of traces of each result' }),
  ),
  read: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: Type.Integer({ minimum: 0 }),
        maxProperties: 100,
        description: 'how often the application has read each variable since the last request',
      },
    ),
  ),
  user_signature: userSignature,
});

const { evaluation_trace: _trace, ...resultWithoutTrace } = resultSchema.properties;
const evaluatedSchema = Type.Object(
  {
    ...resultWithoutTrace,
    split: Type.Optional(Type.Boolean({ description: 'true = a bucket decided' })),
    evaluation_traces: Type.Optional(Type.Array(Type.String({ maxLength: 200 }))),
  },
  { title: 'Evaluated', additionalProperties: false },
);

export const evaluationsEndpoint: EvaluationEndpoint = {
  method: 'post',
  path: '/v1/evaluations',
  tag: 'evaluation',
  summary: 'Evaluate all variables for a user',
  security: 'environmentKey',
  parameters: [
    queryParameter('etag', 'like `If-None-Match`'),
    queryParameter(
      'version',
      'the version of a stream event: an older datafile is first refreshed, within 250 ms',
    ),
  ],
  body: evaluationsRequest,
  status: 200,
  answer: Type.Object(
    {
      version: Type.Integer(),
      refresh_at: Type.Optional(
        Type.String({ description: 'when results can change without a change of the definitions' }),
      ),
      results: Type.Object({}, { additionalProperties: evaluatedSchema }),
    },
    { additionalProperties: false },
  ),
  isConditional: true,
  refusals: [400, 401, 403, 413, 429, 503],
};
