import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { copyIn } from '@bunting/database/copy';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import fc from 'fast-check';
import { createReferenceRows } from '../src/snapshot/reference-rows.ts';
import * as statements from '../src/snapshot/statements.ts';

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

it('says to PostgreSQL exactly what the references hold, in however many pieces they are taken', async () => {
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query(statements.createReceived);
  const pieces = fc.array(fc.array(reference));
  await fc.assert(
    fc.asyncProperty(pieces, async (references) => {
      await client.query('TRUNCATE received');
      const rows = createReferenceRows();
      const content = references.map((piece) => {
        for (const each of piece) rows.add(each);
        return rows.take();
      });
      await copyIn(client, [statements.copyReceived], [[...content, rows.end()]]);
      const stored = await client.query(
        'SELECT key, file, line_number AS "lineNumber", snippet FROM received ORDER BY ctid',
      );
      expect(stored.rows).toEqual(references.flat());
    }),
    { numRuns: 100 },
  );
  await client.query('ROLLBACK');
  client.release();
});
