import { newId } from '@bunting/database';
import type { PoolClient } from 'pg';
import type { DueDelivery } from './announce-deliveries.ts';
import { deliveryBody } from './delivery-body.ts';
import type { WebhookEvent } from './event-data.ts';
import type { EventSelection } from './event-kinds.ts';

/** An event and whose it is. */
export type OrganisationEvent = WebhookEvent & { readonly organisationId: string };

/** An enabled endpoint. */
export interface Subscriber {
  readonly id: string;
  readonly organisationId: string;
  readonly organisation: string;
  readonly events: EventSelection;
  readonly isHeld: boolean;
}

/** Deliveries that one statement writes: what it needs of memory has a bound, however many there are in all. */
const maxPerStatement = 5_000;

/**
 * The outbox: writes the events that at least one of the subscribers selected, and a delivery to each of those, with
 * `client`'s transaction. Nothing else reads events, so those that nobody selected are not kept.
 * Returns the deliveries to announce after the commit, which are those of endpoints that are not on hold.
 * @param now when it happened
 */
export async function writeDeliveries(
  client: PoolClient,
  subscribers: readonly Subscriber[],
  events: readonly OrganisationEvent[],
  now: Date,
): Promise<DueDelivery[]> {
  const due: DueDelivery[] = [];
  let rows = createRows();
  for (const event of events) {
    const wanting = subscribers.filter((subscriber) => wants(subscriber, event));
    if (wanting.length === 0) continue;
    const eventId = addEvent(rows, event);
    for (const subscriber of wanting) {
      const id = addDelivery(rows, event, eventId, subscriber, now);
      if (!subscriber.isHeld) due.push({ id, endpointId: subscriber.id });
    }
    if (rows.deliveries.id.length < maxPerStatement) continue;
    await insertRows(client, rows, now);
    rows = createRows();
  }
  if (rows.deliveries.id.length > 0) await insertRows(client, rows, now);
  return due;
}

/**
 * The endpoints of organisations that may want to hear of something. The lock keeps them from being deleted until the
 * transaction ends, and waits for one that is being deleted. Those on hold cannot be released meanwhile either: what is
 * parked for them has to be there when they are.
 */
export async function readSubscribers(
  client: PoolClient,
  organisationIds: readonly string[],
): Promise<Subscriber[]> {
  const subscribers = await lockSubscribers(client, 'KEY SHARE', organisationIds);
  if (!subscribers.some(({ isHeld }) => isHeld)) return subscribers;
  const held = await lockSubscribers(client, 'SHARE', organisationIds, 'AND held_at IS NOT NULL');
  const heldIds = new Set(held.map(({ id }) => id));
  return subscribers.map((subscriber) => ({ ...subscriber, isHeld: heldIds.has(subscriber.id) }));
}

async function lockSubscribers(
  client: PoolClient,
  strength: 'KEY SHARE' | 'SHARE',
  organisationIds: readonly string[],
  condition = '',
): Promise<Subscriber[]> {
  const { rows } = await client.query<Subscriber>(
    `SELECT endpoint.id, organisation_id AS "organisationId", organisation.slug AS organisation, events,
            held_at IS NOT NULL AS "isHeld"
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
  { type, data }: OrganisationEvent,
  eventId: string,
  { id: endpointId, organisation, isHeld }: Subscriber,
  now: Date,
): string {
  const id = newId();
  deliveries.id.push(id);
  deliveries.eventId.push(eventId);
  deliveries.endpointId.push(endpointId);
  deliveries.body.push(deliveryBody({ id, type, created: now, organisation, data }));
  deliveries.dueAt.push(isHeld ? 'infinity' : now.toISOString());
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
