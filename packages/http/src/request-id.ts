import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const made = new WeakMap<IncomingMessage, string>();

/**
 * The request's id, for `X-Request-Id` of its answer and for logs: the one a proxy in front gave it if that is a sane one, or
 * one made at the first asking.
 */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  if (typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given)) return given;
  let id = made.get(req);
  if (id === undefined) {
    id = randomUUID();
    made.set(req, id);
  }
  return id;
}
