import type { RequestListener } from 'node:http';
import { createServiceApp, fastRoute, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';
import { createEvaluateVariable } from './routes/evaluate-variable.ts';
import { createEvaluateVariables } from './routes/evaluate-variables.ts';
import { methodNotAllowedPage } from './routes/method-not-allowed-page.ts';

export interface AppOptions extends Dependencies, ServiceAppOptions {}

/** The route table. */
export function createApp(options: AppOptions): RequestListener {
  return createServiceApp({
    ...options,
    fastRoutes: [
      fastRoute('/v1/variables', 200, createEvaluateVariables(options)),
      fastRoute('/v1/variables/{key}', 200, createEvaluateVariable(options)),
    ],
    addRoutes(app) {
      app.all('/v1/variables', methodNotAllowed('POST'));
      app.all('/v1/variables/:key', methodNotAllowedPage);
    },
  });
}
