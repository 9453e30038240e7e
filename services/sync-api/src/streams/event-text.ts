/** More names than this are no help to a client: it asks for everything. */
const maxChanged = 50;

/** A comment, which clients ignore and proxies take for life. */
export const heartbeat = Buffer.from(':\n\n');

/** Sets the browser's `Last-Event-ID` and the time until it reconnects; without data it dispatches no event. */
export function firstBytes(version: number): string {
  return `retry: ${randomBetween(1_000, 5_000)}\nid: ${version}\n\n`;
}

/** Returns a random time to reconnect, so that the clients of a process that ends do not all come back at once. */
export function lastBytes(): string {
  return `retry: ${randomBetween(1_000, 15_000)}\n\n`;
}

/** @param changed names of variables; undefined = any may have changed */
export function eventText(
  version: number,
  changedAt: number,
  changed: ReadonlySet<string> | undefined,
): string {
  const data = {
    type: 'refetchEvaluation',
    etag: `v${version}`,
    lastModified: Math.floor(changedAt / 1000),
    changed: changed === undefined || changed.size > maxChanged ? undefined : [...changed],
  };
  return `id: ${version}\nevent: message\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns a whole number from `min` to `max`. */
export function randomBetween(min: number, max: number): number {
  return min + Math.floor(Math.random() * (max - min + 1));
}
