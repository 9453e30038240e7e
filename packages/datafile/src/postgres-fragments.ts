import type pg from 'pg';
import type { Circuit } from './circuit.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';
import { longestAbsenceMs } from './tombstones.ts';

/** What evaluators ask PostgreSQL; three statements, each on one index. */
export interface PostgresFragments {
  /**
   * The fragments written above a version (-1: all of them), oldest first, page by page. What changes meanwhile moves
   * to the end and is met again there, so that the pages together are exactly the state of the last page's version.
   * No page at all: there is no such environment. Throws when it took so long that tombstones may be gone.
   */
  readPages(environmentId: string, aboveVersion: number): AsyncIterable<FragmentPage>;
  /** Environments that do not exist are absent. */
  readVersions(environmentIds: readonly string[]): Promise<Map<string, number>>;
  /** Environment ids by key hash; unknown and revoked ones are absent. */
  findEnvironments(keyHashes: readonly string[]): Promise<Map<string, string>>;
}

/** Few enough that a page is garbage before the collector takes it for something that stays. */
export const fragmentsPerPage = 100;

/** A replica may not know yet what its primary knows. */
export class ReplicaBehind extends Error {}

const replayedWithin = (ms: number) =>
  `coalesce(pg_last_xact_replay_timestamp() > clock_timestamp() - interval '${ms} ms', false)`;

const readPage = (recency: string) => `
  SELECT environment.version AS environment_version, fragment.*${recency}
  FROM environment
  LEFT JOIN LATERAL (
    SELECT version, kind, entity_id, document::text AS text
    FROM datafile_fragment
    WHERE environment_id = environment.id AND (version, kind, entity_id) > ($2, $3, $4)
    ORDER BY version, kind, entity_id
    LIMIT ${fragmentsPerPage}) AS fragment ON true
  WHERE environment.id = $1
  ORDER BY version, kind, entity_id`;

interface PageRow {
  environment_version: string;
  version: string | null;
  kind: StoredFragment['kind'];
  entity_id: string;
  text: string | null;
}

/**
 * `maxLagMs` is for a replica: unless it has replayed a transaction that ended so recently, everything rejects with
 * ReplicaBehind. One that hears nothing cannot tell whether there is anything to hear.
 */
export function createPostgresFragments(options: {
  pool: pg.Pool;
  circuit: Circuit;
  now: () => number;
  maxLagMs?: number;
}): PostgresFragments {
  const { pool, circuit, now, maxLagMs } = options;
  const recency = maxLagMs === undefined ? '' : `, ${replayedWithin(maxLagMs)} AS is_recent`;
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> => {
    // The driver's own time-out closes the connection, which would else lie in the pool, taken for ever.
    const config = { text, values, query_timeout: circuit.timeoutMs } as pg.QueryConfig;
    const { rows } = await circuit.run(() => pool.query<Row & { is_recent?: boolean }>(config));
    if (rows.some((row) => row.is_recent === false)) throw new ReplicaBehind();
    return rows;
  };

  return {
    async *readPages(environmentId, aboveVersion) {
      // Sorts after every kind, so that nothing of the version itself is read again.
      let after: unknown[] = [aboveVersion, 'z', environmentId];
      const startedAt = now();
      for (;;) {
        const rows = await query<PageRow>(readPage(recency), [environmentId, ...after]);
        if (now() - startedAt > longestAbsenceMs) throw new Error('This process stood still while it read.');
        const [first, last] = [rows[0], rows.at(-1)];
        if (!first || !last) return;
        const fragments = rows
          .filter((row) => row.version !== null)
          .map(({ kind, entity_id: id, text }) => ({ kind, id, text }));
        yield { version: Number(first.environment_version), fragments };
        if (fragments.length < fragmentsPerPage) return;
        after = [last.version, last.kind, last.entity_id];
      }
    },

    async readVersions(environmentIds) {
      const rows = await query<{ id: string; version: string }>(
        `SELECT id, version${recency} FROM environment WHERE id = ANY ($1::uuid[])`,
        [environmentIds],
      );
      return new Map(rows.map((row) => [row.id, Number(row.version)]));
    },

    async findEnvironments(keyHashes) {
      const rows = await query<{ key_hash: string; environment_id: string }>(
        `SELECT key_hash, environment_id${recency} FROM environment_key
         WHERE key_hash = ANY ($1) AND revoked_at IS NULL`,
        [keyHashes],
      );
      return new Map(rows.map((row) => [row.key_hash, row.environment_id]));
    },
  };
}
