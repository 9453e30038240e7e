import { variableTypes } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { nullable, stringEnum } from '../framework/schemas.ts';
import { changeEndpoints } from './change-endpoints.ts';
import type { Components } from './components.ts';
import type { EvaluationEndpoint } from './evaluation-endpoint.ts';
import { json, operationId } from './operation.ts';
import { errorSchema, sharedRefusal } from './refusals.ts';
import { keyParameter, resultSchema, user, userSignature } from './evaluation-schemas.ts';
import { evaluationsEndpoint } from './evaluations-endpoint.ts';
import { ofrepEndpoints } from './ofrep-endpoints.ts';
import { usageEndpoint } from './usage-endpoint.ts';

/** Contract §2.4. */
const eventSchema = Type.Object(
  {
    event: Type.String(),
    variable: Type.String(),
    variation: Type.String(),
    user,
    value: Type.Optional(nullable(Type.Number())),
    occurred_at: Type.Optional(
      nullable(Type.String({ description: 'ISO 8601; without an offset it is UTC' })),
    ),
    event_id: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
    evaluation_trace: Type.Optional(nullable(Type.String())),
    user_signature: userSignature,
  },
  { title: 'Event' },
);

/** Contract §2.5. */
const snapshotSchema = Type.Object(
  {
    project: Type.String(),
    provider: Type.Optional(stringEnum(['github', 'gitlab', 'bitbucket'])),
    repository: Type.String({ description: '`owner/repo`' }),
    branch: Type.String(),
    commit_sha: Type.Optional(Type.String()),
    references: Type.Array(
      Type.Object({
        key: Type.String(),
        file: Type.String(),
        line_number: Type.Optional(Type.Integer({ minimum: 1 })),
        snippet: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: 'Snapshot' },
);

/** Decisions §8.6. */
const typesSchema = Type.Object(
  {
    variables: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          type: stringEnum(variableTypes),
          feature: Type.String({ description: 'the slug of the feature' }),
          client: Type.Boolean({ description: 'client-side' }),
          values: Type.Optional(
            Type.Array(Type.Unknown(), {
              description:
                'the distinct values of its variations, only with `include=values`; absent if they have more than 16 KiB',
            }),
          ),
        },
        { title: 'VariableType', additionalProperties: false },
      ),
    ),
  },
  { title: 'VariableTypes', additionalProperties: false },
);

const healthSchema = Type.Object({ status: Type.String(), db: Type.String() }, { title: 'Health' });

const projectParameter = { name: 'project', in: 'query', required: true, schema: { type: 'string' } };
const includeValuesParameter = {
  name: 'include',
  in: 'query',
  schema: { type: 'string' },
  description: '`values` adds the values of the variations',
};

