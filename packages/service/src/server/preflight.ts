import type { IncomingMessage, ServerResponse } from 'node:http';
import { givenRequestId } from './request-id.ts';

/** A browser asks whether a page of another site may send a request (Fetch §3.3). Every other `OPTIONS` is a method like another. */
export function isPreflight(req: IncomingMessage): boolean {
  return req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
}

/**
 * Allows the request: a preflight has no key, so whose pages may read the answer is decided when the request itself comes. Credentials are
 * not allowed, because `Access-Control-Allow-Credentials` is never sent.
 */
export function answerPreflight(res: ServerResponse): void {
  const given = givenRequestId(res.req);
  if (given !== undefined) res.setHeader('X-Request-Id', given);
  res.writeHead(204, preflightHeaders).end();
}

const preflightHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST',
  'Access-Control-Allow-Headers':
    'Content-Type, X-API-Key, If-None-Match, Last-Event-ID, X-Bunting-User-Signature',
  'Access-Control-Max-Age': '7200',
};
