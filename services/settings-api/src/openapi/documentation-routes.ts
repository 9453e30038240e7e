import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { Router } from 'express';
import type { OpenApiDocument } from './openapi-document.ts';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The OpenAPI document, and Swagger UI to read it and try it; nothing of it is loaded from elsewhere. */
export function createDocumentationRoutes(document: OpenApiDocument): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const text = JSON.stringify(document);
  router.get('/openapi.json', (_req, res) => {
    res.setHeader('Cache-Control', 'no-cache');
    res.type('application/json').send(text);
  });
  router.get('/docs', (_req, res) => void res.type('html').send(page));
  router.get('/docs/start.js', (_req, res) => void res.type('text/javascript').send(script));
  router.use('/docs', express.static(assets, { index: false, maxAge: '1h' }));
  return router;
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
