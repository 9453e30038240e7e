import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { errors } from '@bunting/service';
import { Router, type Express } from 'express';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { DeliveryQueues } from '../queues/create-queues.ts';
import { requireStaff } from './staff-sign-in.ts';

const path = '/queues';
/** The files of the page. Bull Board finds them by itself only where it is not bundled. */
const uiBasePath = dirname(createRequire(import.meta.url).resolve('@bull-board/ui/package.json'));

/**
 * The page of Bull Board has inline styles. `upgrade-insecure-requests` is left out, because the port may serve http alone.
 */
const contentSecurityPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "object-src 'none'; base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/** Creates Bull Board for both queues: read-only, for staff. */
export function createQueueDashboard(queues: DeliveryQueues, staffToken: string): Router {
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: queues.all.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
    serverAdapter,
    options: { uiBasePath, uiConfig: { boardTitle: 'Bunting webhooks' } },
  });
  // Bull Board's own error handler shows error messages, and stack traces too unless NODE_ENV is production.
  serverAdapter.setErrorHandler(() => ({
    status: 500,
    body: { error: errors.internal.message, code: errors.internal.code },
  }));
  // Bull Board is an Express application of its own and would send `X-Powered-By`.
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
