import type { RequestListener } from 'node:http';
import { isDatabaseAway } from '@bunting/database';
import { createServiceApp, errors, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { RequestHandler } from 'express';
import { BodyCutOff } from './body/open-body.ts';
import type { Dependencies } from './dependencies.ts';
import { createListKeys } from './routes/list-keys.ts';
import { createListTypes } from './routes/list-types.ts';
import { createPushSnapshot } from './routes/push-snapshot.ts';

export interface AppOptions extends Dependencies, ServiceAppOptions {}

/** Creates the route table. */
export function createApp(options: AppOptions): RequestListener {
  return createServiceApp({
    ...options,
    addRoutes(app) {
      app.post('/v1/code-references', explained(createPushSnapshot(options)));
      app.all('/v1/code-references', methodNotAllowed('POST'));
      app.get('/v1/code-references/keys', explained(createListKeys(options)));
      app.all('/v1/code-references/keys', methodNotAllowed('GET, HEAD'));
      app.get('/v1/types', explained(createListTypes(options)));
      app.all('/v1/types', methodNotAllowed('GET, HEAD'));
    },
  });
}

/**
 * Answers 503 when a step failed because PostgreSQL is away. Answers nothing when the body was cut off, because the client
 * is gone.
 */
function explained(handle: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    try {
      await handle(req, res, next);
    } catch (error) {
      if (error instanceof BodyCutOff) res.destroy();
      else throw isDatabaseAway(error) ? errors.unavailable : error;
    }
  };
}
