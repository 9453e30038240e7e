import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum, timeSchema } from '../framework/schemas.ts';
import { findEndpoint } from './queries.ts';

const hours = 24;
const hourMs = 60 * 60 * 1_000;

/** So many deliveries are counted, the last attempted ones, so that an endpoint with a million costs no more. */
const maxCounted = 20_000;

const bucketSchema = Type.Object({
  begins_at: timeSchema,
  delivered: Type.Integer({ description: 'attempts that were answered 2xx in time' }),
  failed: Type.Integer({ description: 'attempts that were not' }),
  p95_ms: Type.Union([Type.Integer(), Type.Null()], {
    description: '95 of 100 attempts took no longer; null = there were none',
  }),
});

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
async function readActivity(pool: Pool, endpointId: string, now: number): Promise<BucketRow[]> {
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
async function countPending(pool: Pool, endpointId: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (
       SELECT FROM webhook_delivery WHERE webhook_endpoint_id = $1 AND status = 'pending' LIMIT ${maxCounted + 1}
     ) AS pending`,
    [endpointId],
  );
  return rows[0]!.count;
}

export const webhookActivityRoutes = [
  readRoute({
    path: '/organisations/{org}/webhook-endpoints/{id}/activity',
    summary: 'Read the activity of a webhook endpoint, hour by hour',
    description: `The attempts of the last ${hours} hours, the present one included, in UTC. Of more than ${maxCounted} deliveries the last attempted ones are counted.`,
    query: querySchema({ bucket: Type.Optional(stringEnum(['hour'])) }),
    answer: Type.Object({
      items: Type.Array(bucketSchema),
      pending: Type.Integer({
        description: `deliveries that wait for an attempt; ${maxCounted + 1} = more than ${maxCounted}`,
      }),
    }),
    async handle({ organisation, params }, dependencies) {
      const { pool, now } = dependencies;
      const { id } = await findEndpoint(dependencies, organisation, params.id);
      const buckets = await readActivity(pool, id, now());
      const items = buckets.map(({ beginsAt, delivered, failed, p95Ms }) => ({
        begins_at: beginsAt.toISOString(),
        delivered,
        failed,
        p95_ms: p95Ms,
      }));
      return { body: { items, pending: await countPending(pool, id) } };
    },
  }),
];
