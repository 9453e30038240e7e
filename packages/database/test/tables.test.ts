import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { createTestDatabase } from '@bunting/testing';
import { createPool } from '@bunting/database';

it('src/tables/tables.ts says what the migrations make: `npm run tables` writes it', async () => {
  const { tableSource } = (await import(new URL('../scripts/table-source.mjs', import.meta.url).href)) as {
    tableSource: (client: ReturnType<typeof createPool>) => Promise<string>;
  };
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const written = await readFile(new URL('../src/tables/tables.ts', import.meta.url), 'utf8');
  expect(written).toBe(await tableSource(pool));
  await pool.end();
  await database.drop();
});
