import type { Logger } from '@bunting/http';
import type { Pool } from 'pg';

const intervalMs = 60 * 60 * 1000;
const rowsAtOnce = 1_000;

/**
 * Removes sessions that have ended: those of browsers that never come back stay otherwise. Each process does it about once
 * an hour; several at a time only find less to do. Gives what stops it.
 */
export function sweepSessions({ pool, log }: { pool: Pool; log: Logger }): () => void {
  const timer = setInterval(() => {
    removeEndedSessions(pool).catch((error: unknown) =>
      log.warn({ err: error }, 'Ended sessions stay for now.'),
    );
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export async function removeEndedSessions(pool: Pool): Promise<void> {
  let removed: number | null;
  do {
    const { rowCount } = await pool.query(
      'DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires_at < now() LIMIT $1)',
      [rowsAtOnce],
    );
    removed = rowCount;
  } while (removed === rowsAtOnce);
}
