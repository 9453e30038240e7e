import { Type } from '@bunting/definitions/type';
import type { EvaluationEndpoint } from './evaluation-endpoint.ts';
import { stringEnum } from '../framework/schemas.ts';
import { keyParameter, queryParameter } from './evaluation-schemas.ts';

/** The OpenFeature Remote Evaluation Protocol (docs/reference/sdks.md), as far as Bunting answers it. */

const contextSchema = Type.Object(
  { context: Type.Optional(Type.Unknown({ description: 'an object; absent or null = anonymous' })) },
  { title: 'OfrepRequest' },
);

const flag = {
  key: Type.String({ description: 'as requested' }),
  value: Type.Optional(Type.Unknown({ description: "absent = the code's default" })),
  reason: stringEnum(['TARGETING_MATCH', 'SPLIT', 'STATIC', 'DEFAULT', 'DISABLED']),
  metadata: Type.Object({
    feature: Type.String(),
    reason: Type.String({ description: 'the reason of Bunting' }),
    evaluation_trace: Type.Optional(Type.String({ maxLength: 200 })),
  }),
};

const oneFlag = Type.Object(
  { ...flag, variant: Type.String({ description: 'empty = no variation' }) },
  { title: 'OfrepFlag', additionalProperties: false },
);

const flagOfAll = Type.Object(
  { ...flag, variant: Type.Optional(Type.String()) },
  { title: 'OfrepFlagOfAll', additionalProperties: false },
);

const allFlags = Type.Object(
  {
    flags: Type.Array(flagOfAll),
    metadata: Type.Object({ environment: Type.String() }),
    eventStreams: Type.Optional(
      Type.Array(
        Type.Object({
          type: Type.Literal('sse'),
          endpoint: Type.Object({ origin: Type.String(), requestUri: Type.String() }),
          inactivityDelaySec: Type.Integer(),
        }),
        { description: 'only with client keys' },
      ),
    ),
  },
  { title: 'OfrepFlags', additionalProperties: false },
);

const errorSchema = Type.Object(
  {
    key: Type.Optional(Type.String({ description: 'only in responses for one flag' })),
    errorCode: stringEnum(['PARSE_ERROR', 'INVALID_CONTEXT', 'FLAG_NOT_FOUND', 'GENERAL']),
    errorDetails: Type.String(),
    metadata: Type.Optional(Type.Object({ code: Type.String() })),
  },
  { title: 'OfrepError', additionalProperties: false },
);

const userSignatureHeader = {
  name: 'X-Bunting-User-Signature',
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description: 'like `user_signature` of the other routes',
};

export const ofrepEndpoints: readonly EvaluationEndpoint[] = [
  {
    method: 'post',
    path: '/ofrep/v1/evaluate/flags/{key}',
    tag: 'OpenFeature',
    summary: 'Evaluate a flag (OFREP)',
    security: 'environmentKey',
    parameters: [keyParameter, userSignatureHeader],
    body: contextSchema,
    status: 200,
    answer: oneFlag,
    refusals: [400, 401, 403, 404, 413, 429, 503],
    error: errorSchema,
  },
  {
    method: 'post',
    path: '/ofrep/v1/evaluate/flags',
    tag: 'OpenFeature',
    summary: 'Evaluate all flags (OFREP)',
    security: 'environmentKey',
    parameters: [
      queryParameter('keys', 'slugs of the flags to return, separated by commas'),
      queryParameter('traces', '`true` adds evaluation traces'),
      queryParameter('flagConfigEtag', 'the `etag` of a stream event, such as `v43`'),
      queryParameter('flagConfigLastModified', 'accepted and ignored'),
      userSignatureHeader,
    ],
    body: contextSchema,
    status: 200,
    answer: allFlags,
    isConditional: true,
    refusals: [400, 401, 403, 413, 429, 503],
    error: errorSchema,
  },
];
