import { datafileKey, environmentKey, pathParameters, staffToken, token } from './installation/document.ts';
import type { Installation, ServiceName } from './installation/start-installation.ts';
import { send } from './send.ts';
import type { Resolve, Schema } from './shapes/schema.ts';

/** A route, as the OpenAPI document of the running release describes it. */
export interface Route {
  readonly service: ServiceName;
  readonly method: string;
  /** With its parameters in braces; it is the name of the route. */
  readonly template: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly isOpenToAnyone: boolean;
  readonly takesYaml: boolean;
  readonly query: readonly string[];
  readonly body: Schema | undefined;
}

export interface Routes {
  readonly all: readonly Route[];
  readonly resolve: Resolve;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Reference {
  readonly $ref: string;
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

const methods = new Set(['get', 'post', 'put', 'patch']);
const absent = '00000000-0000-4000-8000-000000000000';

/** Reads the routes. `cookie`: that of a signed-in person, for routes that tokens may not call. */
export async function readRoutes({ services }: Installation, cookie: string): Promise<Routes> {
  const asked = { method: 'GET', path: '/settings/v1/openapi.json' };
  const answered = await send(services['settings-api'], asked, Number.POSITIVE_INFINITY);
  const document = JSON.parse(answered.text) as OpenApi;
  const { parameters, schemas } = document.components;
  const all = Object.entries(document.paths).flatMap(([template, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({
        ...routeOf(template, method.toUpperCase(), operation, cookie),
        query: queryOf(operation, parameters),
      })),
  );
  const resolve: Resolve = (schema) =>
    schema.$ref === undefined ? schema : resolve(schemas[nameIn(schema.$ref)] ?? {});
  return { all: [...all, ...dashboardRoutes()], resolve };
}

function routeOf(
  template: string,
  method: string,
  { security = [], requestBody }: Operation,
  cookie: string,
): Omit<Route, 'query'> {
  const content = requestBody?.content ?? {};
  return {
    service: serviceOf(template),
    method,
    template,
    path: template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? absent),
    headers: credentialsOf(
      security.flatMap((each) => Object.keys(each)),
      cookie,
    ),
    isOpenToAnyone: security.length === 0,
    takesYaml: Object.keys(content).some((type) => type.includes('yaml')),
    body: content['application/json']?.schema,
  };
}

/** Returns the names of the query parameters. */
function queryOf({ parameters = [] }: Operation, shared: OpenApi['components']['parameters']): string[] {
  const resolved = parameters.map((each) => ('$ref' in each ? shared[nameIn(each.$ref)]! : each));
  return resolved.filter((each) => each.in === 'query').map(({ name }) => name);
}

/** Returns `Rule` for `#/components/schemas/Rule`. */
function nameIn(reference: string): string {
  return reference.split('/').at(-1)!;
}

function serviceOf(template: string): ServiceName {
  if (template.startsWith('/v1/events') || template === '/v1/usage') return 'ingest-api';
  if (template === '/v1/stream' || template === '/v1/datafile') return 'sync-api';
  if (template.startsWith('/v1/code-references') || template === '/v1/types') return 'coderefs-api';
  return template.startsWith('/settings') ? 'settings-api' : 'eval-api';
}

function credentialsOf(schemes: readonly string[], cookie: string): Record<string, string> {
  if (schemes.includes('datafileKey')) return { 'X-API-Key': datafileKey };
  if (schemes.includes('environmentKey')) return { 'X-API-Key': environmentKey };
  if (schemes.includes('staffToken')) return { Authorization: `Bearer ${staffToken}` };
  if (schemes.includes('organisationToken')) return { Authorization: `Bearer ${token}` };
  return schemes.includes('session') ? { Cookie: cookie } : {};
}

/** Returns the routes of the dispatcher's port, which no OpenAPI document describes. */
function dashboardRoutes(): Route[] {
  const signedIn = { Authorization: `Basic ${Buffer.from(`staff:${staffToken}`).toString('base64')}` };
  const of = (method: string, path: string, headers: Record<string, string>): Route => ({
    service: 'webhook-dispatcher',
    method,
    template: path,
    path,
    headers,
    isOpenToAnyone: false,
    takesYaml: false,
    query: ['activeQueue', 'status', 'page', 'jobsPerPage'],
    body: method === 'GET' ? undefined : { type: 'object' },
  });
  return [
    of('GET', '/health', {}),
    of('GET', '/queues/api/queues', signedIn),
    of('POST', '/queues/api/queues', {}),
    of('PUT', '/queues/api/queues/pause', signedIn),
  ];
}
