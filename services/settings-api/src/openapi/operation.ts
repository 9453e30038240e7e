import { Type } from '@bunting/definitions/type';
import type { TObject, TSchema } from 'typebox';
import { isRecorded, queryOf } from '../framework/comment.ts';
import { dryRunSchema, hasDryRun } from '../framework/dry-run.ts';
import type { Route } from '../framework/route.ts';
import type { Components } from './components.ts';
import { etagHeader, sharedRefusal } from './refusals.ts';

/** Returns one route as an operation. */
export function operationOf(route: Route, components: Components): object {
  return {
    operationId: operationId(route.summary),
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(route.path, components),
      ...queryParameters(queryOf(route), components),
      ...ifMatch(route, components),
    ],
    ...(route.body !== undefined && {
      requestBody: { required: true, content: documents(route.body, components, route.bodyMayBeYaml) },
    }),
    responses: {
      ...successesOf(route, components),
      ...refusalsOf(route, components),
    },
  };
}

/** Returns the successful answers. A dry run answers 200, also where the route has no body otherwise. */
function successesOf(route: Route, components: Components): object {
  const { status } = route;
  const dryRun = hasDryRun(route) ? dryRunSchemaOf(route) : undefined;
  const schema = status === 200 ? either(route.answer, dryRun) : route.answer;
  return {
    [status]: {
      description: successes[status],
      ...headersOf(route, components),
      ...(schema !== undefined && { content: contentOf(route, schema, components) }),
    },
    ...(status !== 200 &&
      dryRun !== undefined && { 200: { description: 'A dry run', content: json(dryRun, components) } }),
  };
}

function contentOf(
  { isEventStream, answerMayBeYaml }: Route,
  schema: TSchema,
  components: Components,
): object {
  if (isEventStream === true) return { 'text/event-stream': { schema: components.schema(schema) } };
  return documents(schema, components, answerMayBeYaml);
}

function dryRunSchemaOf({ dryRunAnswer }: Route): TSchema {
  return dryRunAnswer === undefined ? dryRunSchema : Type.Intersect([dryRunSchema, dryRunAnswer]);
}

function either(answer: TSchema | undefined, dryRun: TSchema | undefined): TSchema | undefined {
  return answer === undefined || dryRun === undefined ? (answer ?? dryRun) : Type.Union([answer, dryRun]);
}

function headersOf(route: Route, components: Components): object {
  const headers = {
    ...(hasETag(route) && { ETag: components.reference('headers', 'ETag', etagHeader) }),
    ...(isRecorded(route) && {
      'Change-Id': components.reference('headers', 'Change-Id', {
        description: '`change_id` of the audit records; absent where nothing differed, and in a dry run',
        schema: { type: 'string', format: 'uuid' },
      }),
    }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const successes = { 200: 'Success', 201: 'Success', 204: 'Done', 303: 'Elsewhere: see Location' } as const;

export function json(schema: TSchema, components: Components): object {
  return { 'application/json': { schema: components.schema(schema) } };
}

/** Returns JSON, and the same as YAML if a route supports it. */
function documents(schema: TSchema, components: Components, mayBeYaml = false): object {
  const content = json(schema, components);
  return mayBeYaml ? { ...content, 'application/yaml': { schema: components.schema(schema) } } : content;
}

/** Turns `List the projects of an organisation` into `listProjectsOfOrganisation`. */
export function operationId(summary: string): string {
  const words = summary.replaceAll(/[^A-Za-z0-9 -]/g, '').split(/[ -]+/);
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

function securityOf({ action, isForPeople = false }: Route): object[] {
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

function hasETag(route: Route): boolean {
  return route.hasETag !== undefined && route.hasETag !== false;
}

/** Returns whether the handler compares `If-Match` (every-write.test.ts). */
export function takesIfMatch(route: Route): boolean {
  const { method, path } = route;
  if (method === 'GET' || !path.includes('{')) return false;
  if (route.comparesIfMatch !== undefined) return route.comparesIfMatch;
  // A new resource has no ETag yet, unless it is a part of one that has.
  if (method === 'POST' && route.hasETag !== 'of the feature') return false;
  return method === 'DELETE' || hasETag(route);
}

function ifMatch(route: Route, components: Components): object[] {
  if (!takesIfMatch(route)) return [];
  const parameter = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'the ETag of what is changed; 412 when somebody else has changed it meanwhile',
    schema: { type: 'string' },
  };
  return [components.reference('parameters', 'If-Match', parameter)];
}

function refusalsOf(route: Route, components: Components): object {
  const rows: [number, string, boolean][] = [
    [400, 'The query or the body is not valid', queryOf(route) !== undefined || route.body !== undefined],
    [401, 'There is no valid session or token', route.action !== 'anyone'],
    [403, 'The role does not allow it', !['anyone', 'caller', 'staff', 'read'].includes(route.action)],
    [404, 'It does not exist, or the caller may not see it', route.path.includes('{')],
    [409, 'It contradicts what is there', route.method !== 'GET'],
    [412, 'Somebody else has changed it meanwhile', takesIfMatch(route)],
    [413, 'The body is too large', route.body !== undefined],
    [
      429,
      'Too many attempts, or at a time',
      (route.limitsAttempts ?? route.action === 'staff') || hasShares(route),
    ],
    [503, 'The service cannot answer at the moment, or others ask too much of it', true],
  ];
  return Object.fromEntries(
    rows.flatMap(([status, description, applies]) =>
      applies ? [[status, sharedRefusal({ status, description }, components)]] : [],
    ),
  );
}

/** Returns whether the route uses a resource that all organisations share. */
function hasShares({ isExpensive, bodyMayBeYaml, isEventStream }: Route): boolean {
  return isExpensive === true || bodyMayBeYaml === true || isEventStream === true;
}
