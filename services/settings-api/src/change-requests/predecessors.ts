import type { PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';

/** Longer plans take long to check, because each step is checked on top of all steps before it. */
const maxSteps = 20;

/**
 * Reads the ids of the open requests that are applied before one that follows `afterId`, the first one first; none where that one is
 * applied. Throws 400 where `ofId` is among them or where they are too many, and 409 where one of them is closed.
 */
export async function readPredecessors(
  client: PoolClient,
  afterId: string | null,
  ofId?: string,
): Promise<readonly string[]> {
  if (afterId === null) return [];
  const { rows } = await client.query<{ id: string; number: number; status: string }>(
    `WITH RECURSIVE step (id, after_id, number, status, depth) AS (
       SELECT id, after_id, number, status, 1 FROM change_request WHERE id = $1
       UNION ALL
       SELECT next.id, next.after_id, next.number, next.status, step.depth + 1
       FROM change_request next JOIN step ON next.id = step.after_id
       WHERE step.status = 'open' AND step.depth <= $2)
     SELECT id, number, status FROM step ORDER BY depth DESC`,
    [afterId, maxSteps],
  );
  const open = rows.filter(({ status }) => status === 'open').map(({ id }) => id);
  if (ofId !== undefined && open.includes(ofId)) {
    throw settingsErrors.invalid([{ path: 'after', message: 'would follow itself' }]);
  }
  if (open.length > maxSteps) {
    const message = `must follow at most ${maxSteps} open change requests`;
    throw settingsErrors.invalid([{ path: 'after', message, code: 'limit' }]);
  }
  const closed = rows.find(({ status }) => status === 'closed');
  if (closed !== undefined) {
    throw settingsErrors.conflict('A change request before this one is closed', [
      { path: 'after', message: `change request ${closed.number} is closed` },
    ]);
  }
  return open;
}
