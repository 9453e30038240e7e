import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Sends the parts of a text as fast as the client reads them; for HEAD only the first part is made. Throws what the parts throw: while
 * nothing was sent, the answer can still be an error; later the connection has ended, so that the client knows that its text is not whole.
 */
export async function sendStream(
  res: ServerResponse,
  status: number,
  parts: AsyncIterable<string>,
): Promise<void> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  if (res.req.method === 'HEAD') {
    await source.return?.();
    res.writeHead(status).end();
    return;
  }
  let failure: unknown;
  async function next() {
    try {
      return await source.next();
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  async function* all() {
    for (let part = first; part.done !== true; part = await next()) yield part.value;
  }
  res.statusCode = status;
  try {
    await pipeline(Readable.from(all()), res);
  } catch (error) {
    // Anything else is a client that has left.
    if (error === failure) throw error;
  }
}
