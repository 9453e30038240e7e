import type { Request, Response } from 'express';

/** The same on every page. A page loads only what it has from this origin, and is in no frame. */
const common = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  // Text becomes markup or a script nowhere, except by a policy that a library declares.
  "require-trusted-types-for 'script'",
];

export interface PageHeaders {
  /** Directives of this page beside those of every page. */
  readonly policy: readonly string[];
  readonly publicUrl: string | undefined;
}

/** Creates a function that sets the headers of a page. */
export function createSetPageHeaders({ policy, publicUrl }: PageHeaders) {
  const isSecure = publicUrl?.startsWith('https:') === true;
  // Over plain http a browser would ask for every asset by https, and the page would stay blank.
  const directives = [...common, ...policy, ...(isSecure ? ['upgrade-insecure-requests'] : [])];
  const headers = {
    'Content-Security-Policy': directives.join('; '),
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
  };

  return function setPageHeaders(req: Request, res: Response): void {
    res.set(headers);
    // A browser ignores both on a plain-http host, and complains of it in its console.
    if (!isSecure && !isLoopback(req.headers.host)) {
      res.removeHeader('Cross-Origin-Opener-Policy');
      res.removeHeader('Origin-Agent-Cluster');
    } else res.set('Cross-Origin-Opener-Policy', 'same-origin');
  };
}

function isLoopback(host = ''): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host);
}
