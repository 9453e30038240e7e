import type { ServerResponse } from 'node:http';
import type { HttpError } from './http-error.ts';
import { requestIdOf } from './request-id.ts';

/** Sends a finished JSON text. Headers set on `res` before (by helmet, say) are kept. */
export function answer(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(text)),
    'X-Request-Id',
    requestIdOf(res.req),
  ]);
  res.end(text);
}

export function answerError(res: ServerResponse, error: HttpError): void {
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  answer(res, error.status, error.text);
}
