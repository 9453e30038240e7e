import { leastIdAt, maxChangeMs } from '@bunting/database';
import type { DueDelivery } from '@bunting/webhooks';
import type { ChangeTransaction } from '../change-transaction.ts';

/** Selects deliveries of an endpoint: one that ended, or all that failed and were created since a time. */
export type DeliverySelection = { readonly id: string } | { readonly failedSince: Date };

/** One announcement contains at most this many; the dispatchers' sweep finds the others. */
const maxAnnounced = 1_000;

/**
 * Makes ended deliveries due again, with a new series of attempts and the same body. Deliveries of an endpoint that is disabled
 * or on hold stay parked with its others. Test events are left out: send a new one instead.
 * Returns the number of deliveries.
 */
export async function redeliver(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  endpoint: { readonly id: string; readonly url: string },
  selection: DeliverySelection,
): Promise<number> {
  const { client, now, webhooks, recorded } = transaction;
  const id = 'id' in selection ? selection.id : null;
  const failedSince = 'id' in selection ? null : selection.failedSince;
  // Failed deliveries are found in the order of their ids.
  const leastId = failedSince && leastIdAt(new Date(failedSince.getTime() - maxChangeMs));
  // The lock prevents that the endpoint is enabled or released before the deliveries parked here are visible.
  await client.query('SELECT FROM webhook_endpoint WHERE id = $1 FOR SHARE', [endpoint.id]);
  const { rows } = await client.query<{ count: number; due: DueDelivery[] | null }>(
    `WITH redelivered AS (
       UPDATE webhook_delivery delivery
       SET status = 'pending', attempt_count = 0, leased_until = NULL, finished_at = NULL,
           due_at = CASE WHEN endpoint.enabled AND endpoint.held_at IS NULL THEN $3 ELSE 'infinity'::timestamptz END
       FROM webhook_endpoint endpoint, webhook_event event
       WHERE delivery.webhook_endpoint_id = $1 AND endpoint.id = $1 AND endpoint.organisation_id = $4
         AND event.id = webhook_event_id AND event.type <> 'endpoint.test'
         AND ($2::uuid IS NULL OR delivery.id = $2 AND delivery.status <> 'pending')
         AND ($5::timestamptz IS NULL OR delivery.status = 'failed' AND delivery.id >= $6 AND delivery.created_at >= $5)
       RETURNING delivery.id, delivery.due_at
     ), due AS (
       SELECT id FROM redelivered WHERE due_at < 'infinity' ORDER BY id LIMIT ${maxAnnounced}
     )
     SELECT (SELECT count(*)::int FROM redelivered) AS count,
            (SELECT json_agg(json_build_object('id', id, 'endpointId', $1)) FROM due) AS due`,
    [endpoint.id, id, now, organisation.id, failedSince, leastId],
  );
  const { count = 0, due = null } = rows[0] ?? {};
  if (count === 0) return 0;
  webhooks.due.push(...(due ?? []));
  recorded.push({
    organisationId: organisation.id,
    action: 'webhook_endpoint.redelivered',
    subject: endpoint.url,
    before: null,
    after:
      'id' in selection
        ? { delivery: selection.id }
        : { failed_since: selection.failedSince.toISOString(), deliveries: count },
  });
  return count;
}
