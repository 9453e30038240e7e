import { newId } from '@bunting/database';
import type { PoolClient } from 'pg';
import type { DueDelivery } from './announce-deliveries.ts';
import type { EventSelection, WebhookEvent } from './events.ts';
import type { EndpointFormat } from './formats.ts';
import { type MessageOptions, toRequestBody } from './request-body.ts';

/** An event of an organisation, and the differences that messages for people show besides. */
export type OrganisationEvent = WebhookEvent & { readonly organisationId: string } & Pick<
    MessageOptions,
    'describeDifferences'
  >;

/** An enabled endpoint of an organisation. */
export interface Subscriber {
  readonly id: string;
  readonly organisationId: string;
  /** Slug. */
  readonly organisation: string;
  readonly events: EventSelection;
  readonly format: EndpointFormat;
  readonly isOnHold: boolean;
}

interface DeliveryOptions extends Pick<MessageOptions, 'publicUrl'> {
  readonly now: Date;
}

/** Deliveries per statement, which limits the memory that an import with many deliveries needs. */
const maxPerStatement = 5_000;

/**
 * Writes the outbox in `client`'s transaction: the events that at least one subscriber selected, and a delivery to each of those
 * subscribers. Events that nobody selected are not stored, because nothing else reads them.
 * Returns the deliveries to announce after the commit, which are those of endpoints that are not on hold.
 * @param options.now the time of the events
 */
export async function writeDeliveries(
  client: PoolClient,
  subscribers: readonly Subscriber[],
  events: readonly OrganisationEvent[],
  options: DeliveryOptions,
): Promise<DueDelivery[]> {
  const { now } = options;
  const due: DueDelivery[] = [];
  let rows = createRows();
  for (const event of events) {
    const interested = subscribers.filter((subscriber) => wants(subscriber, event));
    if (interested.length === 0) continue;
    const eventId = addEvent(rows, event);
    for (const subscriber of interested) {
      const id = addDelivery(rows, event, eventId, subscriber, options);
      if (!subscriber.isOnHold) due.push({ id, endpointId: subscriber.id });
    }
    if (rows.deliveries.id.length < maxPerStatement) continue;
    await insertRows(client, rows, now);
    rows = createRows();
  }
  if (rows.deliveries.id.length > 0) await insertRows(client, rows, now);
  return due;
}

/**
 * Reads and locks the enabled endpoints of organisations. The lock prevents that they are deleted before the transaction ends.
 * Endpoints on hold get a stronger lock, which also prevents their release: the deliveries that this transaction parks must be
 * visible when they are released.
 */
export async function readSubscribers(
  client: PoolClient,
  organisationIds: readonly string[],
): Promise<Subscriber[]> {
  const subscribers = await lockSubscribers(client, 'KEY SHARE', organisationIds);
  if (!subscribers.some(({ isOnHold }) => isOnHold)) return subscribers;
  const onHold = await lockSubscribers(client, 'SHARE', organisationIds, 'AND held_at IS NOT NULL');
  const onHoldIds = new Set(onHold.map(({ id }) => id));
  return subscribers.map((subscriber) => ({ ...subscriber, isOnHold: onHoldIds.has(subscriber.id) }));
}

async function lockSubscribers(
  client: PoolClient,
  strength: 'KEY SHARE' | 'SHARE',
  organisationIds: readonly string[],
  condition = '',
): Promise<Subscriber[]> {
  const { rows } = await client.query<Subscriber>(
    `SELECT endpoint.id, organisation_id AS "organisationId", organisation.slug AS organisation, events, format,
            held_at IS NOT NULL AS "isOnHold"
     FROM webhook_endpoint endpoint JOIN organisation ON organisation.id = organisation_id
     WHERE organisation_id = ANY($1) AND enabled ${condition} ORDER BY endpoint.id FOR ${strength} OF endpoint`,
    [organisationIds],
  );
  return rows;
}

function wants({ organisationId, events }: Subscriber, event: OrganisationEvent): boolean {
  return organisationId === event.organisationId && (events.includes('*') || events.includes(event.type));
}

interface Rows {
  readonly events: Record<'id' | 'organisationId' | 'type' | 'data', string[]>;
  readonly deliveries: Record<'id' | 'eventId' | 'endpointId' | 'body' | 'dueAt', string[]>;
}

function createRows(): Rows {
  return {
    events: { id: [], organisationId: [], type: [], data: [] },
    deliveries: { id: [], eventId: [], endpointId: [], body: [], dueAt: [] },
  };
}

function addEvent({ events }: Rows, { organisationId, type, data }: OrganisationEvent): string {
  const id = newId();
  events.id.push(id);
  events.organisationId.push(organisationId);
  events.type.push(type);
  events.data.push(JSON.stringify(data));
  return id;
}

function addDelivery(
  { deliveries }: Rows,
  { type, data, describeDifferences }: OrganisationEvent,
  eventId: string,
  { id: endpointId, organisation, format, isOnHold }: Subscriber,
  { now, publicUrl }: DeliveryOptions,
): string {
  const id = newId();
  const envelope = { id, type, created: now, organisation, data };
  deliveries.id.push(id);
  deliveries.eventId.push(eventId);
  deliveries.endpointId.push(endpointId);
  deliveries.body.push(toRequestBody(format, envelope, { publicUrl, describeDifferences }));
  deliveries.dueAt.push(isOnHold ? 'infinity' : now.toISOString());
  return id;
}

async function insertRows(client: PoolClient, { events, deliveries }: Rows, now: Date): Promise<void> {
  await client.query(
    `INSERT INTO webhook_event (id, organisation_id, type, data, created_at)
     SELECT id, organisation_id, type, data::json, $5
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS given(id, organisation_id, type, data)`,
    [events.id, events.organisationId, events.type, events.data, now],
  );
  await client.query(
    `INSERT INTO webhook_delivery (id, webhook_event_id, webhook_endpoint_id, body, due_at, created_at)
     SELECT id, event_id, endpoint_id, body, due_at, $6
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::timestamptz[])
       AS given(id, event_id, endpoint_id, body, due_at)`,
    [deliveries.id, deliveries.eventId, deliveries.endpointId, deliveries.body, deliveries.dueAt, now],
  );
}
