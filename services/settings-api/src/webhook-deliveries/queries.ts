import { leastIdAt, maxChangeMs } from '@bunting/database';
import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import {
  deliveryStatuses,
  type AttemptRow,
  type DeliveryRow,
  type DeliveryStatus,
} from './representation.ts';

const columns = `delivery.id, type, status, delivery.created_at, due_at, last_attempt_at, finished_at,
  coalesce(last.number, 0) AS attempt_count, last.response_status, last.duration_ms`;
/** The attempt that was made last: its number is how many there were, over all series. */
const lastAttempt = `LEFT JOIN LATERAL (
  SELECT number, response_status, duration_ms FROM webhook_attempt
  WHERE webhook_delivery_id = delivery.id ORDER BY number DESC LIMIT 1
) last ON true`;

export interface DeliveryFilter {
  /** Absent = all. */
  readonly statuses: readonly DeliveryStatus[] | undefined;
  readonly type: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/**
 * Lists the deliveries of an endpoint, the newest first: those older than the one with the id `before`. Each status is read in the order
 * of its index and no further than the page, so that a few failed ones among many are found at once.
 */
export function listDeliveries(
  pool: Pool,
  { id: endpointId, organisationId }: { readonly id: string; readonly organisationId: string },
  { statuses, type, from, to }: DeliveryFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<PageRows<DeliveryRow>> {
  const ids = {
    // Ids begin with the time at which they were written, up to an hour after the change began.
    from: from && leastIdAt(new Date(from.getTime() - maxChangeMs)),
    to: to && leastIdAt(new Date(to.getTime() + maxChangeMs)),
  };
  return readPageRows<DeliveryRow>(
    pool,
    `SELECT ${columns}
     FROM (
       SELECT of_status.* FROM unnest($1::text[]) AS wanted(name)
       CROSS JOIN LATERAL (
         SELECT delivery.*, type FROM webhook_delivery delivery
         JOIN webhook_event event ON event.id = webhook_event_id
         WHERE webhook_endpoint_id = $2 AND status = wanted.name
           AND ($3::text IS NULL OR event.organisation_id = $4 AND type = $3)
           AND ($5::timestamptz IS NULL OR delivery.created_at >= $5)
           AND ($6::timestamptz IS NULL OR delivery.created_at < $6)
           AND ($7::uuid IS NULL OR delivery.id >= $7) AND ($8::uuid IS NULL OR delivery.id < $8)
           AND ($9::uuid IS NULL OR delivery.id < $9)
         ORDER BY delivery.id DESC LIMIT $10
       ) AS of_status
       ORDER BY of_status.id DESC LIMIT $10
     ) AS delivery ${lastAttempt}
     ORDER BY delivery.id DESC`,
    [
      statuses ?? deliveryStatuses,
      endpointId,
      type ?? null,
      // The organisation leads to the index of events by type.
      organisationId,
      from ?? null,
      to ?? null,
      ids.from ?? null,
      ids.to ?? null,
      before ?? null,
      limit,
    ],
  );
}

/** Throws 404 for what is not a delivery of the endpoint. */
export async function findDelivery(
  pool: Pool,
  endpoint: { readonly id: string },
  id: string,
): Promise<DeliveryRow & { readonly body: string }> {
  if (!isUuid(id)) throw settingsErrors.unknown('delivery', id);
  const { rows } = await pool.query<DeliveryRow & { readonly body: string }>(
    `SELECT ${columns}, body FROM webhook_delivery delivery
     JOIN webhook_event event ON event.id = webhook_event_id ${lastAttempt}
     WHERE delivery.id = $1 AND webhook_endpoint_id = $2`,
    [id, endpoint.id],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('delivery', id);
  return rows[0];
}

/** Lists the attempts of a delivery in their order; seven at most, or as many again for each redelivery. */
export async function listAttempts(pool: Pool, delivery: { readonly id: string }): Promise<AttemptRow[]> {
  const { rows } = await pool.query<AttemptRow>(
    `SELECT number, started_at, duration_ms, succeeded, response_status, response_body, error,
       request_headers
     FROM webhook_attempt WHERE webhook_delivery_id = $1 ORDER BY number`,
    [delivery.id],
  );
  return rows;
}
