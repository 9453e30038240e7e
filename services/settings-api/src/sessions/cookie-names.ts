import { parseBasePath } from '../framework/http/base-path.ts';

/**
 * Returns the names of our cookies. If the installation is reached by https, they begin with `__Host-`. Browsers accept such a cookie
 * only from this host and over TLS, so that another site of the same domain cannot set a session of its own. If PUBLIC_URL has a path
 * they begin with `__Secure-`: a cookie of a path cannot be one of the host alone (ADR 68).
 */
export function cookieNames(publicUrl: string | undefined) {
  const prefix = !isSecure(publicUrl) ? '' : parseBasePath(publicUrl) === '' ? '__Host-' : '__Secure-';
  return {
    session: `${prefix}bunting.session_token`,
    browser: `${prefix}bunting.browser`,
    oidcAttempt: `${prefix}bunting.oidc`,
  } as const;
}

/**
 * Returns the path that browsers send our cookies to: that of PUBLIC_URL, so that other applications of the host do not
 * get them.
 */
export function cookiePath(publicUrl: string | undefined): string {
  return parseBasePath(publicUrl) || '/';
}

export function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}
