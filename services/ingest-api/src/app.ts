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
  type Readiness,
} from '@bunting/service';
import { type Logger, type Registry } from '@bunting/observability';
import type { Tracing } from '@bunting/observability';
import type { Dependencies } from './dependencies.ts';
import { createIngestEvents } from './routes/ingest-events.ts';

export interface AppOptions extends Dependencies {
  readonly log: Logger;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
}

/** The route table. The one route of events stands in front of Express, which would cost more than its work (ADR 3). */
export function createApp(options: AppOptions): RequestListener {
  const { log, registry, tracing } = options;
  const observer = createRequestObserver({ registry, log, onRequest: tracing?.onRequest });
  const handleError = createErrorHandler({ log });
  const ingestEvents = createIngestEvents(options);
  const observeEvents = observer.route('POST', eventsPath);

  const everythingElse = createWebApp({
    log,
    observer,
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.all(eventsPath, () => {
        throw errors.methodNotAllowed('POST');
      });
    },
  });

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    let status = 202;
    try {
      answer(res, status, await ingestEvents(req));
    } catch (error) {
      status = handleError(error, req, res);
    }
    observeEvents(req, status, startedAt);
  }

  return (req, res) => {
    if (req.method === 'POST' && pathOf(req.url!) === eventsPath) void respond(req, res);
    else everythingElse(req, res);
  };
}

const eventsPath = '/v1/events';
