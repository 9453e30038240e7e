import { writeFileSync } from 'node:fs';
import { prefix, routes } from '../app.ts';
import { openApiDocument } from './openapi-document.ts';

/** `npm run openapi`: writes docs/openapi.json anew. */
writeFileSync(
  new URL('../../../../docs/openapi.json', import.meta.url),
  `${JSON.stringify(openApiDocument(prefix, routes), undefined, 2)}\n`,
);
