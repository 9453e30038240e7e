import { Type } from '@bunting/definitions/type';
import { nullable, stringEnum } from '../framework/schemas.ts';
import type { EvaluationEndpoint } from './evaluation-endpoint.ts';

/** Decisions §8.4. The documents are what evaluators read. */
const datafileSchema = Type.Object(
  {
    version: Type.Integer(),
    since: nullable(Type.Integer({ description: 'null = it is complete' })),
    environment: Type.String(),
    project: Type.String(),
    organisation: Type.String(),
    fragments: Type.Array(
      Type.Object({
        kind: stringEnum(['feature', 'segment']),
        id: Type.String(),
        document: nullable(
          Type.Object(
            {},
            { description: 'the definition for evaluators; null = deleted', additionalProperties: true },
          ),
        ),
      }),
    ),
  },
  { title: 'Datafile' },
);

const eventStream = Type.String({
  description:
    'server-sent events that announce changes: `id` is the version, `data` is `{"type": "refetchEvaluation", "etag", "lastModified", "changed"?}`',
});

const sinceParameter = {
  name: 'since',
  in: 'query',
  schema: { type: 'string', pattern: String.raw`^\d{1,15}$` },
  description: 'the version that the client has',
};
const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  schema: { type: 'string' },
  description,
});
/** Streams and datafiles (decisions §8.4). */
export const changeEndpoints: readonly EvaluationEndpoint[] = [
  {
    method: 'get',
    path: '/v1/stream',
    tag: 'changes',
    summary: 'Stream change notifications',
    security: 'environmentKey',
    parameters: [
      sinceParameter,
      headerParameter('Last-Event-ID', 'the version that the client has; takes precedence over `since`'),
    ],
    status: 200,
    answer: eventStream,
    mediaType: 'text/event-stream',
    refusals: [401, 403, 429, 503],
  },
  {
    method: 'get',
    path: '/v1/datafile',
    tag: 'changes',
    summary: 'Read a datafile',
    security: 'datafileKey',
    parameters: [
      sinceParameter,
      {
        name: 'evaluator',
        in: 'query',
        schema: { type: 'integer', minimum: 1 },
        description:
          'what the evaluator of the client understands: 1 (default), or 2 = also prerequisites. To 1, features with prerequisites are sent as `remote`.',
      },
      headerParameter(
        'If-None-Match',
        'the ETag of the datafile that the client has; returns 304 if it is current',
      ),
    ],
    status: 200,
    answer: datafileSchema,
    refusals: [400, 401, 403, 429, 503],
  },
];
