import { Type } from '@bunting/definitions/type';
import type { TObject, TSchema } from 'typebox';
import { getAnswerSchema, getDryRunSchema } from '../framework/dry-run.ts';
import { isRecorded, getQuerySchema } from '../framework/route-query.ts';
import type { AnyRoute } from '../framework/route.ts';
import type { Components } from './components.ts';
import { etagHeader, sharedRefusal } from './refusals.ts';

/** Returns one route as an operation. */
export function createOperation(route: AnyRoute, components: Components): object {
  return {
    operationId: operationId(route.summary),
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(route.path, components),
      ...queryParameters(getQuerySchema(route), components),
      ...ifMatch(route, components),
    ],
    ...requestBodyOf(route, components),
    responses: {
      ...successesOf(route, components),
      ...refusalsOf(route, components),
    },
  };
}

/** Returns the successful answers. A dry run answers 200, also where the route has no body otherwise. */
function successesOf(route: AnyRoute, components: Components): object {
  const { status, openapi } = route;
  const dryRun = getDryRunSchema(route);
  const answer = getAnswerSchema(route);
  const schema = status === 200 ? either(answer, dryRun) : answer;
  const content = openapi?.answer ?? (schema && { 'application/json': schema });
  return {
    [status]: {
      description: successes[status],
      ...headersOf(route, components),
      ...(content !== undefined && { content: contentOf(content, components) }),
    },
    ...(status !== 200 &&
      dryRun !== undefined && {
        200: { description: 'The result of a dry run', content: json(dryRun, components) },
      }),
  };
}

function requestBodyOf({ body, openapi }: AnyRoute, components: Components): object {
  const content = openapi?.requestBody ?? (body && { 'application/json': body });
  return content === undefined
    ? {}
    : { requestBody: { required: true, content: contentOf(content, components) } };
}

/** Returns the content of a body: its schemas by media type. */
function contentOf(content: Readonly<Record<string, TSchema>>, components: Components): object {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: components.schema(schema) }]),
  );
}

function either(answer: TSchema | undefined, dryRun: TSchema | undefined): TSchema | undefined {
  return answer === undefined || dryRun === undefined ? (answer ?? dryRun) : Type.Union([answer, dryRun]);
}

function headersOf(route: AnyRoute, components: Components): object {
  const headers = {
    ...(hasETag(route) && { ETag: components.reference('headers', 'ETag', etagHeader) }),
    ...(isRecorded(route) && {
      'Change-Id': components.reference('headers', 'Change-Id', {
        description: 'the `change_id` of the audit records; absent if nothing changed, and in a dry run',
        schema: { type: 'string', format: 'uuid' },
      }),
    }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const successes = { 200: 'Success', 201: 'Success', 204: 'No content', 303: 'Redirect' } as const;

export function json(schema: TSchema, components: Components): object {
  return contentOf({ 'application/json': schema }, components);
}

/** Turns `List the projects of an organisation, oldest first` into `listProjectsOfOrganisation`. */
export function operationId(summary: string): string {
  const [main = ''] = summary.split(',');
  const words = main.replaceAll(/[^A-Za-z0-9 -]/g, '').split(/[ -]+/);
  return words
    .filter((word) => !['the', 'a', 'an'].includes(word.toLowerCase()))
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
}

/** Returns the noun below the organisation or the project. */
function tagOf(path: string): string {
  const [first, second, noun] = path.replace('/projects/{project}/', '/').split('/').slice(1);
  return second === '{org}' && noun !== undefined ? noun : first!;
}

function securityOf({ action, isForPeople = false }: AnyRoute): object[] {
  if (action === 'anyone') return [];
  if (action === 'staff') return [{ staffToken: [] }];
  return action === 'signed-in' || isForPeople
    ? [{ session: [] }]
    : [{ session: [] }, { organisationToken: [] }];
}

function pathParameters(path: string, components: Components): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) =>
    components.reference('parameters', name!, {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }),
  );
}

function queryParameters(query: TSchema | undefined, components: Components): object[] {
  if (query === undefined) return [];
  const { properties, required = [] } = query as Pick<TObject, 'properties'> & { required?: string[] };
  const isPaged = 'cursor' in properties;
  return Object.entries(properties).map(([name, schema]) => {
    const parameter = {
      name,
      in: 'query',
      // A member with a default is optional.
      required: required.includes(name) && !('default' in schema),
      schema: components.schema(schema),
    };
    const shared = name === 'limit' && !isPaged ? undefined : sharedParameters[name];
    return shared === undefined ? parameter : components.reference('parameters', shared, parameter);
  });
}

/** Parameters that are the same wherever they stand, with names that no parameter of a path has. */
const sharedParameters: Readonly<Record<string, string>> = {
  comment: 'Comment',
  cursor: 'Cursor',
  dry_run: 'DryRun',
  limit: 'Limit',
};

function hasETag(route: AnyRoute): boolean {
  return route.hasETag !== undefined;
}

/** Returns true where the handler compares `If-Match` (every-write.test.ts). */
export function takesIfMatch(route: AnyRoute): boolean {
  const { kind, method, path, comparesIfMatch } = route;
  if (kind !== 'change' || !path.includes('{')) return false;
  // A new resource has no ETag yet.
  return comparesIfMatch ?? (method === 'DELETE' || (method !== 'POST' && hasETag(route)));
}

function ifMatch(route: AnyRoute, components: Components): object[] {
  if (!takesIfMatch(route)) return [];
  const parameter = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'the ETag of the version that you changed; 412 if somebody has changed it since',
    schema: { type: 'string' },
  };
  return [components.reference('parameters', 'If-Match', parameter)];
}

function refusalsOf(route: AnyRoute, components: Components): object {
  const rows: [number, string, boolean][] = [
    [400, 'The query or the body is invalid', getQuerySchema(route) !== undefined || hasBody(route)],
    [401, 'The session or token is missing or invalid', route.action !== 'anyone'],
    [403, 'Your role does not allow this', !['anyone', 'caller', 'staff', 'read'].includes(route.action)],
    [404, 'It does not exist, or you cannot see it', route.path.includes('{')],
    [409, 'The request conflicts with the current state', route.method !== 'GET'],
    [412, 'Somebody else has changed it since', takesIfMatch(route)],
    [413, 'The body is too large', hasBody(route)],
    [
      429,
      'Too many attempts or concurrent requests',
      (route.limitsAttempts ?? route.action === 'staff') || hasShares(route),
    ],
    [503, 'The service is temporarily unavailable or overloaded', true],
  ];
  return Object.fromEntries(
    rows.flatMap(([status, description, applies]) =>
      applies ? [[status, sharedRefusal({ status, description }, components)]] : [],
    ),
  );
}

function hasBody({ body, openapi }: AnyRoute): boolean {
  return body !== undefined || openapi?.requestBody !== undefined;
}

/** Returns true for routes that hold something which all organisations share. */
function hasShares({ isExpensive, openapi }: AnyRoute): boolean {
  return isExpensive === true || openapi?.limitsShares === true;
}
