import type { AnyRoute } from '../framework/route.ts';
import { evaluationPaths } from './evaluation-interface.ts';
import { createComponents } from './components.ts';
import { createOperation } from './operation.ts';

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: object;
}

const about =
  'Self-hosted feature flags. Applications and pipelines call `/v1`; members of an organisation manage everything below `/settings/v1`. Errors are `{"error": "…"}`, with a `code` to branch on, and with `details` if there can be several problems. The management API rejects query parameters that are repeated, empty or unknown; whole numbers have only digits.';

/**
 * Returns OpenAPI 3.1 of the management API, generated from the schemas that check its requests, and of the evaluation
 * interface.
 */
export function openApiDocument(prefix: string, routes: readonly AnyRoute[]): OpenApiDocument {
  const components = createComponents();
  const paths: Record<string, Record<string, unknown>> = evaluationPaths(components);
  for (const route of routes) {
    const item = (paths[prefix + route.path] ??= {});
    item[route.method.toLowerCase()] = createOperation(route, components);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bunting',
      version: '1',
      description: about.replaceAll('\n', ' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        environmentKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'a UUID, for one environment',
        },
        datafileKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'a UUID, for one environment; only keys of the kind `datafile`',
        },
        clientKey: {
          type: 'apiKey',
          in: 'query',
          name: 'key',
          description: 'a UUID, for one environment; only keys of the kind `client`',
        },
        organisationToken: { type: 'http', scheme: 'bearer', description: '`rpa_…`, for one organisation' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'bunting.session_token',
          description:
            'set by `POST /settings/v1/session`; `__Host-bunting.session_token` if PUBLIC_URL begins with https',
        },
        staffToken: { type: 'http', scheme: 'bearer', description: '`STAFF_API_TOKEN` of the installation' },
      },
      ...components.all(),
    },
  };
}
