/** The path of a request's URL, without the query. A proxy may send the whole URL (RFC 9112 §3.2.2). */
export function pathOf(url: string): string {
  const path = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const query = path.indexOf('?');
  return query === -1 ? path : path.slice(0, query);
}
