import type { SealedSecret } from '@bunting/sealed-secrets';
import {
  parkDeliveries,
  parseUrl,
  unparkDeliveries,
  type EndpointFormat,
  type EventSelection,
} from '@bunting/webhooks';
import type { PoolClient } from 'pg';
import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';

/** A webhook endpoint of an organisation. `id` is a UUID. */
export interface WebhookEndpointState {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: EventSelection;
  /** The format of the bodies of new deliveries: stored deliveries keep theirs. */
  readonly format: EndpointFormat;
  readonly enabled: boolean;
  readonly secret: SealedSecret;
  /** Since when it is on hold, which the dispatcher sets; a change to `null` releases it. */
  readonly heldAt: Date | null;
}

const webhookEndpoints = defineTable('webhook_endpoint', [
  'id',
  'organisation_id',
  'url',
  'host',
  'description',
  'events',
  'format',
  'enabled',
  'secret',
  'secret_key_id',
  'updated_at',
]);

/** Reads all webhook endpoints of an organisation with their sealed secrets, ordered by id. `organisation.id` is a UUID. */
export async function readWebhookEndpoints(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<WebhookEndpointState[]> {
  const { rows } = await client.query<WebhookEndpointState>(
    `SELECT id, url, description, events, format, enabled, json_build_object('text', secret, 'keyId', secret_key_id) AS secret,
            held_at AS "heldAt"
     FROM webhook_endpoint WHERE organisation_id = $1 ORDER BY id`,
    [organisation.id],
  );
  return rows;
}

/** Parks the deliveries of endpoints that are disabled until they are enabled again. Deleting an endpoint deletes its deliveries. */
export async function changeWebhookEndpoints(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<WebhookEndpointState>[],
): Promise<void> {
  const { client, now, webhooks } = transaction;
  const different = differences(changes);
  const opened = idsOf(different, (before, after) => !isOpen(before) && isOpen(after));
  // Most deliveries are unparked before the endpoints are locked, so that dispatchers can claim them meanwhile; the call below
  // unparks those that were parked since.
  webhooks.due.push(...(await unparkDeliveries(client, opened, now, { onlyIdle: true })));
  await deleteRows(client, webhookEndpoints, ['id'], removedStates(different));
  await writeRows(
    client,
    webhookEndpoints,
    writtenStates(different).map(({ secret, ...endpoint }) => ({
      ...endpoint,
      host: parseUrl(endpoint.url)?.hostname.replace(/\.$/, '') ?? null,
      organisation_id: organisation.id,
      secret: secret.text,
      secret_key_id: secret.keyId,
      updated_at: now,
    })),
  );
  await releaseHolds(
    client,
    idsOf(different, (before, after) => isOnHold(before) && !isOnHold(after)),
  );
  await parkDeliveries(
    client,
    idsOf(different, (before, after) => isOpen(before) && !isOpen(after)),
  );
  webhooks.due.push(...(await unparkDeliveries(client, opened, now)));
  for (const change of different) {
    const { id, url } = eitherState(change);
    if (change.before === undefined) webhooks.newEndpoints.add(id);
    record(transaction, 'webhook_endpoint', change, describe, {
      organisationId: organisation.id,
      subject: url,
    });
  }
}

/** Writes only the end of a hold: the dispatcher begins holds concurrently, and writing `held_at` back could undo one. */
async function releaseHolds(client: PoolClient, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query('UPDATE webhook_endpoint SET held_at = NULL, failing_since = NULL WHERE id = ANY($1)', [
    ids,
  ]);
}

function isOnHold({ heldAt }: WebhookEndpointState): boolean {
  return heldAt !== null;
}

/** Returns true if the endpoint's deliveries are sent. */
function isOpen({ enabled, heldAt }: WebhookEndpointState): boolean {
  return enabled && heldAt === null;
}

function idsOf(
  changes: readonly Change<WebhookEndpointState>[],
  isSelected: (before: WebhookEndpointState, after: WebhookEndpointState) => boolean,
): string[] {
  return changes.flatMap(({ before, after }) =>
    before && after && isSelected(before, after) ? [after.id] : [],
  );
}

function describe({ url, description, events, format, enabled, heldAt }: WebhookEndpointState) {
  return { url, description, events, format, enabled, held_at: heldAt?.toISOString() ?? null };
}
