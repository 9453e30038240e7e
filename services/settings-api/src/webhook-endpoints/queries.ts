import { readWebhookEndpoints, type WebhookEndpointState } from '@bunting/changes/organisations';
import type { ChangeTransaction } from '@bunting/changes';
import { isUuid } from '@bunting/definitions/uuid';
import { checkTarget } from '@bunting/webhooks';
import type { Pool } from 'pg';
import type { WebhookEndpointDependencies } from './dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { webhookErrors } from './errors.ts';
import { toEndpoint, type EndpointRepresentation, type EndpointRow } from './representation.ts';

/** Reads the endpoints of an organisation in the order of creation: those after one, or only one. */
export function readEndpoints(
  pool: Pool,
  organisation: { readonly id: string },
  { id, after, limit = 1 }: { id?: string; after?: string | undefined; limit?: number },
): Promise<PageRows<EndpointRow>> {
  return readPageRows<EndpointRow>(
    pool,
    `SELECT endpoint.id, url, description, events, format, enabled, failing_since, held_at, endpoint.created_at, last.*
     FROM webhook_endpoint endpoint LEFT JOIN LATERAL (
       SELECT delivery.id AS delivery_id, type, started_at, succeeded, response_status, error
       FROM webhook_delivery delivery
       JOIN webhook_event event ON event.id = webhook_event_id
       JOIN webhook_attempt attempt ON webhook_delivery_id = delivery.id
       WHERE webhook_endpoint_id = endpoint.id AND last_attempt_at IS NOT NULL
       ORDER BY last_attempt_at DESC, attempt.number DESC LIMIT 1
     ) last ON true
     WHERE endpoint.organisation_id = $1 AND ($2::uuid IS NULL OR endpoint.id = $2)
       AND ($3::uuid IS NULL OR endpoint.id > $3)
     ORDER BY endpoint.id LIMIT $4`,
    [organisation.id, id ?? null, after ?? null, limit],
  );
}

/** Throws 404 for what is not an endpoint of the organisation. */
export async function findEndpoint(
  { pool }: Pick<WebhookEndpointDependencies, 'pool'>,
  organisation: { readonly id: string },
  id: string,
): Promise<EndpointRepresentation> {
  if (!isUuid(id)) throw settingsErrors.unknown('webhook endpoint', id);
  const [row] = (await readEndpoints(pool, organisation, { id })).rows;
  if (row === undefined) throw settingsErrors.unknown('webhook endpoint', id);
  return toEndpoint(row);
}

/** Reads the endpoint under the organisation's lock. Throws 404. */
export async function readLockedEndpoint(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  id: string,
): Promise<WebhookEndpointState> {
  const stored = await readWebhookEndpoints(transaction, organisation);
  const endpoint = stored.find((each) => each.id === id.toLowerCase());
  if (endpoint === undefined) throw settingsErrors.unknown('webhook endpoint', id);
  return endpoint;
}

/** A change is delivered to each endpoint with up to seven attempts: without a limit one change could cause any number of requests. */
const defaultEndpointCap = 50;

/** Throws 409 when the organisation has as many endpoints as it may have. Call it under the organisation's lock. */
export async function requireFewerEndpoints(
  { client }: Pick<ChangeTransaction, 'client'>,
  { id }: { readonly id: string },
): Promise<void> {
  const { rows } = await client.query<{ cap: number; count: number }>(
    `SELECT coalesce(webhook_endpoint_cap, $2::int) AS cap,
       (SELECT count(*)::int FROM webhook_endpoint WHERE organisation_id = $1) AS count
     FROM organisation WHERE id = $1`,
    [id, defaultEndpointCap],
  );
  const { cap, count } = rows[0]!;
  if (count >= cap) throw webhookErrors.tooManyEndpoints(cap);
}

/** Throws 400 for an address to which webhooks may not be sent, or that does not resolve (contract §6.4). */
export async function requireTarget(
  url: string,
  { webhookTargets }: Pick<WebhookEndpointDependencies, 'webhookTargets'>,
): Promise<void> {
  const checked = await checkTarget(url, webhookTargets);
  if (checked.verdict !== 'allowed') {
    throw settingsErrors.invalid([{ path: 'url', message: checked.reason }]);
  }
}
