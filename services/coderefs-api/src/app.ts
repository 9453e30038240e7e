import type { RequestListener } from 'node:http';
import {
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  errors,
  type DatabaseCheck,
  type Readiness,
} from '@bunting/service';
import { type Registry } from '@bunting/observability';
import type { Tracing } from '@bunting/observability';
import type { RequestHandler } from 'express';
import { BodyCutOff } from './body/open-body.ts';
import type { Dependencies } from './dependencies.ts';
import { explainFailure } from './explain-failure.ts';
import { createListKeys } from './routes/list-keys.ts';
import { createPushSnapshot } from './routes/push-snapshot.ts';

export interface AppOptions extends Dependencies {
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
}

/** The route table. */
export function createApp(options: AppOptions): RequestListener {
  const { log, registry, tracing } = options;
  return createWebApp({
    log,
    observer: createRequestObserver({ registry, log, onRequest: tracing?.onRequest }),
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.post('/v1/code-references', explained(createPushSnapshot(options)));
      app.all('/v1/code-references', () => {
        throw errors.methodNotAllowed('POST');
      });
      app.get('/v1/code-references/keys', explained(createListKeys(options)));
      app.all('/v1/code-references/keys', () => {
        throw errors.methodNotAllowed('GET, HEAD');
      });
    },
  });
}

function explained(handle: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    try {
      await handle(req, res, next);
    } catch (error) {
      if (error instanceof BodyCutOff) res.destroy();
      else throw explainFailure(error);
    }
  };
}
