const none = new URLSearchParams();

/** Returns the query of a request's URL. */
export function parseQuery(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return at === -1 ? none : new URLSearchParams(url.slice(at + 1));
}

/**
 * Returns the version that a client was notified of; 0 = none. Anything but a number counts as none: the client gets the
 * present version.
 */
export function readVersion(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
