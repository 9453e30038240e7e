import type { ServerResponse } from 'node:http';
import type { KeyKind } from '@bunting/definitions';
import type { Topic, Notified } from './topic.ts';

/** One open stream. There are tens of thousands of them: nothing else is kept of its request, and it has no timer of its own. */
export interface Connection extends Notified {
  readonly res: ServerResponse;
  readonly kind: KeyKind;
  readonly keyHash: string;
  readonly topic: Topic<Connection>;
  /** On the clock of the process; it is then ended, so that load evens out between processes. */
  readonly endsAt: number;
}

/** Bytes that a peer may leave unread, beside those in the buffers of the operating system. */
export const maxUnreadBytes = 64 * 1024;

/**
 * Writes to the socket: the head was sent without a length and without chunks, so bytes need no framing, and every stream gets the same
 * buffer. Cuts a peer that does not read. False = it was cut, or is gone.
 */
export function write({ res }: Connection, bytes: Buffer): boolean {
  const { socket } = res;
  if (!socket || socket.destroyed || res.writableEnded) return false;
  socket.write(bytes);
  if (socket.writableLength <= maxUnreadBytes) return true;
  socket.destroy();
  return false;
}

const head = [
  ['Content-Type', 'text/event-stream'],
  ['Cache-Control', 'no-store, no-transform'],
  ['X-Accel-Buffering', 'no'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Connection', 'close'],
] as const;

/** Begins the answer. Without chunks all streams get the same bytes; the end of the connection is the end of the stream. */
export function begin(res: ServerResponse, bytes: string): void {
  for (const [name, value] of head) res.setHeader(name, value);
  res.removeHeader('Transfer-Encoding');
  res.writeHead(200);
  res.write(bytes);
}
