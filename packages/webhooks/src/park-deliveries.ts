import type { PoolClient } from 'pg';
import type { DueDelivery } from './announce-deliveries.ts';

/**
 * Lets the pending deliveries of endpoints wait, for as long as the endpoints are disabled or on hold: with a due time
 * of infinity they cost the sweep nothing, however many there are.
 */
export async function parkDeliveries(client: PoolClient, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return;
  await client.query(
    `UPDATE webhook_delivery SET due_at = 'infinity'
     WHERE webhook_endpoint_id = ANY($1) AND status = 'pending' AND due_at < 'infinity'`,
    [endpointIds],
  );
}

/** As many as one announcement carries. */
const maxAnnounced = 1_000;

/**
 * Makes what was parked due, all of it now: how long a retry had still to wait is forgotten. Returns the first
 * deliveries, to be announced after the commit; the sweep finds the others. `onlyIdle`: not those that an attempt is still
 * being made for, so that it can be called without a lock on the endpoints, which claims need.
 */
export async function unparkDeliveries(
  client: PoolClient,
  endpointIds: readonly string[],
  now: Date,
  { onlyIdle = false }: { readonly onlyIdle?: boolean } = {},
): Promise<DueDelivery[]> {
  if (endpointIds.length === 0) return [];
  const { rows } = await client.query<DueDelivery>(
    `WITH unparked AS (
       UPDATE webhook_delivery SET due_at = $2
       WHERE webhook_endpoint_id = ANY($1) AND status = 'pending' AND due_at = 'infinity'
         ${onlyIdle ? 'AND leased_until IS NULL' : ''}
       RETURNING id, webhook_endpoint_id
     )
     SELECT id, webhook_endpoint_id AS "endpointId" FROM unparked ORDER BY id LIMIT ${maxAnnounced}`,
    [endpointIds, now],
  );
  return rows;
}
