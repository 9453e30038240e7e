import type pg from 'pg';
import type { Circuit } from '@bunting/async';
import { type FragmentPage, type PageRow, readFragmentPages } from './fragment-pages.ts';
import { pageStatement } from './page-statement.ts';
import { maxAbsenceMs } from '../publish/tombstones.ts';

/** The queries of evaluators to PostgreSQL: three statements, each on one index. */
export interface PostgresFragments {
  /**
   * Reads the fragments written above a version (-1: all of them), oldest first, page by page. A fragment that changes meanwhile moves
   * to the end and is read again, so that all pages together are exactly the state of the last page's version. No pages: the
   * environment does not exist. A page is limited in fragments and bytes. Throws if it took so long that tombstones may be gone.
   */
  readPages(environmentId: string, aboveVersion: number): AsyncIterable<FragmentPage>;
  /** Environments that do not exist are absent. */
  readVersions(environmentIds: readonly string[]): Promise<Map<string, number>>;
  /** Finds environment ids by key hash; unknown and revoked keys are absent. */
  findEnvironments(keyHashes: readonly string[]): Promise<Map<string, string>>;
}

/** The replica has not replayed what the primary has committed. */
export class StaleReplica extends Error {}

const replayedWithin = (ms: number) =>
  `coalesce(pg_last_xact_replay_timestamp() > clock_timestamp() - interval '${ms} ms', false)`;

/**
 * Creates a reader of fragments. With `maxLagMs`, for a replica, everything rejects with StaleReplica unless the replica
 * has replayed a transaction that ended within that time: a disconnected replica does not know whether there is anything
 * to replay.
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
    // The driver's own time-out closes the connection, which would otherwise stay checked out of the pool for ever.
    const config = { text, values, query_timeout: circuit.timeoutMs } as pg.QueryConfig;
    const { rows } = await circuit.run(() => pool.query<Row & { is_recent?: boolean }>(config));
    if (rows.some((row) => row.is_recent === false)) throw new StaleReplica();
    return rows;
  };

  return {
    async *readPages(environmentId, aboveVersion) {
      const startedAt = now();
      const ask = (values: unknown[]) => query<PageRow>(pageStatement(recency), values);
      for await (const page of readFragmentPages(ask, environmentId, aboveVersion)) {
        if (now() - startedAt > maxAbsenceMs) throw new Error('This process was suspended while it read.');
        yield page;
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
