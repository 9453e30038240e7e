import type { EventSelection, SealedSecret } from '@bunting/webhooks';
import { differences, eitherState, record, removedStates, writtenStates } from '../change-transaction.ts';
import type { Change, ChangeTransaction } from '../change-transaction.ts';
import { deleteRows, writeRows } from '../rows.ts';
import type { Table } from '../rows.ts';

export interface WebhookEndpointState {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: EventSelection;
  readonly enabled: boolean;
  readonly secret: SealedSecret;
}

const webhookEndpoints = {
  name: 'webhook_endpoint',
  columns: {
    id: 'uuid',
    organisation_id: 'uuid',
    url: 'text',
    description: 'text',
    events: 'text[]',
    enabled: 'boolean',
    secret: 'text',
    secret_key_id: 'text',
    updated_at: 'timestamptz',
  },
  key: ['id'],
} as const satisfies Table<string>;

export async function readWebhookEndpoints(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
): Promise<WebhookEndpointState[]> {
  const { rows } = await client.query<WebhookEndpointState>(
    `SELECT id, url, description, events, enabled, json_build_object('text', secret, 'keyId', secret_key_id) AS secret
     FROM webhook_endpoint WHERE organisation_id = $1 ORDER BY id`,
    [organisation.id],
  );
  return rows;
}

export async function changeWebhookEndpoints(
  transaction: ChangeTransaction,
  organisation: { readonly id: string },
  changes: readonly Change<WebhookEndpointState>[],
): Promise<void> {
  const different = differences(changes);
  await deleteRows(transaction.client, webhookEndpoints, ['id'], removedStates(different));
  await writeRows(
    transaction.client,
    webhookEndpoints,
    writtenStates(different).map(({ secret, ...endpoint }) => ({
      ...endpoint,
      organisation_id: organisation.id,
      secret: secret.text,
      secret_key_id: secret.keyId,
      updated_at: transaction.now,
    })),
  );
  for (const change of different) {
    const subject = eitherState(change).url;
    record(transaction, 'webhook_endpoint', change, describe, { organisationId: organisation.id, subject });
  }
}

function describe({ url, description, events, enabled }: WebhookEndpointState) {
  return { url, description, events, enabled };
}
