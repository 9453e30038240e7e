import type { RequestListener } from 'node:http';
import {
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  type DatabaseCheck,
  type Readiness,
  type Registry,
} from '@bunting/http';
import type { Dependencies } from './dependencies.ts';
import { createDocumentationRoutes } from './openapi/documentation-routes.ts';
import { openApiDocument } from './openapi/openapi-document.ts';
import type { Route } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { defaultsRoutes } from './routes/defaults.ts';
import { environmentKeyRoutes } from './routes/environment-keys.ts';
import { environmentRoutes } from './routes/environments.ts';
import { featureRoutes } from './routes/features.ts';
import { organisationRoutes } from './routes/organisations.ts';
import { overridesRoutes } from './routes/overrides.ts';
import { projectRoutes } from './routes/projects.ts';
import { segmentRoutes } from './routes/segments.ts';
import { servedRoutes } from './routes/served.ts';
import { sessionRoutes } from './routes/session.ts';
import { targetingRoutes } from './routes/targeting.ts';
import { variableRoutes } from './routes/variables.ts';
import { variationRoutes } from './routes/variations.ts';
import { serveRoutes } from './serve-routes.ts';

export const prefix = '/settings/v1';

/** The route table: every route of the settings interface, noun by noun. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...organisationRoutes,
  ...projectRoutes,
  ...environmentRoutes,
  ...environmentKeyRoutes,
  ...segmentRoutes,
  ...featureRoutes,
  ...variableRoutes,
  ...variationRoutes,
  ...servedRoutes,
  ...targetingRoutes,
  ...defaultsRoutes,
  ...overridesRoutes,
];

export interface AppOptions extends Dependencies {
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
  readonly maxBodyBytes: number;
}

export function createApp(options: AppOptions): RequestListener {
  const { log, registry, maxBodyBytes } = options;
  return createWebApp({
    log,
    observer: createRequestObserver({ registry, log }),
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.use(prefix, createDocumentationRoutes(openApiDocument(prefix, routes)));
      serveRoutes(app, prefix, routes, options, maxBodyBytes);
    },
  });
}
