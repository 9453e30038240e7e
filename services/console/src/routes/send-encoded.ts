import { brotliCompressSync, gzipSync } from 'node:zlib';
import { matchesEtag } from '@bunting/service';
import type { Request, Response } from 'express';
import type { BuiltFile } from '../built-files.ts';

/** Returns a text of this process, compressed once. */
export function compressed(type: string, text: string): BuiltFile {
  const plain = Buffer.from(text);
  return { type, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
}

/** Answers with the status of the response, in the best encoding that the client takes, or 304 if it has what `etag` names. */
export function sendEncoded(req: Request, res: Response, file: BuiltFile, etag?: string): void {
  const { type, br, gzip } = file;
  if (gzip !== undefined) res.vary('Accept-Encoding');
  if (etag !== undefined && matchesEtag(req.headers['if-none-match'], etag)) {
    res.writeHead(304).end();
    return;
  }
  const encoding = (br && req.acceptsEncodings('br')) || (gzip && req.acceptsEncodings('gzip'));
  const bytes = (encoding === 'br' && br) || (encoding === 'gzip' && gzip) || file.plain;
  if (encoding) res.setHeader('Content-Encoding', encoding);
  res.setHeader('Content-Type', type);
  res.setHeader('Content-Length', bytes.byteLength);
  res.writeHead(res.statusCode);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
