import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  answer,
  createErrorHandler,
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  errors,
  pathOf,
  type DatabaseCheck,
  type ObserveRequest,
  type Readiness,
} from '@bunting/service';
import { type Logger, type Registry } from '@bunting/observability';
import type { Dependencies } from './dependencies.ts';
import { createEvaluateVariable } from './routes/evaluate-variable.ts';
import { createEvaluateVariables } from './routes/evaluate-variables.ts';
import { methodNotAllowedPage } from './routes/method-not-allowed-page.ts';

export interface AppOptions extends Dependencies {
  readonly log: Logger;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
}

/**
 * The route table. The two routes that are the service's reason stand in front of Express, which would cost each of
 * their requests more than all the rest of the work; everything else is Express' (ADR 3).
 */
export function createApp(options: AppOptions): RequestListener {
  const { log, registry, tracing } = options;
  const observer = createRequestObserver({ registry, log, onRequest: tracing?.onRequest });
  const handleError = createErrorHandler({ log });
  const evaluateVariable = createEvaluateVariable(options);
  const evaluateVariables = createEvaluateVariables(options);
  const observeVariable = observer.route('POST', '/v1/variables/{key}');
  const observeVariables = observer.route('POST', '/v1/variables');

  const everythingElse = createWebApp({
    log,
    observer,
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.all('/v1/variables', () => {
        throw errors.methodNotAllowed('POST');
      });
      app.all('/v1/variables/:key', methodNotAllowedPage);
    },
  });

  async function respond(
    req: IncomingMessage,
    res: ServerResponse,
    route: (req: IncomingMessage, segment: string) => Promise<string>,
    segment: string,
    observe: ObserveRequest,
  ): Promise<void> {
    const startedAt = performance.now();
    let status = 200;
    try {
      answer(res, 200, await route(req, segment));
    } catch (error) {
      status = handleError(error, req, res);
    }
    observe(req, status, startedAt);
  }

  return (req, res) => {
    if (req.method === 'POST') {
      const path = pathOf(req.url!);
      if (path === batchPath) return void respond(req, res, evaluateVariables, '', observeVariables);
      const segment = keySegmentOf(path);
      if (segment !== '') return void respond(req, res, evaluateVariable, segment, observeVariable);
    }
    everythingElse(req, res);
  };
}

const batchPath = '/v1/variables';

/** What stands for the key in `/v1/variables/{key}`, still percent-encoded; empty when the path is another. */
function keySegmentOf(path: string): string {
  if (!path.startsWith('/v1/variables/')) return '';
  const segment = path.slice(batchPath.length + 1);
  return segment.includes('/') ? '' : segment;
}
