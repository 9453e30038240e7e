/** An event of a stream of server-sent events. */
export interface StreamEvent {
  /** The last `id` of the stream; undefined = there was none. */
  readonly id: string | undefined;
  /** `message` unless it is named. */
  readonly event: string;
  readonly data: string;
}

/** Parses server-sent events from the pieces of a stream. */
export interface EventStreamParser {
  /** Returns the events that the piece completes. Throws EventTooLong. */
  read(piece: string): StreamEvent[];
  /** Returns the last `id`; undefined = there was none. */
  lastEventId(): string | undefined;
  /** Returns the last `retry`, in milliseconds; undefined = there was none. */
  retryMs(): number | undefined;
}

/** The maximum of characters of a line, and of the data of an event. */
export const maxEventLength = 1024 * 1024;

/** A line or an event of more than `maxEventLength` characters: it does not come from Bunting. */
export class EventTooLong extends Error {}

/** @param isId other ids are ignored */
export function createEventStreamParser(isId: (id: string) => boolean = () => true): EventStreamParser {
  let rest = '';
  let event = '';
  let data: string | undefined;
  let id: string | undefined;
  let retryMs: number | undefined;

  function readField(line: string): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data = data === undefined ? value : `${data}\n${value}`;
    if (field === 'id' && isId(value)) id = value;
    if (field === 'retry' && /^\d{1,6}$/.test(value)) retryMs = Number(value);
    if ((data?.length ?? 0) > maxEventLength) throw new EventTooLong();
  }

  /** Returns the event that an empty line ends; none if it has no data. */
  function endEvent(): StreamEvent[] {
    const events = data === undefined ? [] : [{ id, event: event || 'message', data }];
    event = '';
    data = undefined;
    return events;
  }

  return {
    read(piece) {
      // A CR at the end may be the first half of a CR LF.
      const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      if (rest.length > maxEventLength) throw new EventTooLong();
      return lines.flatMap((line) => {
        if (line === '') return endEvent();
        readField(line);
        return [];
      });
    },
    lastEventId: () => id,
    retryMs: () => retryMs,
  };
}
