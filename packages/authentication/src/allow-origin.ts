import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, exposedHeaders } from '@bunting/service';

/** Values of `Sec-Fetch-Site` for a request to another origin (Fetch Metadata §2.3). */
const foreignSites: ReadonlySet<string> = new Set(['cross-site', 'same-site']);
/** An origin that browsers send is no longer than an entry of `allowed_origins` may be. */
const readableOrigin = /^[\x21-\x7e]{1,300}$/;

/**
 * Lets the page that sent a request with a client key read the answer, if its origin is one of `allowedOrigins`. Without `Origin` it does
 * nothing. It keeps other sites from using a key by accident; it protects nothing (decisions §8.1).
 *
 * Throws errors.originNotAllowed where the browser says that the page, whose origin is not allowed, belongs to another origin than this
 * service: it could not read an answer, and would take that for a broken network. A page of the same origin needs nobody's leave.
 */
export function allowOrigin(
  req: IncomingMessage,
  res: ServerResponse,
  allowedOrigins: readonly string[],
): void {
  const { origin } = req.headers;
  if (origin === undefined) return;
  // A cache must not give the answer for one origin to another, also where this one is not allowed.
  res.setHeader('Vary', 'Origin');
  if (!readableOrigin.test(origin) || !isAllowed(origin.toLowerCase(), allowedOrigins)) {
    if (foreignSites.has(String(req.headers['sec-fetch-site']))) throw errors.originNotAllowed;
    return;
  }
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Expose-Headers', exposedHeaders);
}

/**
 * Returns whether the origin is one of `allowedOrigins`, which are stored in lower case and without default ports.
 */
export function isAllowed(origin: string, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some(
    (allowed) => allowed === '*' || allowed === origin || isSubdomain(origin, allowed),
  );
}

const wildcard = '://*.';
const labels = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;

/**
 * Returns whether `allowed` is `https://*.shop.example` and `origin` has one or more labels in place of the asterisk.
 */
function isSubdomain(origin: string, allowed: string): boolean {
  const at = allowed.indexOf(wildcard);
  if (at === -1) return false;
  const start = allowed.slice(0, at + 3);
  const end = allowed.slice(at + wildcard.length - 1);
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return labels.test(origin.slice(start.length, -end.length));
}
