import { leastIdAt } from '@bunting/database';
import { dayMs, removeOldest, type Remove, type Retention } from '@bunting/retention';
import { hourDays } from './count-period.ts';

/** The latest unknown keys that remain of those requested with other keys than client keys. */
export const maxUnknownKeys = 1_000;
/** The same for keys requested with client keys only. They never displace the others, because anybody may request any names. */
export const maxPublicUnknownKeys = 200;
/** So long a deleted feature can be brought back with its counts. */
const deletedVariableMs = 30 * dayMs;

/** Returns the retentions of evaluation counts; days are kept for `dayCountMs`. */
export function evaluationRetentions(dayCountMs: number): Retention[] {
  const removeSpan = (span: 'hour' | 'day') =>
    removeOldest({
      table: 'evaluation_rollup',
      time: 'begins_at',
      where: `span <> 'ever' AND span = '${span}'`,
      key: 'ctid',
    });
  return [
    { rows: 'evaluation_count_hours', keepMs: hourDays * dayMs, remove: removeSpan('hour') },
    { rows: 'evaluation_count_days', keepMs: dayCountMs, remove: removeSpan('day') },
    { rows: 'evaluation_counts_of_deleted', keepMs: deletedVariableMs, remove: removeCountsOfDeleted },
    {
      rows: 'unknown_keys',
      keepMs: 30 * dayMs,
      remove: removeOldest({ table: 'unknown_key', time: 'last_at', key: 'ctid' }),
    },
    { rows: 'unknown_keys_beyond_limit', keepMs: 0, remove: removeKeysBeyondLimit },
    {
      // A release that is gone may have left batches of a format that this one does not know.
      rows: 'evaluation_batches',
      keepMs: 30 * dayMs,
      remove: removeOldest({ table: 'evaluation_batch', time: 'id', boundOf: leastIdAt }),
    },
  ];
}

/**
 * Removes the counts of environments that are gone and of variables that were deleted before. The first part finds the environments by one
 * look into the index for each, instead of reading all rows. Every cell has a row for ever, which is removed last, so that the others are
 * found through it.
 */
const removeCountsOfDeleted: Remove = async (client, before, limit) => {
  const { rowCount } = await client.query(
    `WITH RECURSIVE counted AS (
       (SELECT environment_id AS id FROM evaluation_rollup ORDER BY environment_id LIMIT 1)
       UNION ALL
       SELECT (SELECT environment_id FROM evaluation_rollup WHERE environment_id > counted.id ORDER BY environment_id LIMIT 1)
       FROM counted WHERE counted.id IS NOT NULL
     ), gone AS (
       SELECT counted.id AS environment_id, cell.variable_id
       FROM counted
       CROSS JOIN LATERAL (
         SELECT DISTINCT variable_id FROM evaluation_rollup WHERE environment_id = counted.id AND span = 'ever'
       ) AS cell
       WHERE NOT EXISTS (
         SELECT FROM environment JOIN variable USING (project_id)
         WHERE environment.id = counted.id AND variable.id = cell.variable_id
           AND (variable.deleted_at IS NULL OR variable.deleted_at >= $1))
     )
     DELETE FROM ONLY evaluation_rollup WHERE ctid = ANY (ARRAY(
       SELECT counts.ctid FROM gone JOIN evaluation_rollup AS counts
         ON counts.environment_id = gone.environment_id AND counts.variable_id = gone.variable_id
         AND counts.span IN ('hour', 'day', 'ever')
       ORDER BY counts.span = 'ever' LIMIT $2 FOR UPDATE OF counts SKIP LOCKED))`,
    [before, limit],
  );
  return rowCount ?? 0;
};

/**
 * Removes the keys of environments that are gone, and those beyond the latest of an environment. Whoever asks with a client key neither takes
 * the place of a key that servers asked for nor changes which of those are the latest.
 */
const removeKeysBeyondLimit: Remove = async (client, _before, limit) => {
  const { rowCount } = await client.query(
    `DELETE FROM ONLY unknown_key WHERE ctid = ANY (ARRAY(
       SELECT excess.ctid FROM (
         SELECT environment_id, server_last_at IS NULL AS is_public, count(*) AS keys,
           CASE WHEN server_last_at IS NULL THEN ${maxPublicUnknownKeys} ELSE ${maxUnknownKeys} END AS kept
         FROM unknown_key GROUP BY environment_id, is_public, kept
       ) AS counted
       LEFT JOIN environment ON environment.id = counted.environment_id
       CROSS JOIN LATERAL (
         SELECT ctid FROM unknown_key
         WHERE environment_id = counted.environment_id AND (server_last_at IS NULL) = counted.is_public
         ORDER BY coalesce(server_last_at, last_at) DESC, key
         OFFSET CASE WHEN environment.id IS NULL THEN 0 ELSE counted.kept END
       ) AS excess
       WHERE environment.id IS NULL OR counted.keys > counted.kept
       LIMIT $1))`,
    [limit],
  );
  return rowCount ?? 0;
};
