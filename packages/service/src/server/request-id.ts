import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const made = new WeakMap<IncomingMessage, string>();
const saneId = /^[\w.:-]{1,128}$/;

/** The id that a proxy in front, or the client, gave the request, if it is one that a log can take. */
export function givenRequestId(req: IncomingMessage): string | undefined {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : undefined;
}

/** The request's id, for `X-Request-Id` of its answer and for logs: the one it was given, or one made at the first asking. */
export function requestIdOf(req: IncomingMessage): string {
  const given = givenRequestId(req);
  if (given !== undefined) return given;
  let id = made.get(req);
  if (id === undefined) {
    id = randomUUID();
    made.set(req, id);
  }
  return id;
}
