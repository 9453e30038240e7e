import type { TableRow } from '@bunting/database';
import type { Role } from '@bunting/changes/organisations';
import { endpointFormats, eventKinds, type EndpointFormat, type EventKind } from '@bunting/webhooks';
import { type SampledKind, sampledKinds } from '@bunting/webhooks/bodies';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { may } from '../framework/access/authorisation.ts';
import { nullableTimeSchema, stringEnum, timeSchema } from '../framework/schemas.ts';
import { shownAddress } from './shown-address.ts';

export const selectionSchema = Type.Array(stringEnum<EventKind | '*'>(['*', ...eventKinds]), {
  title: 'WebhookSelection',
  minItems: 1,
  maxItems: eventKinds.length + 1,
  uniqueItems: true,
  description: 'kinds of events, or only "*" for all current and future ones',
});

export const eventKindSchema = { ...stringEnum<SampledKind>(sampledKinds), title: 'WebhookKind' };

export const formatSchema = {
  ...stringEnum<EndpointFormat>(endpointFormats),
  description:
    'the format of request bodies: `bunting` (contract §6.2), or a message for a Slack incoming webhook or a Microsoft Teams workflow',
};

const lastDeliverySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String(),
    attempted_at: timeSchema,
    succeeded: Type.Boolean(),
    response_status: Type.Union([Type.Integer(), Type.Null()], { description: 'null = no response' }),
    error: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'LastDelivery', description: 'the last attempted delivery and its outcome' },
);

const properties = {
  id: Type.String({ format: 'uuid' }),
  url: Type.String({ description: 'viewers see only the origin and the first segment of the path' }),
  description: Type.String(),
  events: selectionSchema,
  format: formatSchema,
  enabled: Type.Boolean({
    description: 'a disabled endpoint gets no new deliveries; pending ones wait until it is enabled',
  }),
  failing_since: nullableTimeSchema('since when all attempts have failed'),
  held_since: nullableTimeSchema(
    'since when it is on hold: all attempts failed for days, and its deliveries wait',
  ),
  last_delivery: Type.Union([lastDeliverySchema, Type.Null()]),
  created_at: timeSchema,
};

export const endpointSchema = Type.Object(properties, { title: 'WebhookEndpoint' });

export const secretSchema = Type.String({ description: 'signs deliveries (contract §6.3)' });

/** An endpoint that was made just now, with its signing secret. */
export const newEndpointSchema = Type.Object(
  { ...properties, secret: secretSchema },
  { title: 'NewWebhookEndpoint' },
);

export type EndpointRepresentation = Static<typeof endpointSchema>;

type EndpointColumn = 'id' | 'url' | 'description' | 'enabled' | 'failing_since' | 'held_at' | 'created_at';

export type EndpointRow = TableRow<'webhook_endpoint', EndpointColumn> & {
  readonly events: (EventKind | '*')[];
  readonly format: EndpointFormat;
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
    format: row.format,
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

/** Returns the settings of an endpoint, which `If-Match` is compared with: the rest changes with every delivery. */
export function toSettings({
  id,
  url,
  description,
  events,
  format,
  enabled,
}: Pick<EndpointRepresentation, 'id' | 'url' | 'description' | 'format' | 'enabled'> & {
  readonly events: readonly string[];
}) {
  return { id, url, description, events, format, enabled };
}

/** Returns the endpoint as a member with the role sees it. */
export function shownTo(role: Role, endpoint: EndpointRepresentation): EndpointRepresentation {
  return may(role, 'read-receivers') ? endpoint : { ...endpoint, url: shownAddress(endpoint.url) };
}
