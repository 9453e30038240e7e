import type { PoolClient } from 'pg';
import type { DueDelivery } from './announce-deliveries.ts';

/**
 * Parks the pending deliveries of endpoints that become disabled or on hold. With a due time of infinity they cost the
 * dispatchers' sweep nothing, however many there are.
 */
export async function parkDeliveries(client: PoolClient, endpointIds: readonly string[]): Promise<void> {
  if (endpointIds.length === 0) return;
  await client.query(
    `UPDATE webhook_delivery SET due_at = 'infinity'
     WHERE webhook_endpoint_id = ANY($1) AND status = 'pending' AND due_at < 'infinity'`,
    [endpointIds],
  );
}

/** One announcement carries so many. */
const maxAnnounced = 1_000;

/**
 * Makes all parked deliveries due now; the remaining delay of a retry is lost. Returns the first deliveries, to be announced after
 * the commit; the sweep finds the others.
 * @param options.onlyIdle leaves out deliveries with a running attempt, so that it can be called before the endpoints are locked
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
