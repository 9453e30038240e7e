import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errors } from '@bunting/service';

/** Whoever sent the body went away before its end: nobody is left to answer. */
export class BodyCutOff extends Error {}

type Chunks = AsyncIterable<Buffer>;

const decompressors: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** An honest snapshot, however monotonous, is compressed to a hundredth; a bomb to a thousandth. */
const maxExpansion = 200;
/** Of a small body nobody cares. */
const expandsFreely = 1024 * 1024;

/**
 * The decoded bytes of the body as they arrive: at most `maxBytes`, compressed and decompressed, and not many times as much as
 * arrived. Iterating throws an HttpError (413, 415, 400) or BodyCutOff. What is left of a body that is not read to its end is discarded as it arrives, so
 * that the client gets to read its answer.
 */
export function openBody(req: IncomingMessage, maxBytes: number): Chunks {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (Number(req.headers['content-length'] ?? 0) > maxBytes) throw errors.bodyTooLarge;
  const received = limit(receive(req), maxBytes);
  if (encoding === 'identity' || encoding === '') return received;
  const createDecompressor = decompressors.get(encoding);
  if (createDecompressor === undefined) throw errors.unsupportedEncoding;
  const counted = count(received);
  return limitExpansion(limit(decompress(counted.chunks, createDecompressor()), maxBytes), counted.bytes);
}

function count(chunks: Chunks): { readonly chunks: Chunks; readonly bytes: () => number } {
  let bytes = 0;
  async function* counted(): Chunks {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { chunks: counted(), bytes: () => bytes };
}

async function* limitExpansion(chunks: Chunks, receivedBytes: () => number): Chunks {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > Math.max(expandsFreely, maxExpansion * receivedBytes())) {
      throw errors.expandsTooMuch(maxExpansion);
    }
    yield chunk;
  }
}

async function* receive(req: IncomingMessage): Chunks {
  try {
    // Destroying the request would take the connection from under the answer.
    yield* req.iterator({ destroyOnReturn: false }) as Chunks;
  } catch {
    throw new BodyCutOff('The body was cut off.');
  } finally {
    req.resume();
  }
  if (!req.complete) throw new BodyCutOff('The body was cut off.');
}

async function* limit(chunks: Chunks, maxBytes: number): Chunks {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw errors.bodyTooLarge;
    yield chunk;
  }
}

async function* decompress(chunks: Chunks, decompressor: Transform): Chunks {
  let failure: Error | undefined;
  // Not waited for: where what came out is wrong already, the client need not send on before it hears of it.
  void feed(chunks, decompressor).catch((error: Error) => {
    failure = error;
    decompressor.destroy(error);
  });
  try {
    yield* decompressor as Readable as Chunks;
  } catch {
    throw failure ?? errors.undecodableBody;
  } finally {
    decompressor.destroy();
  }
}

/** Ends without an error where the decompressor has been destroyed: it has told what was wrong itself. */
async function feed(chunks: Chunks, decompressor: Transform): Promise<void> {
  for await (const chunk of chunks) {
    if (decompressor.destroyed) return;
    if (!decompressor.write(chunk)) await untilDrained(decompressor);
  }
  if (!decompressor.destroyed) decompressor.end();
}

function untilDrained(decompressor: Transform): Promise<void> {
  return new Promise((resolve) => {
    function settle(): void {
      decompressor.off('drain', settle);
      decompressor.off('close', settle);
      resolve();
    }
    decompressor.on('drain', settle);
    decompressor.on('close', settle);
  });
}
