import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '../errors/errors.ts';
import type { HttpError } from '../errors/http-error.ts';
import { readableByPages } from './cross-origin.ts';
import { unansweredOn } from './unanswered-on.ts';

/** Refuses what is no HTTP request with the statuses that Node.js gives it, but in JSON, and so that a page can read the answer. */
export function answerUnreadable(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    // Half an answer cannot be followed by another one.
    if (socket.writable && unansweredOn(socket)?.headersSent !== true) {
      socket.write(messageOf(refusals[error.code ?? ''] ?? errors.requestUnreadable));
    }
    socket.destroy();
  });
}

/** By the codes of Node.js' parser; any other is 400. */
const refusals: Readonly<Record<string, HttpError>> = {
  HPE_HEADER_OVERFLOW: errors.headTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.bodyTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: errors.requestTooSlow,
};

function messageOf({ status, text }: HttpError): string {
  const headers = {
    ...readableByPages,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`;
}
