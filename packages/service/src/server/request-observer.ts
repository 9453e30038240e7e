import type { IncomingMessage } from 'node:http';
import type { Registry } from 'prom-client';
import type { Logger } from '@bunting/observability';
import { createRequestDurations } from '@bunting/observability';
import { requestIdOf } from './request-id.ts';

/** What is told of a finished request besides the metric: to a tracer, say. */
export type OnRequest = (
  req: IncomingMessage,
  request: { method: string; route: string; status: number; requestId: string },
) => void;

/** Tells of one route's finished requests: a metric, and at debug level one log line. */
export type ObserveRequest = (req: IncomingMessage, status: number, startedAt: number) => void;

export interface RequestObserver {
  /** `route` is the pattern, never the path: paths hold keys. */
  route(method: string, route: string): ObserveRequest;
}

/** `startedAt` of what it gives is `performance.now()` at the beginning of the request. */
export function createRequestObserver(options: {
  registry: Registry;
  log: Logger;
  onRequest?: OnRequest | undefined;
}): RequestObserver {
  const { registry, log, onRequest } = options;
  const durations = createRequestDurations(registry);
  // Asked once: with debug off a request pays nothing for its line.
  const logsRequests = log.isLevelEnabled('debug');
  return {
    route(method, route) {
      const series = durations.route(method, route);
      return (req, status, startedAt) => {
        const durationMs = performance.now() - startedAt;
        series.add(status, durationMs);
        if (onRequest !== undefined) onRequest(req, { method, route, status, requestId: requestIdOf(req) });
        if (logsRequests) {
          const rounded = Math.round(durationMs * 1000) / 1000;
          log.debug({ method, route, status, durationMs: rounded, requestId: requestIdOf(req) }, 'request');
        }
      };
    },
  };
}
