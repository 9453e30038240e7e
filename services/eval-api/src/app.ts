import type { RequestListener } from 'node:http';
import { createServiceApp, fastRoute, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { Charge } from '@bunting/environments';
import type { Dependencies } from './dependencies.ts';
import { createEvaluationWork } from './evaluations/evaluation-work.ts';
import { describeError, describeErrorOfFlag } from './ofrep/describe-error.ts';
import { createEvaluateVariable } from './routes/evaluate-variable.ts';
import { createEvaluateVariables } from './routes/evaluate-variables.ts';
import { createEvaluations } from './routes/evaluations.ts';
import { methodNotAllowedPage } from './routes/method-not-allowed-page.ts';
import { createOfrepFlag } from './routes/ofrep-flag.ts';
import { createOfrepFlags } from './routes/ofrep-flags.ts';
import { ofrepMethodNotAllowed } from './routes/ofrep-method-not-allowed.ts';

export interface AppOptions extends Omit<Dependencies, 'work'>, ServiceAppOptions {
  readonly charge: Charge;
}

/** Creates the route table. */
export function createApp(options: AppOptions): RequestListener {
  const dependencies: Dependencies = { ...options, work: createEvaluationWork(options) };
  return createServiceApp({
    ...options,
    takesClientKeys: true,
    fastRoutes: [
      fastRoute('/v1/variables', 200, createEvaluateVariables(dependencies)),
      fastRoute('/v1/variables/{key}', 200, createEvaluateVariable(dependencies)),
      fastRoute('/v1/evaluations', 200, createEvaluations(dependencies)),
      fastRoute('/ofrep/v1/evaluate/flags', 200, createOfrepFlags(dependencies), { describeError }),
      fastRoute('/ofrep/v1/evaluate/flags/{key}', 200, createOfrepFlag(dependencies), {
        describeError: describeErrorOfFlag,
      }),
    ],
    addRoutes(app) {
      app.all('/v1/variables', methodNotAllowed('POST'));
      app.all('/v1/variables/:key', methodNotAllowedPage);
      app.all('/v1/evaluations', methodNotAllowed('POST'));
      app.all('/ofrep/v1/evaluate/flags', ofrepMethodNotAllowed);
      app.all('/ofrep/v1/evaluate/flags/:key', ofrepMethodNotAllowed);
    },
  });
}
