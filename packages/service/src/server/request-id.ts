import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const made = new WeakMap<IncomingMessage, string>();
const safeId = /^[\w.:-]{1,128}$/;

/** Returns the id that a proxy or the client gave the request, if it is short and harmless in a log. */
export function readRequestIdHeader(req: IncomingMessage): string | undefined {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && safeId.test(given) ? given : undefined;
}

/**
 * Returns the request's id, for `X-Request-Id` of its answer and for logs: the id that it came with, or one generated at the
 * first call.
 */
export function getRequestId(req: IncomingMessage): string {
  const given = readRequestIdHeader(req);
  if (given !== undefined) return given;
  let id = made.get(req);
  if (id === undefined) {
    id = randomUUID();
    made.set(req, id);
  }
  return id;
}
