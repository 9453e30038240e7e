import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { answer } from '@bunting/service';
import type { Request, Response } from 'express';
import { tagsOf } from './etag.ts';

/** What is shorter fits into one packet as it is. */
const leastBytes = 1024;

export const compress: (text: string | Buffer, options?: { level: number }) => Promise<Buffer> =
  promisify(gzip);

export interface Sendable {
  readonly text: string | Buffer;
  /** The entity tag of `text` as it is; a client that has it is answered 304 when it asks with GET. */
  readonly etag?: string | undefined;
  /** A secret that was just made stands beside what somebody else may have chosen: its length must tell nothing (BREACH). */
  readonly holdsSecret?: boolean;
  /** `text` compressed, where that is kept; otherwise it is compressed anew. */
  readonly compressed?: () => Promise<Buffer>;
}

/**
 * Sends a whole text, compressed where it has 1 KiB or more and the client takes gzip. It is compressed before its first byte
 * is sent, in Node's pool of threads, and sent in one piece with its length: of an answer that nobody reads only the compressed
 * text stays in memory, and `endStalledAnswers` counts what is taken of it. JSON unless `res` has another Content-Type.
 */
export async function sendText(
  req: Request,
  res: Response,
  status: number,
  { text, etag, holdsSecret = false, compressed = () => compress(text) }: Sendable,
): Promise<void> {
  const isCompressed = !holdsSecret && isToCompress(req, res, text);
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
  return isRead && tagsOf(req.headers['if-none-match'] ?? '').includes(etag);
}

/** Two texts of one resource may not share a strong tag (RFC 9110 §8.8.3.3). `If-Match` takes this one as well (etag.ts). */
function weakenETag(res: Response): void {
  const etag = res.getHeader('ETag');
  if (typeof etag === 'string') res.setHeader('ETag', `W/${etag}`);
}

/** What is sent depends on what the client takes, also where it takes nothing: caches have to know. */
function isToCompress(req: Request, res: Response, text: string | Buffer): boolean {
  if (Buffer.byteLength(text) < leastBytes) return false;
  res.vary('Accept-Encoding');
  return req.acceptsEncodings('gzip', 'identity') === 'gzip';
}
