import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { createErrorHandler } from '../errors/error-handler.ts';
import { errors } from '../errors/errors.ts';
import type { Logger } from '@bunting/observability';
import { getRequestId } from './request-id.ts';
import type { RequestObserver } from './request-observer.ts';

/** Answers are JSON, so a browser needs to load and run nothing for them. A route that answers with a page sets its own policy. */
const nothingAllowed = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/**
 * Creates an Express application with exact paths and protective headers (helmet). It observes every request, and answers
 * unknown paths and errors in JSON. `addRoutes` adds the routes.
 */
export function createWebApp(options: {
  log: Logger;
  observer: RequestObserver;
  addRoutes: (app: Express) => void;
  /** True if pages of any site may read the errors. */
  readByPages?: boolean | undefined;
}): Express {
  const { log, observer, addRoutes, readByPages } = options;
  const handleError = createErrorHandler({ log, readByPages });
  const app = express();
  app.set('case sensitive routing', true);
  app.set('strict routing', true); // Contract §1: a trailing slash matches no route.
  app.set('query parser', false);
  app.disable('x-powered-by');
  app.disable('etag');

  app.use(observeWith(observer));
  app.use(
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives: nothingAllowed },
      // As `frame-ancestors 'none'`, for browsers that do not know that; helmet's default is SAMEORIGIN.
      xFrameOptions: { action: 'deny' },
    }),
  );
  addRoutes(app);
  app.use(() => {
    throw errors.notFound;
  });
  app.use(
    (error: unknown, req: Request, res: Response, _next: NextFunction) => void handleError(error, req, res),
  );
  return app;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function observeWith(observer: RequestObserver) {
  const observe = observer.anyRoute((req) => ({
    method: methods.has(req.method!) ? req.method! : 'other',
    route: patternOf(req as Request),
  }));
  return (req: Request, res: Response, next: NextFunction) => {
    res.setHeader('X-Request-Id', getRequestId(req));
    observe(req, res);
    next();
  };
}

/**
 * Returns `/v1/variables/{key}` for Express's `:key`. A route on several paths has no parameters, so the path is the
 * pattern.
 */
function patternOf(req: Request): string {
  const route = req.route as { path: unknown } | undefined;
  const path = route?.path;
  if (typeof path === 'string') return path.replaceAll(/:(\w+)/g, '{$1}');
  return Array.isArray(path) ? req.path : 'none';
}
