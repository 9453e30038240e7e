import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { errors } from '@bunting/service';
import { Router, type Express } from 'express';
import type { DeliveryQueues } from '../queues/create-queues.ts';
import { requireStaff } from './staff-sign-in.ts';

const path = '/queues';

/** Its page has its styles inline; and the browser must not turn http into https where there is none. */
const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Bull Board over both queues, to look at only, for staff. */
export function createQueueDashboard(queues: DeliveryQueues, staffToken: string): Router {
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: queues.all.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Bunting webhooks' } },
  });
  // Bull Board's own says what went wrong, and where if NODE_ENV says that this is somebody's desk.
  serverAdapter.setErrorHandler(() => ({
    status: 500,
    body: { error: errors.internal.message },
  }));
  // It is an application of its own, which would say in every answer what it runs on.
  const dashboard = serverAdapter.getRouter() as Express;
  dashboard.disable('x-powered-by');
  const router = Router();
  router.use(path, requireStaff(staffToken));
  router.use(path, (_req, res, next) => {
    res.set('Content-Security-Policy', contentSecurityPolicy).set('Cache-Control', 'no-store');
    next();
  });
  router.use(path, dashboard);
  return router;
}
