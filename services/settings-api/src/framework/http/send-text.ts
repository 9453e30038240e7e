import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { answer, matchesEtag } from '@bunting/service';
import type { Request, Response } from 'express';

/** A shorter text fits into one packet without compression. */
const minBytes = 1024;

/** Level 6, the default of zlib, takes 1.4 ms of CPU for a page of features (80 kB) and 3 % fewer bytes; this one takes 0.8 ms. */
const level = 4;

export const compress: (text: string | Buffer, options?: { level: number }) => Promise<Buffer> =
  promisify(gzip);

export interface Sendable {
  readonly text: string | Buffer;
  /** The entity tag of `text` as it is; a client that has it is answered 304 when it asks with GET. */
  readonly etag?: string | undefined;
  /** The text has a secret beside text that somebody else may have chosen. It is not compressed, because its length would reveal the secret (BREACH). */
  readonly hasSecret?: boolean;
  /** The compressed text, where the caller caches it; without it the text is compressed here. */
  readonly compressed?: () => Promise<Buffer>;
}

/**
 * Sends a whole text, compressed where it has 1 KiB or more and the client accepts gzip. Node's thread pool compresses it before the first
 * byte is sent, so that an answer that the client does not read has only its compressed text in memory, and `endStalledAnswers` counts the
 * bytes that the client reads. It is JSON unless `res` has another Content-Type.
 */
export async function sendText(
  req: Request,
  res: Response,
  status: number,
  { text, etag, hasSecret = false, compressed = () => compress(text, { level }) }: Sendable,
): Promise<void> {
  const isCompressed = !hasSecret && mayCompress(req, res, text);
  if (etag !== undefined) res.setHeader('ETag', etag);
  if (isCompressed) weakenETag(res);
  if (etag !== undefined && isKnown(req, etag)) {
    res.writeHead(304).end();
    return;
  }
  const content = isCompressed ? await compressed() : text;
  if (isCompressed) res.setHeader('Content-Encoding', 'gzip');
  if (res.hasHeader('Content-Type')) {
    res.writeHead(status, { 'Content-Length': Buffer.byteLength(content) }).end(content);
  } else {
    answer(res, status, content);
  }
}

function isKnown(req: Request, etag: string): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  return isRead && matchesEtag(req.headers['if-none-match'], etag);
}

/** Makes the tag weak, because the compressed and the plain text may not have the same strong tag (RFC 9110 §8.8.3.3). `If-Match` accepts the weak one too (etag.ts). */
function weakenETag(res: Response): void {
  const etag = res.getHeader('ETag');
  if (typeof etag === 'string') res.setHeader('ETag', `W/${etag}`);
}

/** Sets Vary, also where the text is sent plain, because caches must keep both forms apart. */
function mayCompress(req: Request, res: Response, text: string | Buffer): boolean {
  if (Buffer.byteLength(text) < minBytes) return false;
  res.vary('Accept-Encoding');
  return req.acceptsEncodings('gzip', 'identity') === 'gzip';
}
