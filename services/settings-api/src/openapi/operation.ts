import { Type } from '@bunting/definitions/type';
import type { TObject, TSchema } from 'typebox';
import { isRecorded, queryOf } from '../framework/comment.ts';
import { dryRunSchema, hasDryRun } from '../framework/dry-run.ts';
import type { Route } from '../framework/route.ts';
import type { Components } from './components.ts';

export const errorSchema = Type.Object(
  {
    error: Type.String({ description: 'for people' }),
    code: Type.Optional(Type.String({ description: 'for programs' })),
    by: Type.Optional(Type.String({ description: 'with 412: who changed it last' })),
    at: Type.Optional(Type.String({ description: 'with 412: when' })),
    change_id: Type.Optional(
      Type.Union([Type.String(), Type.Null()], { description: 'with 412: of that change' }),
    ),
    changes: Type.Optional(
      Type.Array(Type.Object({ subject: Type.String(), text: Type.String() }), {
        description: 'with 412: what was changed since the tag that was given, as far as that is known',
      }),
    ),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'every problem, with the path of what is wrong',
      }),
    ),
  },
  { title: 'Error' },
);

/** One route as an operation. */
export function operationOf(route: Route, components: Components): object {
  return {
    operationId: operationId(route.summary),
    tags: [tagOf(route.path)],
    summary: route.summary,
    ...(route.description !== undefined && { description: route.description }),
    security: securityOf(route),
    parameters: [
      ...pathParameters(route.path),
      ...queryParameters(queryOf(route), components),
      ...ifMatch(route),
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

/** A dry run answers 200, also where the route answers nothing otherwise. */
function successesOf(route: Route, components: Components): object {
  const { status } = route;
  const dryRun = hasDryRun(route) ? dryRunSchemaOf(route) : undefined;
  const schema = status === 200 ? either(route.answer, dryRun) : route.answer;
  return {
    [status]: {
      description: successes[status],
      ...headersOf(route),
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

function headersOf(route: Route): object {
  const headers = {
    ...(hasETag(route) && { ETag: { schema: { type: 'string' } } }),
    ...(isRecorded(route) && {
      'Change-Id': {
        description: '`change_id` of the audit records; absent where nothing differed, and in a dry run',
        schema: { type: 'string', format: 'uuid' },
      },
    }),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const successes = { 200: 'Success', 201: 'Success', 204: 'Done', 303: 'Elsewhere: see Location' } as const;

export function json(schema: TSchema, components: Components): object {
  return { 'application/json': { schema: components.schema(schema) } };
}

/** JSON, and the same as YAML where a route speaks that too. */
function documents(schema: TSchema, components: Components, mayBeYaml = false): object {
  const content = json(schema, components);
  return mayBeYaml ? { ...content, 'application/yaml': { schema: components.schema(schema) } } : content;
}

/** `List the projects of an organisation` → `listProjectsOfOrganisation`. */
export function operationId(summary: string): string {
  const words = summary.replaceAll(/[^A-Za-z0-9 -]/g, '').split(/[ -]+/);
  return words
    .filter((word) => !['the', 'a', 'an'].includes(word.toLowerCase()))
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
}

/** The noun below the organisation or the project. */
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

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: TSchema | undefined, components: Components): object[] {
  if (query === undefined) return [];
  const { properties, required = [] } = query as Pick<TObject, 'properties'> & { required?: string[] };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    // What has a default need not be given.
    required: required.includes(name) && !('default' in schema),
    schema: components.schema(schema),
  }));
}

function hasETag(route: Route): boolean {
  return route.hasETag !== undefined && route.hasETag !== false;
}

function ifMatch(route: Route): object[] {
  const { method, path } = route;
  if (method === 'GET' || !path.includes('{')) return [];
  // What is created has no ETag yet, unless it is a part of what has one.
  if (method === 'POST' && route.hasETag !== 'of the feature') return [];
  if (method !== 'DELETE' && !hasETag(route)) return [];
  const description = 'the ETag of what is changed; 412 when somebody else has changed it meanwhile';
  return [{ name: 'If-Match', in: 'header', required: false, description, schema: { type: 'string' } }];
}

function refusalsOf(route: Route, components: Components): object {
  const content = json(errorSchema, components);
  const rows: [number, string, boolean][] = [
    [400, 'The query or the body is not valid', queryOf(route) !== undefined || route.body !== undefined],
    [401, 'There is no valid session or token', route.action !== 'anyone'],
    [403, 'The role does not allow it', !['anyone', 'caller', 'staff', 'read'].includes(route.action)],
    [404, 'It does not exist, or the caller may not see it', route.path.includes('{')],
    [409, 'It contradicts what is there', route.method !== 'GET'],
    [412, 'Somebody else has changed it meanwhile', ifMatch(route).length > 0],
    [429, 'Too many attempts; Retry-After says when', route.limitsAttempts ?? route.action === 'staff'],
    [503, 'Too many passwords are being hashed; Retry-After says when', route.hashesPassword === true],
    [503, 'Too many documents are being imported; Retry-After says when', route.bodyMayBeYaml === true],
  ];
  return Object.fromEntries(
    rows.flatMap(([status, description, applies]) => (applies ? [[status, { description, content }]] : [])),
  );
}
