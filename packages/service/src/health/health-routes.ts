import { Router, type Response } from 'express';
import type { Registry } from 'prom-client';
import type { DatabaseCheck } from './database-check.ts';
import { errors } from '../errors/errors.ts';
import type { Readiness } from './readiness.ts';

/** Creates `/health` of contract §4.6 and decisions §6, the probes of Kubernetes, and `/metrics` for Prometheus. */
export function createHealthRoutes(options: {
  /** Absent = there is no database, and no `/health`. */
  checkDatabase?: DatabaseCheck | undefined;
  readiness: Readiness;
  registry: Registry;
}): Router {
  const { checkDatabase, readiness, registry } = options;
  const router = Router({ caseSensitive: true, strict: true });

  if (checkDatabase !== undefined) {
    router.get('/health', async (_req, res) => {
      if (await checkDatabase()) send(res, 200, { status: 'ok', db: 'ok' });
      else send(res, 503, { status: 'unavailable', db: 'unreachable' });
    });
  }
  router.get('/livez', (_req, res) => send(res, 200, { status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    if (await readiness.isReady()) send(res, 200, { status: 'ok' });
    else send(res, 503, { status: 'unavailable' });
  });
  router.get('/metrics', async (_req, res) => {
    const text = await registry.metrics();
    res.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' }).end(text);
  });
  const health = checkDatabase === undefined ? [] : ['/health'];
  router.all([...health, '/livez', '/readyz', '/metrics'], () => {
    throw errors.methodNotAllowed('GET, HEAD');
  });
  return router;
}

function send(res: Response, status: number, body: object): void {
  res.setHeader('Cache-Control', 'no-store');
  res.status(status).json(body);
}
