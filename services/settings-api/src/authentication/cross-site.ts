import type { IncomingMessage } from 'node:http';
import { settingsErrors } from '../errors.ts';

/**
 * Refuses a request that a page of another site made a browser send, with the cookie that the browser adds. Called for
 * everything that may change something; SameSite=Lax already keeps most such cookies at home, and this is what does not
 * depend on it.
 *
 * A browser says where a request comes from (Sec-Fetch-Site, else Origin); who says neither is no browser of this decade, and
 * carries no cookie that it was tricked into. An Authorization header no foreign page can send: it would have to ask first
 * (CORS), and nobody here answers.
 */
export function refuseCrossSite(req: IncomingMessage, publicUrl: string | undefined): void {
  if (!isOwn(req, publicUrl)) throw settingsErrors.crossSite;
}

function isOwn({ headers }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (headers.authorization !== undefined) return true;
  const { origin } = headers;
  if (origin !== undefined && publicUrl !== undefined && origin === new URL(publicUrl).origin) return true;
  const site = headers['sec-fetch-site'];
  // `none`: the person did it, not a page.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || hostOf(origin) === headers.host?.toLowerCase();
}

/** With the port, if it is not the protocol's own: as browsers write `Host`. Undefined for `null` and what is no origin. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
