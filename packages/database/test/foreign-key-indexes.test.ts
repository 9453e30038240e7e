import { expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { createTestDatabase } from '@bunting/testing';

// Without one, deleting a row that is pointed at scans the whole table that points, and does so for each such row.
it('every foreign key has an index that begins with one of its columns and leaves out no row', async () => {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  const { rows } = await pool.query<{ key: string }>(
    `SELECT conname AS key FROM pg_constraint
     WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index WHERE indrelid = conrelid AND indpred IS NULL AND indkey[0] = ANY(conkey))`,
  );
  await pool.end();
  await database.drop();
  // No organisation is ever deleted but by hand, and its invitations are few.
  expect(rows).toEqual([{ key: 'invitation_organisation_id_fkey' }]);
});
