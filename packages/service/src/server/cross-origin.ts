import type { IncomingMessage, ServerResponse } from 'node:http';
import { readRequestIdHeader } from './request-id.ts';

/** The headers of an answer that pages of other sites may read, beside those that browsers always show. */
export const exposedHeaders = 'ETag, Retry-After, X-Request-Id';

/**
 * Lets every page read this answer, unless it names its reader already. It is for refusals: a page that cannot read one takes it for a
 * broken network and repeats its request. A refusal tells no more to a page than to a program.
 */
export function letPagesRead(res: ServerResponse): void {
  if (res.headersSent || res.hasHeader('Access-Control-Allow-Origin')) return;
  for (const [name, value] of Object.entries(readableByPages)) res.setHeader(name, value);
}

/** The headers of an answer that every page may read. */
export const readableByPages = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
} as const;

/**
 * Returns whether a browser asks if a page of another site may send a request (Fetch §3.3). Every other `OPTIONS` is an ordinary
 * method.
 */
export function isPreflight(req: IncomingMessage): boolean {
  return req.method === 'OPTIONS' && req.headers['access-control-request-method'] !== undefined;
}

/**
 * Allows the request: a preflight has no key, so whose pages may read the answer is decided when the request itself comes. Credentials are
 * not allowed, because `Access-Control-Allow-Credentials` is never sent.
 */
export function answerPreflight(res: ServerResponse): void {
  const given = readRequestIdHeader(res.req);
  if (given !== undefined) res.setHeader('X-Request-Id', given);
  res.writeHead(204, preflightHeaders).end();
}

/**
 * Headers that libraries for tracing, caching and authorisation add to a page's requests. `*` stands for any other header except
 * `Authorization`, and older browsers do not know it. A list that is the same for everybody needs no `Vary` and reflects
 * nothing.
 */
const requestHeaders = [
  ['Content-Type', 'X-API-Key', 'If-None-Match', 'Last-Event-ID', 'X-Bunting-User-Signature'],
  ['Authorization', 'Accept', 'Accept-Language', 'Content-Language', 'Content-Encoding'],
  ['Cache-Control', 'Pragma', 'Expires', 'If-Modified-Since', 'If-Match', 'If-Unmodified-Since'],
  ['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'uber-trace-id', 'newrelic'],
  ['b3', 'X-B3-TraceId', 'X-B3-SpanId', 'X-B3-ParentSpanId', 'X-B3-Sampled', 'X-B3-Flags'],
  ['X-Datadog-Trace-Id', 'X-Datadog-Parent-Id', 'X-Datadog-Origin', 'X-Datadog-Sampling-Priority'],
  ['X-Datadog-Tags', 'X-Datadog-Sampled', 'elastic-apm-traceparent', 'X-Amzn-Trace-Id'],
  [
    'X-Cloud-Trace-Context',
    'X-Instana-T',
    'X-Instana-S',
    'X-Instana-L',
    'X-dtc',
    'X-dtpc',
    'X-ot-span-context',
  ],
  ['Request-Id', 'Request-Context', 'X-Request-Id', 'X-Correlation-Id', 'X-Requested-With', 'X-CSRF-Token'],
].flat();

const preflightHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Also methods that no route takes: a page can read 405 only if its preflight passed.
  'Access-Control-Allow-Methods': 'GET, POST, HEAD, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': [...requestHeaders, '*'].join(', '),
  'Access-Control-Max-Age': '7200',
};
