import type { RequestListener } from 'node:http';
import type { Logger, Registry, Tracing } from '@bunting/observability';
import type { Express, RequestHandler } from 'express';
import { createErrorHandler } from '../errors/error-handler.ts';
import { errors } from '../errors/errors.ts';
import type { DatabaseCheck } from '../health/database-check.ts';
import { createHealthRoutes } from '../health/health-routes.ts';
import type { Readiness } from '../health/readiness.ts';
import { answerPreflight, isPreflight } from './cross-origin.ts';
import { serveFastRoutes, type FastRoute } from './fast-route.ts';
import { createRequestObserver } from './request-observer.ts';
import { createWebApp } from './web-app.ts';

/** The options of every service's application; a ServiceContext has the first three. */
export interface ServiceAppOptions {
  readonly log: Logger;
  readonly registry: Registry;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly readiness: Readiness;
  /** Absent = the service has no database. */
  readonly checkDatabase?: DatabaseCheck | undefined;
}

/**
 * Creates the listener of a service: its fast routes first, then health, probes and metrics, then the routes of
 * Express.
 */
export function createServiceApp(
  options: ServiceAppOptions & {
    readonly fastRoutes?: readonly FastRoute[];
    readonly addRoutes: (app: Express) => void;
    /**
     * Pages of any site ask this service, with client keys: they may read all its refusals, and their preflights pass at every path but those of
     * operators.
     */
    readonly takesClientKeys?: boolean;
  },
): RequestListener {
  const { log, registry, tracing, fastRoutes = [], addRoutes, takesClientKeys } = options;
  const observer = createRequestObserver({ registry, log, onRequest: tracing?.onRequest });
  const webApp = createWebApp({
    log,
    observer,
    readByPages: takesClientKeys,
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      if (takesClientKeys) app.use((req, res, next) => (isPreflight(req) ? answerPreflight(res) : next()));
      addRoutes(app);
    },
  });
  if (fastRoutes.length === 0) return webApp;
  return serveFastRoutes({
    routes: fastRoutes,
    observer,
    handleError: createErrorHandler({ log, readByPages: takesClientKeys }),
    next: webApp,
  });
}

/** Refuses every method that no route before it answers; `allow` is the value of the header. */
export function methodNotAllowed(allow: string): RequestHandler {
  return () => {
    throw errors.methodNotAllowed(allow);
  };
}
