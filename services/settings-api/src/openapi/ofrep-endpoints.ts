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
    reason: Type.String({ description: 'that of Bunting' }),
    evaluation_trace: Type.Optional(Type.String({ maxLength: 200 })),
  }),
};

const oneFlag = Type.Object(
  { ...flag, variant: Type.String({ description: 'empty = nothing was served' }) },
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
        { description: 'for client keys alone' },
      ),
    ),
  },
  { title: 'OfrepFlags', additionalProperties: false },
);

const errorSchema = Type.Object(
  {
    key: Type.Optional(Type.String({ description: 'where one flag is asked for' })),
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
  description: 'as `user_signature` of the other routes',
};

export const ofrepEndpoints: readonly EvaluationEndpoint[] = [
  {
    method: 'post',
    path: '/ofrep/v1/evaluate/flags/{key}',
    tag: 'OpenFeature',
    summary: 'Evaluate one flag by OFREP',
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
    summary: 'Evaluate all flags by OFREP',
    security: 'environmentKey',
    parameters: [
      queryParameter('keys', 'slugs with commas between them, to which the answer is narrowed'),
      queryParameter('traces', '`true`: with evaluation traces'),
      queryParameter('flagConfigEtag', '`v43`: the `etag` of an event of the stream'),
      queryParameter('flagConfigLastModified', 'accepted, and not needed'),
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
