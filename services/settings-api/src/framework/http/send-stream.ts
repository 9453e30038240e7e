import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Sends the parts of a text as fast as the client reads them. Throws while nothing was sent, so that the answer can still be an error; a
 * later failure ends the connection, so that the client knows that its text is not whole.
 */
export async function sendStream(res: Response, status: number, parts: AsyncIterable<string>): Promise<void> {
  const source = parts[Symbol.asyncIterator]();
  const first = await source.next();
  async function* all() {
    if (first.done === true) return;
    yield first.value;
    for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
  }
  res.status(status);
  try {
    await pipeline(Readable.from(all()), res);
  } catch {
    // The connection has ended: by the client, or by pipeline because of what failed here.
  }
}
