import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Router, type Request, type Response } from 'express';
import { readFile } from 'node:fs/promises';
import { etagOfText } from '../framework/http/etag.ts';
import { compress, sendText } from '../framework/http/send-text.ts';
import type { OpenApiDocument } from './openapi-document.ts';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The only files of Swagger UI that are served: those that the page loads. */
const files = ['swagger-ui.css', 'swagger-ui-bundle.js'];

/**
 * Creates the OpenAPI document, on the first request, and Swagger UI to read it and try it; nothing is loaded from elsewhere.
 * `publicUrl`: the address of the installation.
 */
export function createDocumentationRoutes(
  makeDocument: () => OpenApiDocument,
  publicUrl: string | undefined,
): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const contentSecurityPolicy = policyOf(publicUrl);
  const writeDocument = () => Promise.resolve(Buffer.from(JSON.stringify(makeDocument())));
  router.get('/openapi.json', sendAsset('application/json', 'no-cache', writeDocument));
  router.get('/docs', (_req, res) => {
    res.setHeader('Content-Security-Policy', contentSecurityPolicy);
    res.type('html').send(page);
  });
  router.get('/docs/start.js', (_req, res) => void res.type('text/javascript').send(script));
  for (const file of files) {
    const type = file.endsWith('.css') ? 'text/css' : 'text/javascript';
    const read = () => readFile(join(assets, file));
    router.get(`/docs/${file}`, sendAsset(type, 'public, max-age=3600', read));
  }
  return router;
}

/**
 * Answers with bytes that are the same for everybody. They are read and compressed at the first request, and shared by all answers.
 */
function sendAsset(type: string, cacheControl: string, read: () => Promise<Buffer>) {
  let asset: Promise<{ text: Buffer; etag: string; compressed: () => Promise<Buffer> }> | undefined;
  const load = async () => {
    const text = await read();
    let packed: Promise<Buffer> | undefined;
    const compressed = () => (packed ??= compress(text, { level: 9 }));
    return { text, etag: etagOfText(text), compressed };
  };
  return async (req: Request, res: Response): Promise<void> => {
    asset ??= load();
    const sendable = await asset;
    res.setHeader('Cache-Control', cacheControl);
    res.type(type);
    await sendText(req, res, 200, sendable);
  };
}

/**
 * Returns the policy. Swagger UI sets styles from its script, which `style-src` permits, and has its pictures in its
 * style sheet.
 */
function policyOf(publicUrl: string | undefined): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  // Without TLS this directive would make every request of the page fail.
  if (publicUrl?.startsWith('https:') === true) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

// A script of its own, since the Content-Security-Policy allows none inside the page.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bunting: its interfaces</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<div id="interfaces"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</html>
`;

const script = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#interfaces',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
});
`;
