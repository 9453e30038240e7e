import {
  createHealthRoutes,
  createRequestObserver,
  createWebApp,
  type DatabaseCheck,
  type Readiness,
} from '@bunting/service';
import { type Logger, type Registry } from '@bunting/observability';
import type { Tracing } from '@bunting/observability';
import type { Express } from 'express';
import { createQueueDashboard } from './dashboard/queue-dashboard.ts';
import type { DeliveryQueues } from './queues/create-queues.ts';

export interface AppOptions {
  readonly log: Logger;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
  /** Absent = off. */
  readonly tracing?: Tracing | undefined;
  readonly queues: DeliveryQueues;
  /** Absent = there is no dashboard. */
  readonly staffToken: string | undefined;
}

/** The route table. The service's work is elsewhere: nobody asks for it over HTTP. */
export function createApp(options: AppOptions): Express {
  const { log, registry, queues, staffToken, tracing } = options;
  return createWebApp({
    log,
    observer: createRequestObserver({ registry, log, onRequest: tracing?.onRequest }),
    addRoutes(app) {
      app.use(createHealthRoutes(options));
      if (staffToken !== undefined) app.use(createQueueDashboard(queues, staffToken));
    },
  });
}
