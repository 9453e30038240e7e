/**
 * The names of our cookies. Where people reach the installation by https, they begin with `__Host-`. Browsers accept such a cookie only
 * from this host and over TLS, so that another site of the same domain cannot set a session of its own.
 */
export function cookieNames(publicUrl: string | undefined) {
  const prefix = isSecure(publicUrl) ? '__Host-' : '';
  return {
    session: `${prefix}bunting.session_token`,
    browser: `${prefix}bunting.browser`,
    oidcAttempt: `${prefix}bunting.oidc`,
  } as const;
}

export function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.startsWith('https:') === true;
}
