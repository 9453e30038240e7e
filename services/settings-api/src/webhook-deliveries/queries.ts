import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import type { AttemptRow, DeliveryRow } from './representation.ts';

const columns = 'delivery.id, type, status, delivery.created_at, due_at, last_attempt_at, finished_at';

/** The deliveries of an endpoint, the newest first: those older than the one with the id `before`. */
export function listDeliveries(
  pool: Pool,
  endpoint: { readonly id: string },
  { status, before, limit }: { status: string | undefined; before: string | undefined; limit: number },
): Promise<PageRows<DeliveryRow>> {
  return readPageRows<DeliveryRow>(
    pool,
    `SELECT ${columns} FROM webhook_delivery delivery
     JOIN webhook_event event ON event.id = webhook_event_id
     WHERE webhook_endpoint_id = $1 AND ($2::text IS NULL OR status = $2)
       AND ($3::uuid IS NULL OR delivery.id < $3)
     ORDER BY delivery.id DESC LIMIT $4`,
    [endpoint.id, status ?? null, before ?? null, limit],
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
     JOIN webhook_event event ON event.id = webhook_event_id
     WHERE delivery.id = $1 AND webhook_endpoint_id = $2`,
    [id, endpoint.id],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('delivery', id);
  return rows[0];
}

/** The attempts of a delivery in their order; seven at most, or as many again each time it was sent again. */
export async function listAttempts(pool: Pool, delivery: { readonly id: string }): Promise<AttemptRow[]> {
  const { rows } = await pool.query<AttemptRow>(
    `SELECT number, started_at, duration_ms, succeeded, response_status, response_body, error
     FROM webhook_attempt WHERE webhook_delivery_id = $1 ORDER BY number`,
    [delivery.id],
  );
  return rows;
}
