import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errors } from '@bunting/service';

/** The client closed the connection before the end of the body, so no answer can be sent. */
export class BodyCutOff extends Error {}

type Chunks = AsyncIterable<Buffer>;

const decompressors: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** Compression reduces a real snapshot at best to a hundredth of its size, and a decompression bomb to a thousandth. */
const maxExpansion = 200;
/** Smaller bodies may expand without limit. */
const minCheckedBytes = 1024 * 1024;

/**
 * Yields the decoded bytes of the body as they arrive: at most `maxBytes`, compressed and decompressed, and at most 200 times
 * as much as arrived. Iterating throws an HttpError (413, 415, 400) or BodyCutOff. The rest of a body that is not read to its
 * end is discarded as it arrives, so that the client reads its answer.
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
    if (bytes > Math.max(minCheckedBytes, maxExpansion * receivedBytes())) {
      throw errors.expandsTooMuch(maxExpansion);
    }
    yield chunk;
  }
}

async function* receive(req: IncomingMessage): Chunks {
  try {
    // Destroying the request would close the connection before the answer is sent.
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
  // Not awaited: when the output is wrong already, the client is answered before it has sent the rest.
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

/** Resolves if the decompressor has been destroyed: then reading from it throws the error. */
async function feed(chunks: Chunks, decompressor: Transform): Promise<void> {
  for await (const chunk of chunks) {
    if (decompressor.destroyed) return;
    if (!decompressor.write(chunk)) await untilDrained(decompressor);
  }
  if (!decompressor.destroyed) decompressor.end();
}

function untilDrained(decompressor: Transform): Promise<void> {
  return new Promise((resolve) => {
    function onEvent(): void {
      decompressor.off('drain', onEvent);
      decompressor.off('close', onEvent);
      resolve();
    }
    decompressor.on('drain', onEvent);
    decompressor.on('close', onEvent);
  });
}
