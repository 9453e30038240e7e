import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const script = new URL('../../scripts/write-schema.mjs', import.meta.url).href;
const { schemaText } = (await import(script)) as { schemaText: () => Promise<string> };

it('the types of the management API are those of docs/openapi.json (npm run openapi writes them)', async () => {
  const written = readFileSync(new URL('../../web/api/generated/schema.d.ts', import.meta.url), 'utf8');
  expect(await schemaText()).toBe(written);
});
