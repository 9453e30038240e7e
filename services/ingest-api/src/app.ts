import type { RequestListener } from 'node:http';
import { createServiceApp, fastRoute, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';
import { createIngestEvents } from './routes/ingest-events.ts';

export interface AppOptions extends Dependencies, ServiceAppOptions {}

/** The route table. */
export function createApp(options: AppOptions): RequestListener {
  return createServiceApp({
    ...options,
    fastRoutes: [fastRoute('/v1/events', 202, createIngestEvents(options))],
    addRoutes: (app) => void app.all('/v1/events', methodNotAllowed('POST')),
  });
}
