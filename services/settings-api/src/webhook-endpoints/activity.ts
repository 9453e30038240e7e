import type { Pool } from 'pg';

export const hours = 24;
const hourMs = 60 * 60 * 1_000;

/** Only the deliveries attempted last are counted, so that an endpoint with a million costs no more. */
export const maxCounted = 20_000;

interface BucketRow {
  readonly beginsAt: Date;
  readonly delivered: number;
  readonly failed: number;
  readonly p95Ms: number | null;
}

/**
 * Reads the attempts of an endpoint by hour, oldest first: the present hour and the 23 before it, including those without
 * attempts.
 */
export async function readActivity(pool: Pool, endpointId: string, now: number): Promise<BucketRow[]> {
  const from = new Date((Math.floor(now / hourMs) - hours + 1) * hourMs);
  const { rows } = await pool.query<BucketRow>(
    `SELECT begins_at AS "beginsAt", count(*) FILTER (WHERE succeeded)::int AS delivered,
       count(*) FILTER (WHERE NOT succeeded)::int AS failed,
       percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
     FROM generate_series($2::timestamptz, $2::timestamptz + interval '23 hours', interval '1 hour') AS begins_at
     LEFT JOIN (
       SELECT started_at, succeeded, duration_ms
       FROM (
         SELECT id FROM webhook_delivery
         WHERE webhook_endpoint_id = $1 AND last_attempt_at >= $2
         ORDER BY last_attempt_at DESC LIMIT ${maxCounted}
       ) AS delivery
       JOIN webhook_attempt ON webhook_delivery_id = delivery.id
       WHERE started_at >= $2
     ) AS attempt ON date_bin('1 hour', started_at, $2) = begins_at
     GROUP BY begins_at ORDER BY begins_at`,
    [endpointId, from],
  );
  return rows;
}

/** Counts the deliveries that wait for an attempt, up to one more than `maxCounted`. */
export async function countPending(pool: Pool, endpointId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM webhook_delivery WHERE webhook_endpoint_id = $1 AND status = 'pending' LIMIT ${maxCounted + 1}
     ) AS pending`,
    [endpointId],
  );
  return rows[0]!.count;
}
