import type { Pool } from 'pg';

/** A key that applications ask for and that has no variable, or that of an archived feature. */
export interface UnknownKey {
  readonly key: string;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
  /** When it was last asked for with another key than a client key; null = it was not. */
  readonly serverLastAt: Date | null;
  /** The archived feature whose variable has this key. */
  readonly archivedFeature: string | null;
}

/** The position of a key in the list, for the cursor. */
export type UnknownKeyPosition = readonly [lastAt: string, key: string];

export function isUnknownKeyPosition(position: readonly unknown[]): position is UnknownKeyPosition {
  const [lastAt, key] = position;
  if (position.length !== 2 || typeof lastAt !== 'string' || typeof key !== 'string') return false;
  const time = new Date(lastAt);
  // PostgreSQL writes years of other lengths in another way.
  return /^[12]\d{3}-/.test(lastAt) && !Number.isNaN(time.getTime()) && time.toISOString() === lastAt;
}

/** Reads the unknown keys of an environment, the latest first, those after `after`. */
export async function readUnknownKeys(
  pool: Pool,
  query: {
    readonly projectId: string;
    readonly environmentId: string;
    readonly after: UnknownKeyPosition | undefined;
    readonly limit: number;
  },
): Promise<UnknownKey[]> {
  const { rows } = await pool.query<Omit<UnknownKey, 'count'> & { count: string }>(
    `SELECT key, count, first_at AS "firstAt", last_at AS "lastAt", server_last_at AS "serverLastAt", (
       SELECT feature.slug FROM variable JOIN feature ON feature.id = variable.feature_id
       WHERE variable.project_id = $1 AND variable.slug = unknown_key.key AND variable.deleted_at IS NULL
         AND feature.status = 'archived') AS "archivedFeature"
     FROM unknown_key
     WHERE environment_id = $2
       AND ($3::timestamptz IS NULL OR last_at < $3 OR (last_at = $3 AND key > $4))
     ORDER BY last_at DESC, key LIMIT $5`,
    [query.projectId, query.environmentId, ...(query.after ?? [null, null]), query.limit],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
