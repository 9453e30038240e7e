import type { Database } from '@bunting/database';
import type { Log } from '@bunting/observability';

/** When keys and tokens were last used, people last seen. A use costs an entry in memory; PostgreSQL learns of it about a minute later. */
export interface LastUses {
  /** `id`: of an environment key its hash, otherwise the UUID of the row. `at`: milliseconds since 1970. */
  readonly record: (id: string, at: number) => void;
  /** Writes what is not written yet, and ends. */
  close(): Promise<void>;
}

const minuteMs = 60_000;
const rowsPerStatement = 1_000;
/** Beyond so many a process does not know whether a use is the first; it then comes with the next minute's. */
const maxKnown = 10_000;

const columns = {
  environment_key: { id: 'key_hash', type: 'text', time: 'last_used_at' },
  api_token: { id: 'id', type: 'uuid', time: 'last_used_at' },
  session: { id: 'id', type: 'uuid', time: 'last_seen_at' },
  member: { id: 'id', type: 'uuid', time: 'last_seen_at' },
} as const;

/**
 * Keeps `last_used_at` of a table, or `last_seen_at`, to the minute. A row is written once a minute at most, however many processes saw it used: only
 * an earlier minute is replaced. Rows that somebody has locked are passed over, so that no change waits for this and two
 * processes cannot deadlock; their next use is written. The first use in a process is written within a second, because somebody may wait for it.
 * What a process has not written when it is killed is lost: at most the last minute or so.
 */
export function createLastUses(options: {
  pool: Database;
  table: keyof typeof columns;
  log: Log;
  intervalMs?: number;
  firstUseMs?: number;
}): LastUses {
  const { pool, table, log, intervalMs = minuteMs, firstUseMs = 500 } = options;
  const statement = statementOf(table);
  const minutes = new Map<string, number>();
  const known = new Set<string>();
  let early: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isFailing = false;
  // Processes that start together do not stay in step: then the first has written most of what the others have seen.
  const timer = setInterval(() => void flush(), intervalMs * (0.8 + Math.random() * 0.4)).unref();

  function record(id: string, at: number): void {
    const minute = Math.floor(at / minuteMs);
    if (minute > (minutes.get(id) ?? 0)) minutes.set(id, minute);
    if (known.size >= maxKnown || known.has(id)) return;
    known.add(id);
    early ??= setTimeout(() => {
      early = undefined;
      void flush();
    }, firstUseMs).unref();
  }

  function flush(): Promise<void> {
    running ??= writeAll().finally(() => (running = undefined));
    return running;
  }

  async function writeAll(): Promise<void> {
    while (minutes.size > 0) {
      const some = [...minutes].slice(0, rowsPerStatement);
      for (const [id] of some) minutes.delete(id);
      const ids = some.map(([id]) => id);
      const times = some.map(([, minute]) => new Date(minute * minuteMs).toISOString());
      try {
        await pool.query(statement, [ids, times]);
        isFailing = false;
      } catch (error) {
        for (const [id, minute] of some) record(id, minute * minuteMs);
        const reason = (error as Error).message;
        if (!isFailing) log.warn({ table, reason }, 'Writing times of last use failed; retrying');
        isFailing = true;
        return;
      }
    }
  }

  return {
    record,
    async close() {
      clearInterval(timer);
      clearTimeout(early);
      await running;
      await flush();
    },
  };
}

function statementOf(table: keyof typeof columns): string {
  const { id, type, time } = columns[table];
  return `
    WITH due AS (
      SELECT stored.id, used.used_at
      FROM ${table} AS stored
      JOIN unnest($1::${type}[], $2::timestamptz[]) AS used (id, used_at) ON stored.${id} = used.id
      WHERE stored.${time} IS NULL OR stored.${time} < used.used_at
      FOR NO KEY UPDATE OF stored SKIP LOCKED
    )
    UPDATE ${table} AS stored SET ${time} = due.used_at FROM due WHERE stored.id = due.id`;
}
