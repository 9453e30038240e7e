import { withTransaction } from '@bunting/database';
import { parkDeliveries, type SealedSecret } from '@bunting/webhooks';
import type { Pool, PoolClient } from 'pg';
import { pipelined } from './pipelined.ts';

/** A delivery that nobody else works on until `leasedUntil`, with all that one attempt needs. */
export interface Claim {
  readonly id: string;
  readonly endpointId: string;
  readonly url: string;
  readonly secret: SealedSecret;
  readonly type: string;
  readonly body: string;
  /** Attempts made before this one, since it was last made due by hand. */
  readonly attemptCount: number;
  readonly leasedUntil: Date;
}

export interface ClaimOptions {
  readonly endpointIds: readonly string[];
  /** Deliveries that a job names: due even if the clock of whoever wrote `due_at` is a few seconds fast. */
  readonly namedIds: readonly string[];
  readonly limit: number;
  readonly leaseSeconds: number;
}

/** Attempts for one endpoint at a time, over all dispatchers: a slow receiver keeps no more workers than that. */
export const mostPerEndpoint = 10;

/**
 * Takes what endpoints have due, in due order and in turn, as long as they have fewer than ten attempts in flight. The lock
 * on the endpoints makes claims of several dispatchers follow one another; a lease that is alive is an attempt in
 * flight. Time is PostgreSQL's, the one clock that all dispatchers share. One round trip, if the pool's connections
 * pipeline.
 */
export async function claimDeliveries(pool: Pool, options: ClaimOptions): Promise<Claim[]> {
  const [endpoints, claims] = await pipelined(pool, (client) => [
    lockEndpoints(client, options.endpointIds),
    leaseDue(client, options),
  ]);
  const closed = endpoints.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
  if (closed.length > 0) await parkClosed(pool, closed);
  return claims;
}

/** Disabled or put on hold a moment ago: the change may not have seen a delivery that was being written. */
async function parkClosed(pool: Pool, endpointIds: readonly string[]): Promise<void> {
  await withTransaction(pool, async (client) => {
    const endpoints = await lockEndpoints(client, endpointIds);
    const closed = endpoints.filter(({ isOpen }) => !isOpen).map(({ id }) => id);
    await parkDeliveries(client, closed);
  });
}

interface Endpoint {
  readonly id: string;
  readonly isOpen: boolean;
}

async function lockEndpoints(client: PoolClient, ids: readonly string[]): Promise<Endpoint[]> {
  const { rows } = await client.query<Endpoint>({
    name: 'lock-endpoints',
    text: `SELECT id, enabled AND held_at IS NULL AS "isOpen"
           FROM webhook_endpoint WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  });
  return rows;
}

const clockTolerance = `interval '10 seconds'`;
const isFree = '(leased_until IS NULL OR leased_until <= now())';
const isDue = `(due_at <= now() OR id = ANY($2) AND due_at <= now() + ${clockTolerance})`;

async function leaseDue(
  client: PoolClient,
  { endpointIds, namedIds, limit, leaseSeconds }: ClaimOptions,
): Promise<Claim[]> {
  const { rows } = await client.query<Claim>({
    name: 'lease-due',
    text: `
      WITH due AS (
        SELECT free.id, free.due_at, row_number() OVER (PARTITION BY endpoint.id ORDER BY free.due_at, free.id) AS place
        FROM webhook_endpoint AS endpoint
        CROSS JOIN LATERAL (
          SELECT count(*) AS taken FROM webhook_delivery
          WHERE webhook_endpoint_id = endpoint.id AND leased_until IS NOT NULL AND leased_until > now()
        ) AS slots
        CROSS JOIN LATERAL (
          SELECT id, due_at FROM webhook_delivery
          WHERE webhook_endpoint_id = endpoint.id AND status = 'pending'
            AND due_at <= now() + ${clockTolerance} AND ${isDue} AND ${isFree}
          ORDER BY due_at, id LIMIT least(greatest(${mostPerEndpoint} - slots.taken, 0), $3)
        ) AS free
        WHERE endpoint.id = ANY($1) AND enabled AND held_at IS NULL
      ),
      chosen AS (SELECT id FROM due ORDER BY place, due_at, id LIMIT $3)
      UPDATE webhook_delivery AS delivery
      SET leased_until = now() + $4 * interval '1 second'
      FROM chosen, webhook_endpoint AS endpoint
      WHERE delivery.id = chosen.id AND endpoint.id = webhook_endpoint_id AND status = 'pending'
        AND due_at <= now() + ${clockTolerance} AND ${isFree}
      RETURNING delivery.id, webhook_endpoint_id AS "endpointId", body, attempt_count AS "attemptCount",
        leased_until AS "leasedUntil", url, json_build_object('text', secret, 'keyId', secret_key_id) AS secret,
        (SELECT type FROM webhook_event WHERE webhook_event.id = webhook_event_id) AS type`,
    values: [endpointIds, namedIds, limit, leaseSeconds],
  });
  return rows;
}

/** Gives back what was not sent. */
export async function releaseClaim(pool: Pool, { id, leasedUntil }: Claim): Promise<void> {
  await pool.query({
    name: 'release-claim',
    text: 'UPDATE webhook_delivery SET leased_until = NULL WHERE id = $1 AND leased_until = $2',
    values: [id, leasedUntil],
  });
}

/** Those of the endpoints that have something due which nobody works on. */
export async function findHungryEndpoints(pool: Pool, endpointIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'hungry-endpoints',
    text: `SELECT id FROM unnest($1::uuid[]) AS endpoint(id)
           WHERE EXISTS (
             SELECT FROM webhook_delivery
             WHERE webhook_endpoint_id = endpoint.id AND status = 'pending' AND due_at <= now() AND ${isFree}
           )`,
    values: [endpointIds],
  });
  return rows.map(({ id }) => id);
}
