export type DatabaseCheck = () => Promise<boolean>;

/** What this package needs of PostgreSQL; a `pg.Pool` has it. */
export interface Database {
  query(statement: { text: string; query_timeout: number }): Promise<unknown>;
}

/**
 * Whether the database answers within `timeoutMs`. Callers at the same time share one question, so that probes of a
 * database that hangs do not pile up connections.
 */
export function createDatabaseCheck(database: Database, timeoutMs = 1_000): DatabaseCheck {
  let asking: Promise<boolean> | undefined;
  return async () => {
    asking ??= database
      .query({ text: 'SELECT 1', query_timeout: timeoutMs })
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking = undefined));
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => (timer = setTimeout(resolve, timeoutMs, false)));
    try {
      return await Promise.race([asking, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  };
}
