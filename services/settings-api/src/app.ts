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
import type { Route } from './route.ts';
import { organisationRoutes } from './routes/organisations.ts';
import { projectRoutes } from './routes/projects.ts';
import { sessionRoutes } from './routes/session.ts';
import { serveRoutes } from './serve-routes.ts';

export const prefix = '/settings/v1';

/** The route table: every route of the settings interface, noun by noun. */
export const routes: readonly Route[] = [...sessionRoutes, ...organisationRoutes, ...projectRoutes];

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
      serveRoutes(app, prefix, routes, options, maxBodyBytes);
    },
  });
}
