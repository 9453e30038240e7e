import type { RequestHandler } from 'express';
import type { BuiltDocs } from '../built-docs.ts';
import { aYear } from './assets.ts';
import { createSetPageHeaders } from './page-headers.ts';
import { sendEncoded } from './send-encoded.ts';

export interface DocsOptions {
  readonly docs: BuiltDocs;
  readonly publicUrl: string | undefined;
}

/** Sends the documentation. Everybody may read it: nothing in it is of this installation. */
export function createSendDocs({ docs, publicUrl }: DocsOptions): RequestHandler {
  const policy = [`script-src 'self' ${docs.scriptHashes.join(' ')}`, "form-action 'none'"];
  const setPageHeaders = createSetPageHeaders({ policy, publicUrl });

  return function sendDocs(req, res) {
    // Relative, because a proxy in front may strip a path.
    if (req.path === '/docs') return res.redirect(308, 'docs/');
    const path = req.path.slice('/docs/'.length);
    setPageHeaders(req, res);
    if (path.startsWith('assets/')) res.set('Cache-Control', `public, max-age=${aYear}, immutable`);
    const file = docs.files.get(path);
    if (file === undefined) {
      res.status(404).set('Cache-Control', 'no-cache');
      return sendEncoded(req, res, docs.notFound);
    }
    res.set('ETag', file.etag);
    return sendEncoded(req, res, file, file.etag);
  };
}
