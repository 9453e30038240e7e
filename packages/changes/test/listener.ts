import {
  changeWebhookEndpoints,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from '../src/organisations/webhook-endpoints.ts';
import { runChange } from '../src/run-change.ts';
import { newId } from '@bunting/database';
import type { EventSelection, FeatureData, MemberData } from '@bunting/webhooks';
import type { Shop } from './shop.ts';

export interface DeliveryBody {
  readonly id: string;
  readonly type: string;
  readonly created: string;
  readonly organisation: string;
  readonly data: {
    readonly feature?: FeatureData;
    readonly environment?: string;
    readonly variable?: string;
    readonly variation?: string | null;
    readonly member?: MemberData;
    readonly actor: string;
    readonly comment?: string;
  };
}

/** Makes an endpoint of the shop's organisation. */
export async function createEndpoint(
  shop: Shop,
  events: EventSelection,
  differences: Partial<WebhookEndpointState> = {},
): Promise<WebhookEndpointState> {
  const endpoint: WebhookEndpointState = {
    id: newId(),
    url: 'https://hooks.acme.example/flags',
    description: '',
    events,
    format: 'bunting',
    enabled: true,
    secret: { text: 'whsec_a', keyId: null },
    heldAt: null,
    ...differences,
  };
  await runChange({ pool: shop.pool, actor: 'bootstrap', source: 'bootstrap' }, (transaction) =>
    changeWebhookEndpoints(transaction, shop.organisation, [{ after: endpoint }]),
  );
  return endpoint;
}

export async function changeEndpoint(
  shop: Shop,
  id: string,
  differences: Partial<WebhookEndpointState> | null,
): Promise<void> {
  await runChange({ pool: shop.pool, actor: 'ada@acme.example', source: 'session' }, async (transaction) => {
    const before = (await readWebhookEndpoints(transaction, shop.organisation)).find(
      (each) => each.id === id,
    );
    if (before === undefined) throw new Error('There is no such endpoint.');
    const after = differences === null ? undefined : { ...before, ...differences };
    await changeWebhookEndpoints(transaction, shop.organisation, [{ before, after }]);
  });
}

/** Reads the bodies of the deliveries to an endpoint, in the order in which they were written. */
export async function readDeliveries(shop: Shop, endpointId: string): Promise<DeliveryBody[]> {
  const { rows } = await shop.pool.query<{ body: string }>(
    'SELECT body FROM webhook_delivery WHERE webhook_endpoint_id = $1 ORDER BY id',
    [endpointId],
  );
  return rows.map(({ body }) => JSON.parse(body) as DeliveryBody);
}

/** Reads the same as one line each: kind, then subject. */
export async function readChangeEvents(shop: Shop, endpointId: string): Promise<string[]> {
  return (await readDeliveries(shop, endpointId)).map(({ type, data }) => {
    const { feature, environment, variable, variation, member } = data;
    const subject =
      feature === undefined ? `${member?.email} ${member?.role}` : `${feature.key} ${feature.status}`;
    const where = environment === undefined ? '' : ` in ${environment}`;
    return `${type} ${subject}${where}${variable === undefined ? '' : `: ${variable} ${variation}`}`;
  });
}
