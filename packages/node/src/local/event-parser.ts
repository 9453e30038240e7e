/** An event of a stream (decisions §8.4). */
export interface StreamEvent {
  /** The version of the environment that it is about. */
  readonly version: number;
}

/** Reads server-sent events from the pieces of a stream. */
export interface EventParser {
  /** The events that the piece completes. */
  read(piece: string): StreamEvent[];
  /** The last `id`; undefined = there was none. */
  lastEventId(): string | undefined;
  /** The last `retry`, in milliseconds. */
  retryMs(): number | undefined;
}

/** A line longer than this is none of the service's. */
export const mostLineLength = 1024 * 1024;

export class LineTooLong extends Error {}

export function createEventParser(): EventParser {
  let rest = '';
  let hasData = false;
  let id: string | undefined;
  let retry: number | undefined;

  /** True = the line ends an event. */
  function readLine(line: string): boolean {
    if (line === '') {
      const isEvent = hasData;
      hasData = false;
      return isEvent;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') hasData = true;
    if (field === 'id' && /^\d{1,15}$/.test(value)) id = value;
    if (field === 'retry' && /^\d{1,6}$/.test(value)) retry = Number(value);
    return false;
  }

  return {
    read(piece) {
      const lines = (rest + piece).split(/\r\n|\n|\r/);
      rest = lines.pop()!;
      if (rest.length > mostLineLength) throw new LineTooLong();
      return lines.flatMap((line) => (readLine(line) && id !== undefined ? [{ version: Number(id) }] : []));
    },
    lastEventId: () => id,
    retryMs: () => retry,
  };
}
