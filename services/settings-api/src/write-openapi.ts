import { writeFileSync } from 'node:fs';
import { prefix, allRoutes } from './app.ts';
import { openApiDocument } from './openapi/openapi-document.ts';

/** `npm run openapi`: writes docs/openapi.json anew. */
writeFileSync(
  new URL('../../../docs/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(prefix, allRoutes), undefined, 2)}\n`,
);
