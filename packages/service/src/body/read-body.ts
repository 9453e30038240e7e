import type { IncomingMessage } from 'node:http';
import { decodeBody } from './decode-body.ts';
import { errors } from '../errors/errors.ts';

/**
 * The decoded bytes of the body; at most `maxBytes`, compressed and decompressed. Rejects with an HttpError: 413, 415, 400.
 *
 * When the client goes away first the promise is never settled: nobody is left to answer, and whatever waits for it is
 * reachable from the request alone and goes with it. (A listener for that moment would cost every request a
 * quarter of a microsecond.) What is left of a body that is too large is discarded as it arrives, so that the client gets to
 * read its answer; the server's request timeout ends it.
 */
export function readBody(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = req.headers['content-encoding'];
  const body = collect(req, maxBytes);
  return encoding === undefined ? body : body.then((bytes) => decodeBody(bytes, encoding, maxBytes));
}

function collect(req: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) {
        chunks.push(chunk);
      } else {
        chunks.length = 0;
        reject(errors.bodyTooLarge);
      }
    });
    req.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  });
}
