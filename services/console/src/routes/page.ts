import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { BuiltFiles } from '../built-files.ts';
import { compressed, sendEncoded } from './send-encoded.ts';

/**
 * The page loads only what it has from this origin, runs no inline script and no inline style, and is in no frame. Text becomes markup or a
 * script nowhere (trusted types).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
];

/** Sends the page, for every address of the console. */
export function createSendPage({
  files,
  publicUrl,
  status = 200,
}: {
  files: BuiltFiles;
  /** Its path is what the proxy in front strips. Absent = at the root of any host. */
  publicUrl: string | undefined;
  status?: 200 | 404;
}): RequestHandler {
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const isSecure = publicUrl?.startsWith('https:') === true;
  const text = withBase(files.page, base);
  const file = compressed('text/html; charset=utf-8', text);
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  // Over plain http a browser would ask for every asset by https, and the page would stay blank.
  const directives = isSecure ? [...policy, 'upgrade-insecure-requests'] : policy;
  const headers = {
    'Content-Security-Policy': directives.join('; '),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    ...(status === 200 && { ETag: etag }),
  };

  return function sendPage(req, res) {
    res.set(headers);
    // A browser ignores both on a plain-http host, and complains of it in its console.
    if (!isSecure && !isLoopback(req.headers.host)) {
      res.removeHeader('Cross-Origin-Opener-Policy');
      res.removeHeader('Origin-Agent-Cluster');
    } else res.set('Cross-Origin-Opener-Policy', 'same-origin');
    res.status(status);
    sendEncoded(req, res, file, status === 200 ? etag : undefined);
  };
}

/** Puts the path of PUBLIC_URL in front of the assets, and where the script reads it. A `base` element would break links to fragments. */
function withBase(page: string, base: string): string {
  return page
    .replaceAll('"./assets/', `"${base}/assets/`)
    .replace('name="bunting-base" content=""', `name="bunting-base" content="${base}"`);
}

function isLoopback(host = ''): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}
