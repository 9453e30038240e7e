import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { BuiltFiles } from '../built-files.ts';
import { createSetPageHeaders } from './page-headers.ts';
import { compressed, sendEncoded } from './send-encoded.ts';

/** No inline script runs. */
const policy = ["script-src 'self'", "form-action 'self'"];

export interface PageOptions {
  readonly files: BuiltFiles;
  readonly publicUrl: string | undefined;
  /** The path of `publicUrl`, which the proxy in front strips; '' = the root of any host. */
  readonly base: string;
  readonly status?: 200 | 404;
}

/** Sends the page, for every address of the console. */
export function createSendPage({ files, publicUrl, base, status = 200 }: PageOptions): RequestHandler {
  const text = withBase(files.page, base);
  const file = compressed('text/html; charset=utf-8', text);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  const setPageHeaders = createSetPageHeaders({ policy, publicUrl });

  return function sendPage(req, res) {
    setPageHeaders(req, res);
    res.status(status);
    if (status === 200) res.set('ETag', etag);
    sendEncoded(req, res, file, status === 200 ? etag : undefined);
  };
}

/** Puts the path of PUBLIC_URL in front of the assets, and where the script reads it. A `base` element would break links to fragments. */
function withBase(page: string, base: string): string {
  return page
    .replaceAll('"./assets/', `"${base}/assets/`)
    .replace('name="bunting-base" content=""', `name="bunting-base" content="${base}"`);
}
