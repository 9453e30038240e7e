import type { RequestListener } from 'node:http';
import {
  answer,
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  errors,
  type DatabaseCheck,
  type Logger,
  type Readiness,
  type Registry,
} from '@bunting/http';
import type { Dependencies } from './dependencies.ts';
import { createIngestEvents } from './routes/ingest-events.ts';

export interface AppOptions extends Dependencies {
  readonly log: Logger;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
}

/** The route table. */
export function createApp(options: AppOptions): RequestListener {
  const { log, registry } = options;
  const ingestEvents = createIngestEvents(options);
  return createWebApp({
    log,
    observer: createRequestObserver({ registry, log }),
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      app.post('/v1/events', (req, res) => ingestEvents(req).then((text) => answer(res, 202, text)));
      app.all('/v1/events', () => {
        throw errors.methodNotAllowed('POST');
      });
    },
  });
}
