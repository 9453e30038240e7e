import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequestDurations, type Logger, type Registry } from '@bunting/observability';
import { getRequestId } from './request-id.ts';

/** Receives every finished request beside the metric: a tracer, for example. */
export type OnRequest = (
  req: IncomingMessage,
  request: { method: string; route: string; status: number; requestId: string },
) => void;

/** Observes a request of one route; called when the request begins. */
export type ObserveRequest = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Observes requests: a metric, a span, and at debug level a log line for each. For all routes the duration ends when Node.js
 * has given the whole answer to the operating system.
 */
export interface RequestObserver {
  /**
   * Observes a route that is known when the request begins. `route` is the pattern, never the path: paths contain
   * keys.
   */
  route(method: string, route: string): ObserveRequest;
  /** Observes requests whose route a router finds: `patternOf` is called when the answer is finished. */
  anyRoute(patternOf: (req: IncomingMessage) => { method: string; route: string }): ObserveRequest;
}

export function createRequestObserver(options: {
  registry: Registry;
  log: Logger;
  onRequest?: OnRequest | undefined;
}): RequestObserver {
  const { registry, log, onRequest } = options;
  const durations = createRequestDurations(registry);
  // Asked once: with debug off a request pays nothing for its line.
  const logsRequests = log.isLevelEnabled('debug');

  function recorderOf(method: string, route: string) {
    const series = durations.route(method, route);
    return (req: IncomingMessage, status: number, startedAt: number) => {
      const durationMs = performance.now() - startedAt;
      series.add(status, durationMs);
      if (onRequest !== undefined) onRequest(req, { method, route, status, requestId: getRequestId(req) });
      if (logsRequests) {
        const rounded = Math.round(durationMs * 1000) / 1000;
        log.debug({ method, route, status, durationMs: rounded, requestId: getRequestId(req) }, 'request');
      }
    };
  }

  return {
    route(method, route) {
      const record = recorderOf(method, route);
      return (req, res) => {
        const startedAt = performance.now();
        onAnswered(res, () => record(req, res.statusCode, startedAt));
      };
    },
    anyRoute: (patternOf) => (req, res) => {
      const startedAt = performance.now();
      onAnswered(res, () => {
        const { method, route } = patternOf(req);
        recorderOf(method, route)(req, res.statusCode, startedAt);
      });
    },
  };
}

/**
 * Calls `listener` when the whole answer was given to the operating system. It listens to `close`, for which Node.js has no listener of its own as it
 * has for `finish`: with two, V8 may place the array of listeners among old objects, where it keeps the request in memory (see read-body.ts). The
 * listener of a span, which ends it, comes after.
 */
function onAnswered(res: ServerResponse, listener: () => void): void {
  res.prependListener('close', () => {
    if (res.writableFinished) listener();
  });
}
