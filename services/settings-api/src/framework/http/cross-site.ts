import type { IncomingMessage } from 'node:http';
import { settingsErrors } from '../errors.ts';
import { bearerToken } from '../access/bearer-token.ts';
import { cameOverTls } from './client-address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/**
 * Refuses a request that a page of another site made a browser send, with the cookie that the browser adds. Called for
 * everything that may change something; SameSite=Lax already keeps most such cookies at home, and this is what does not
 * depend on it.
 *
 * A browser says where a request comes from (Sec-Fetch-Site, else Origin); who says neither is no browser of this decade, and
 * carries no cookie that it was tricked into. A token no foreign page can send: it would have to ask first (CORS), and nobody
 * here answers. Any other Authorization header browsers may add by themselves (Basic, Negotiate), and the cookie decides then.
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
  // `none`: the person did it, not a page.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === ownOrigin(req, trustedProxies);
}

/** Protocol, host and port where the request went, as browsers write an origin. Undefined where `Host` is none. */
function ownOrigin(req: IncomingMessage, trustedProxies: TrustedProxies): string | undefined {
  const url = `${cameOverTls(req, trustedProxies) ? 'https' : 'http'}://${req.headers.host ?? ''}`;
  return URL.canParse(url) ? new URL(url).origin : undefined;
}
