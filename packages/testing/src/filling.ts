import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import type { Filling } from './postgres/test-databases.ts';

/** Fills the database of `createTestDatabase` by applying a bootstrap document. `fill` throws `ProblemsFound` if it is invalid. */
export function filledWith(document: object): Filling {
  return {
    key: JSON.stringify(document),
    async fill(url) {
      const pool = createPool(url);
      await applyDocument({ pool }, document);
      await pool.end();
    },
  };
}
