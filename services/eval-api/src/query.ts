const none = new URLSearchParams();

/** The query of a request's URL. */
export function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?');
  return at === -1 ? none : new URLSearchParams(url.slice(at + 1));
}

/** The version that a client was notified of; 0 = none. Anything that is no number is none: the client gets what there is. */
export function readVersion(text: string | null): number {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
