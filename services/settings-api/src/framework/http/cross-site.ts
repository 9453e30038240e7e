import type { IncomingMessage } from 'node:http';
import { settingsErrors } from '../errors.ts';
import { bearerToken } from '../access/authenticate.ts';
import { cameOverTls, type TrustedProxies } from '@bunting/service/client-address';

/**
 * Throws 403 for a request that a page of another site made a browser send with our cookie (CSRF). It is called for every request that
 * may change something. SameSite=Lax already keeps the cookie out of most of them; this check does not depend on it.
 *
 * Browsers say where a request comes from, in Sec-Fetch-Site or in Origin. A client that sends neither is not a browser, and nobody
 * can trick it into sending a cookie. A request with a bearer token passes: no page of another site can add one, because the browser
 * would ask us first (CORS), and we do not answer that. Browsers may add other kinds of Authorization by themselves (Basic, Negotiate),
 * so those do not count.
 */
export function refuseCrossSite(
  req: IncomingMessage,
  dependencies: { readonly publicUrl: string | undefined; readonly trustedProxies: TrustedProxies },
): void {
  if (!isOwn(req, dependencies)) throw settingsErrors.crossSite;
}

function isOwn(
  req: IncomingMessage,
  { publicUrl, trustedProxies }: Parameters<typeof refuseCrossSite>[1],
): boolean {
  if (bearerToken(req) !== undefined) return true;
  const { origin } = req.headers;
  if (origin !== undefined && publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  const site = req.headers['sec-fetch-site'];
  // `none`: a person opened the address; no page sent the request.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === ownOrigin(req, trustedProxies);
}

/** Returns the protocol, host and port that the request went to, as browsers write an origin; undefined if `Host` is invalid. */
function ownOrigin(req: IncomingMessage, trustedProxies: TrustedProxies): string | undefined {
  const url = `${cameOverTls(req, trustedProxies) ? 'https' : 'http'}://${req.headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
