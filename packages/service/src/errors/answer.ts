import type { ServerResponse } from 'node:http';
import type { HttpError } from './http-error.ts';
import { givenRequestId, requestIdOf } from '../server/request-id.ts';

/**
 * Sends a finished JSON text; as bytes, if it was encoded before. Headers set on `res` before (by helmet, say) are kept. The request's id is returned if it was
 * given one: to make one up and send it would cost an evaluation a twentieth of its work, and nobody could have used it yet.
 */
export function answer(res: ServerResponse, status: number, text: string | Buffer): void {
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(text))];
  // Of the headers that helmet sets the one that means something to JSON; the others are about pages.
  headers.push('X-Content-Type-Options', 'nosniff');
  const given = givenRequestId(res.req);
  if (given !== undefined) headers.push('X-Request-Id', given);
  res.writeHead(status, headers);
  res.end(text);
}

/** With the request's id in any case, by which the log tells more. */
export function answerError(res: ServerResponse, error: HttpError): void {
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.setHeader('X-Request-Id', requestIdOf(res.req));
  answer(res, error.status, error.text);
}
