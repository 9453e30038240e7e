import type { ServerResponse } from 'node:http';
import type { HttpError } from './http-error.ts';
import { readRequestIdHeader, getRequestId } from '../server/request-id.ts';

/**
 * Sends a finished JSON text; as bytes, if it was encoded before. Headers that were set on `res`, for example by helmet, are kept. The
 * request id is returned if the request had one: making one would cost an evaluation a twentieth of its work, and the
 * client has no use for it.
 */
export function answer(res: ServerResponse, status: number, text: string | Buffer): void {
  const length = Buffer.byteLength(text);
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(length)];
  // Only this one of helmet's headers matters for JSON; the others are about pages.
  headers.push('X-Content-Type-Options', 'nosniff');
  const given = readRequestIdHeader(res.req);
  if (given !== undefined) headers.push('X-Request-Id', given);
  res.writeHead(status, headers);
  // A text of ASCII alone is the same bytes in both encodings, and to write it as Latin-1 is to copy it.
  res.end(text, length === text.length ? 'latin1' : 'utf8');
}

/** Answers that the client has the present representation. The caller has set `ETag`. */
export function answerNotModified(res: ServerResponse): void {
  const given = readRequestIdHeader(res.req);
  if (given !== undefined) res.setHeader('X-Request-Id', given);
  res.writeHead(304);
  res.end();
}

/** The parts of an error that are sent. */
export type ErrorAnswer = Pick<HttpError, 'status' | 'headers' | 'text'>;

/** Sends an error with the request id in any case, by which its log lines are found. */
export function answerError(res: ServerResponse, error: ErrorAnswer): void {
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  res.setHeader('X-Request-Id', getRequestId(res.req));
  answer(res, error.status, error.text);
}