export const evaluationEndpoints: readonly EvaluationEndpoint[] = [
  {
    method: 'post',
    path: '/v1/variables/{key}',
    tag: 'evaluation',
    summary: 'Evaluate a variable',
    security: 'environmentKey',
    parameters: [keyParameter],
    body: Type.Object({ user, user_signature: userSignature }),
    status: 200,
    answer: resultSchema,
    refusals: [400, 401, 403, 413, 429],
  },
  {
    method: 'post',
    path: '/v1/variables',
    tag: 'evaluation',
    summary: 'Evaluate several variables',
    security: 'environmentKey',
    body: Type.Object({ keys: Type.Array(Type.String()), user, user_signature: userSignature }),
    status: 200,
    answer: Type.Object({ results: Type.Object({}, { additionalProperties: resultSchema }) }),
    refusals: [400, 401, 403, 413, 429, 503],
  },
  evaluationsEndpoint,
  ...ofrepEndpoints,
  {
    method: 'post',
    path: '/v1/events',
    tag: 'events',
    summary: 'Send events',
    security: 'environmentKey',
    body: Type.Object({ events: Type.Array(eventSchema), user_signature: userSignature }),
    status: 202,
    answer: Type.Object({ accepted: Type.Integer(), duplicates: Type.Optional(Type.Integer()) }),
    refusals: [400, 401, 403, 413, 429, 503],
  },
  usageEndpoint,
  ...changeEndpoints,
  {
    method: 'post',
    path: '/v1/code-references',
    tag: 'code references',
    summary: 'Push a snapshot of code references',
    security: 'organisationToken',
    body: snapshotSchema,
    status: 200,
    answer: Type.Object({
      accepted: Type.Integer(),
      matched: Type.Integer(),
      unknown_keys: Type.Array(Type.String()),
    }),
    refusals: [400, 401, 402, 403, 404, 413],
  },
  {
    method: 'get',
    path: '/v1/code-references/keys',
    tag: 'code references',
    summary: 'List the variable keys of a project',
    security: 'organisationToken',
    parameters: [projectParameter],
    status: 200,
    answer: Type.Object({ keys: Type.Array(Type.String()) }),
    refusals: [400, 401, 402, 403, 404],
  },
  {
    method: 'get',
    path: '/v1/types',
    tag: 'types',
    summary: 'List the variable types of a project',
    security: 'organisationToken',
    parameters: [projectParameter, includeValuesParameter],
    status: 200,
    answer: typesSchema,
    refusals: [400, 401, 403, 404, 409, 429, 503],
  },
  {
    method: 'get',
    path: '/health',
    tag: 'health',
    summary: 'Check the health of the service and its database',
    security: null,
    status: 200,
    answer: healthSchema,
    refusals: [503],
  },
];

/** Returns the paths of the evaluation interface. Its services check bodies by hand; tests compare these shapes with the vectors of contract/. */
export function evaluationPaths(components: Components): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of evaluationEndpoints) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method] = toOperation(endpoint, components);
  }
  return paths;
}

const refusalTexts: Readonly<Record<number, string>> = {
  400: 'The query or the body is invalid, or exceeds a limit',
  401: 'The key or token is missing or invalid, or the user signature is (`user_signature_invalid`)',
  402: 'The plan does not include code references',
  403: 'The organisation is suspended, inactive or has reached its limit of monthly active users, or this kind of key is not allowed to do this',
  404: 'The project or the variable does not exist',
  409: 'The response would be too large',
  413: 'The body is too large',
  429: 'A rate limit of the organisation (or, with a client key, of the IP address) is exceeded, it has too many streams, or too many of its requests are waiting',
  503: 'The database is unavailable, the limit of streams is reached, or too many large evaluation requests are in progress',
};

/** Returns the security of a path. A client key may also be in the query. */
function securityOf(scheme: string | null): object[] {
  if (scheme === null) return [];
  const inQuery = scheme === 'environmentKey' ? [{ clientKey: [] }] : [];
  return [{ [scheme]: [] }, ...inQuery];
}

function refusalOf({ path, error }: EvaluationEndpoint, status: number, components: Components): object {
  const description = refusalTexts[status]!;
  if (path === '/health') return { description, content: json(healthSchema, components) };
  const of = error === undefined ? 'Evaluation' : 'Ofrep';
  return sharedRefusal({ status, description, of, schema: error ?? errorSchema }, components);
}

function toOperation(endpoint: EvaluationEndpoint, components: Components): object {
  const { tag, summary, security, parameters = [], body, status, answer, mediaType, refusals } = endpoint;
  return {
    operationId: operationId(summary),
    tags: [tag],
    summary,
    security: securityOf(security),
    parameters,
    ...(body !== undefined && { requestBody: { required: true, content: json(body, components) } }),
    responses: {
      [status]: {
        description: 'Success',
        content: mediaType === undefined ? json(answer, components) : { [mediaType]: { schema: answer } },
      },
      ...(endpoint.isConditional === true && { 304: { description: 'Not modified' } }),
      ...Object.fromEntries(refusals.map((refusal) => [refusal, refusalOf(endpoint, refusal, components)])),
    },
  };
}
