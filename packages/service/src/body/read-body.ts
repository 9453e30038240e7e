import type { IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.ts';
import { errors } from '../errors/errors.ts';

/**
 * Reads the decoded body; at most `maxBytes`, compressed and decompressed. Rejects with an HttpError: 413, 415, 400.
 *
 * If the client closes the connection first, the promise stays pending: nobody waits for the answer, and the continuation is
 * garbage-collected with the request. (A listener for that event would cost every request a quarter of a microsecond.) The rest of a
 * body that is too large is discarded as it arrives, so that the client reads its answer; the request time-out of the server ends
 * it.
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  const body = collect(req, maxBytes);
  return encoding === undefined ? body : body.then((bytes) => decodeBody(bytes, encoding, maxBytes));
}

/** The body of a request as far as it has arrived. */
interface Collected {
  readonly maxBytes: number;
  readonly chunks: Buffer[];
  length: number;
  readonly resolve: (body: Buffer) => void;
  readonly reject: (error: Error) => void;
}

const collected = Symbol('collected');
type CollectingRequest = IncomingMessage & { [collected]: Collected };

function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    (req as CollectingRequest)[collected] = { maxBytes, chunks: [], length: 0, resolve, reject };
    req.on('data', onData);
    req.on('end', onEnd);
  });
}

// These functions belong to no request, and neither does the array of listeners that refers to them. Node.js has a listener of its own for `end`, so
// there is such an array for each request, and V8 may place it among old objects, because arrays of listeners that were made at start live long. With
// functions of the request it would keep the whole request in memory until the next full garbage collection, which costs a third of an evaluation.

function onData(this: IncomingMessage, chunk: Buffer): void {
  const body = (this as CollectingRequest)[collected];
  body.length += chunk.length;
  if (body.length <= body.maxBytes) {
    body.chunks.push(chunk);
  } else {
    body.chunks.length = 0;
    body.reject(errors.bodyTooLarge);
  }
}

function onEnd(this: IncomingMessage): void {
  const { chunks, resolve } = (this as CollectingRequest)[collected];
  resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
}
