import type { RequestListener } from 'node:http';
import { createServiceApp, fastRoute, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';
import { createIngestEvents } from './routes/ingest-events.ts';
import { createTakeUsage } from './routes/take-usage.ts';

export interface AppOptions extends Dependencies, ServiceAppOptions {}

/** Creates the route table. */
export function createApp(options: AppOptions): RequestListener {
  return createServiceApp({
    ...options,
    takesClientKeys: true,
    fastRoutes: [fastRoute('/v1/events', 202, createIngestEvents(options))],
    addRoutes(app) {
      app.all('/v1/events', methodNotAllowed('POST'));
      app.post('/v1/usage', createTakeUsage(options));
      app.all('/v1/usage', methodNotAllowed('POST'));
    },
  });
}
