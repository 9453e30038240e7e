import type { RequestListener } from 'node:http';
import { createServiceApp, type ServiceAppOptions } from '@bunting/service';
import { createQueueDashboard } from './dashboard/queue-dashboard.ts';
import type { DeliveryQueues } from './queues/create-queues.ts';

export interface AppOptions extends ServiceAppOptions {
  readonly queues: DeliveryQueues;
  /** Absent = there is no dashboard. */
  readonly staffToken: string | undefined;
}

/**
 * Creates the route table: besides health and metrics only the dashboard. The service receives its work through Redis and
 * PostgreSQL.
 */
export function createApp(options: AppOptions): RequestListener {
  const { queues, staffToken } = options;
  return createServiceApp({
    ...options,
    addRoutes(app) {
      if (staffToken !== undefined) app.use(createQueueDashboard(queues, staffToken));
    },
  });
}
