import type { ServerResponse } from 'node:http';
import { shownSubject } from '../webhook-endpoints/shown-address.ts';
import type { ChangeRow, EnvironmentRow, Membership } from './queries.ts';

/** One open stream: what of its request is needed. */
export interface ChangeStream extends Membership {
  readonly accountId: string;
  readonly res: ServerResponse;
  /** Events before the answer has begun; undefined = it has. */
  queued: string[] | undefined;
  /** It ends as soon as it has begun. */
  isEnded: boolean;
}

/** Bytes that a peer may leave unread, beside the buffers of the operating system. */
const maxUnreadBytes = 256 * 1024;

/** As sync-api: nothing on the way may keep, change or compress it. */
const head = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
  'X-Content-Type-Options': 'nosniff',
} as const;

export const heartbeat = ':\n\n';

/** Writes, and cuts a peer that does not read: it comes back with its `Last-Event-ID`. */
export function write({ res, queued }: ChangeStream, text: string): void {
  if (queued !== undefined) queued.push(text);
  if (queued !== undefined || res.destroyed || res.writableEnded) return;
  // Only what was written before counts: five hundred changes at once may be longer, and their reader has had no time.
  if (res.writableLength > maxUnreadBytes) res.destroy();
  else res.write(text);
}

export function begin(stream: ChangeStream, text: string): void {
  const queued = stream.queued ?? [];
  stream.queued = undefined;
  stream.res.writeHead(200, head);
  write(stream, text + queued.join(''));
  if (stream.isEnded) stream.res.end();
}

export function end(stream: ChangeStream): void {
  stream.isEnded = true;
  // To end an answer that has not begun would send the wrong head.
  if (stream.queued === undefined) stream.res.end();
}

/** Formats the first event. `isComplete: false` = the stream missed changes: everything may be stale. */
export const hello = (version: string, isComplete: boolean) =>
  `event: hello\ndata: ${JSON.stringify({ version, is_complete: isComplete })}\n\n`;

export function changeEvent({ organisation_id: _organisation, version, at, ...row }: ChangeRow): string {
  const data = {
    ...row,
    // Viewers read the same stream as everybody.
    subject: shownSubject(row),
    at: at.toISOString(),
    version: version === null ? null : Number(version),
  };
  return `id: ${row.id}\nevent: change\ndata: ${JSON.stringify(data)}\n\n`;
}

export const evaluatedEvent = ({ project, environment }: EnvironmentRow) =>
  `event: evaluated\ndata: ${JSON.stringify({ project, environment })}\n\n`;
