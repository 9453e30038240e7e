import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const made = new WeakMap<IncomingMessage, string>();

/**
 * The request's id for logs: the one a proxy in front gave it, or one made at the first asking, so that requests
 * nobody logs pay nothing for it.
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
