/** Returns the path of PUBLIC_URL, which a proxy in front strips: `/flags`, or nothing. */
export function parseBasePath(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
}
