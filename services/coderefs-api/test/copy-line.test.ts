import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import fc from 'fast-check';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine } from '../src/snapshot/copy-line.ts';
import type { Reference } from '../src/snapshot/snapshot.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const text = fc.oneof(
  fc.constantFrom('', String.raw`\N`, String.raw`\.`, '\\', '\t', '\r\n', '\\\t', '\u2028', '\u0001', "'"),
  fc.string({ unit: 'binary' }).map((given) => given.replaceAll('\0', '').toWellFormed()),
);
const reference = fc.record({
  key: text,
  file: text,
  lineNumber: fc.option(fc.integer({ min: 1, max: 2_147_483_647 })),
  snippet: fc.option(text),
});

it('gives PostgreSQL exactly the values of the reference', async () => {
  const client = await pool.connect();
  await client.query('CREATE TEMPORARY TABLE copied (key text, file text, line integer, snippet text)');
  await fc.assert(
    fc.asyncProperty(fc.array(reference, { minLength: 1 }), async (references: Reference[]) => {
      await client.query('TRUNCATE copied');
      await pipeline(
        references.map((given) => Buffer.from(copyLine(given))),
        client.query(copyFrom('COPY copied FROM STDIN')),
      );
      const { rows } = await client.query(
        'SELECT key, file, line AS "lineNumber", snippet FROM copied ORDER BY ctid',
      );
      expect(rows).toEqual(references);
    }),
    { numRuns: 100 },
  );
  client.release();
});
