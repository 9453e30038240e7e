import { withTimeout } from '@bunting/async';

/** Resolves with whether PostgreSQL answers. Never rejects. */
export type DatabaseCheck = () => Promise<boolean>;

/** The part of PostgreSQL's interface that this package needs; a `pg.Pool` has it. */
export interface Database {
  query(statement: { text: string; query_timeout: number }): Promise<unknown>;
}

/**
 * Checks whether the database answers within `timeoutMs`. Simultaneous callers share one query, so that probes of a database
 * that hangs do not pile up connections.
 */
export function createDatabaseCheck(database: Database, timeoutMs = 1_000): DatabaseCheck {
  let running: Promise<unknown> | undefined;
  return () => {
    running ??= database
      .query({ text: 'SELECT 1', query_timeout: timeoutMs })
      .finally(() => (running = undefined));
    return withTimeout(running, timeoutMs, 'PostgreSQL').then(
      () => true,
      () => false,
    );
  };
}
