import type { TableRow } from '@bunting/database';
import { eventKinds } from '@bunting/webhooks';
import type { EventKind } from '@bunting/webhooks';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Pool } from 'pg';
import { timeSchema } from '../times.ts';
import { wordsOf } from '../words-of.ts';

export const selectionSchema = Type.Array(wordsOf<EventKind | '*'>(['*', ...eventKinds]), {
  minItems: 1,
  maxItems: eventKinds.length + 1,
  uniqueItems: true,
  description: 'kinds of events, or "*" alone for all there are and will be',
});

const nullableTime = (description: string) => Type.Union([timeSchema, Type.Null()], { description });

const lastDeliverySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String(),
    attempted_at: timeSchema,
    succeeded: Type.Boolean(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = there was no answer' }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { description: 'the delivery that was attempted last, and what came of that' },
);

export const endpointProperties = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ description: 'viewers see of it where it leads and the first segment of the path' }),
  description: Type.String(),
  events: selectionSchema,
  enabled: Type.Boolean({
    description: 'a disabled endpoint gets no new deliveries; those under way wait until it is enabled',
  }),
  failing_since: nullableTime('since when every attempt has failed'),
  held_since: nullableTime('since when it is on hold: everything failed for days, and its deliveries wait'),
  last_delivery: Type.Union([lastDeliverySchema, Type.Null()]),
  created_at: timeSchema,
};

export const endpointSchema = Type.Object(endpointProperties, { title: 'WebhookEndpoint' });

export type EndpointRepresentation = Static<typeof endpointSchema>;

type EndpointColumn = 'id' | 'url' | 'description' | 'enabled' | 'failing_since' | 'held_at' | 'created_at';

export type EndpointRow = TableRow<'webhook_endpoint', EndpointColumn> & {
  readonly events: (EventKind | '*')[];
} & (LastDelivery | NoDelivery);

type LastDelivery = { readonly delivery_id: string } & TableRow<'webhook_event', 'type'> &
  TableRow<'webhook_attempt', 'started_at' | 'succeeded' | 'response_status' | 'error'>;

type NoDelivery = { readonly [Column in keyof LastDelivery]: null };

export function toEndpoint(row: EndpointRow): EndpointRepresentation {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    enabled: row.enabled,
    failing_since: row.failing_since?.toISOString() ?? null,
    held_since: row.held_at?.toISOString() ?? null,
    last_delivery:
      row.delivery_id === null
        ? null
        : {
            id: row.delivery_id,
            type: row.type,
            attempted_at: row.started_at.toISOString(),
            succeeded: row.succeeded,
            response_status: row.response_status,
            error: row.error,
          },
    created_at: row.created_at.toISOString(),
  };
}

/** The endpoints of an organisation in the order in which they were made: those after one, or only one. */
export async function readEndpoints(
  pool: Pool,
  organisation: { readonly id: string },
  { id, after, limit = 1 }: { id?: string; after?: string | undefined; limit?: number },
): Promise<EndpointRow[]> {
  const { rows } = await pool.query<EndpointRow>(
    `SELECT endpoint.id, url, description, events, enabled, failing_since, held_at, endpoint.created_at, last.*
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
  return rows;
}
