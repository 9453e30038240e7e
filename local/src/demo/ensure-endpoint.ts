import { runChange } from '@bunting/changes';
import {
  changeWebhookEndpoints,
  lockOrganisation,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from '@bunting/changes/organisations';
import { createPool, newId } from '@bunting/database';
import { createSealingKeys, openSecret, sealSecret, type SealingKeys } from '@bunting/sealed-secrets';
import { receiverPath, receiverSecret } from './demo-receiver.ts';

/**
 * Creates the webhook endpoint of the demo's receiver, or corrects its address after a change of HOST or PORT. It isn't part of
 * local/demo.yaml, because installations that have no receiver apply that file too. It has exactly this URL, or by http
 * the receiver's path with the published secret: an endpoint of a person may have the same path elsewhere.
 */
export async function ensureEndpoint(
  env: { DATABASE_URL: string; SECRETS_ENCRYPTION_KEY: string; SECRETS_ENCRYPTION_KEY_PREVIOUS?: string },
  organisation: string,
  url: string,
): Promise<void> {
  const pool = createPool(env.DATABASE_URL);
  const keys = createSealingKeys(env.SECRETS_ENCRYPTION_KEY, env.SECRETS_ENCRYPTION_KEY_PREVIOUS);
  try {
    await runChange({ pool, actor: 'bootstrap', source: 'bootstrap' }, async (transaction) => {
      const owner = await lockOrganisation(transaction, organisation);
      if (owner === undefined) return;
      const stored = await readWebhookEndpoints(transaction, owner);
      const before = stored.find((each) => each.url === url) ?? stored.find((each) => isReceiver(each, keys));
      const after = before === undefined ? newEndpoint(url, keys) : { ...before, url };
      await changeWebhookEndpoints(transaction, owner, [{ before, after }]);
    });
  } finally {
    await pool.end();
  }
}

function isReceiver({ id, url, secret }: WebhookEndpointState, keys: SealingKeys): boolean {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'http:' || pathname !== receiverPath) return false;
  return openSecret(secret, keys, `webhook endpoint ${id}`) === receiverSecret;
}

function newEndpoint(url: string, keys: SealingKeys): WebhookEndpointState {
  const id = newId();
  return {
    id,
    url,
    description: 'The receiver of the demo: part of npm start, answers 204 and does nothing.',
    events: ['*'],
    format: 'bunting',
    enabled: true,
    secret: sealSecret(receiverSecret, keys, `webhook endpoint ${id}`),
    heldAt: null,
  };
}
