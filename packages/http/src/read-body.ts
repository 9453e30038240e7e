import type { IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.ts';
import { errors } from './errors.ts';

/** The client went away before its body had arrived: there is nobody left to answer. */
export class ClientGone extends Error {}

/**
 * The decoded bytes of the body; at most `maxBytes`, compressed and decompressed. Rejects with an HttpError (413, 415,
 * 400) or ClientGone. What is left of a body that is too large is discarded as it arrives, so that the client gets to
 * read its answer; the server's request timeout ends it.
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  const body = collect(req, maxBytes);
  return encoding === undefined ? body : body.then((bytes) => decodeBody(bytes, encoding, maxBytes));
}

const empty = Buffer.alloc(0);

function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let first: Buffer | undefined;
    let chunks: Buffer[] | undefined;
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        first = undefined;
        chunks = undefined;
        req.off('data', onData);
        req.resume();
        reject(errors.bodyTooLarge);
      } else if (first === undefined) first = chunk;
      else if (chunks === undefined) chunks = [first, chunk];
      else chunks.push(chunk);
    };
    req.on('data', onData);
    req.on('end', () => resolve(chunks === undefined ? (first ?? empty) : Buffer.concat(chunks, length)));
    req.on('close', () => {
      if (!req.readableEnded) reject(new ClientGone('The client went away before its body had arrived.'));
    });
  });
}
