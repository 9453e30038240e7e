import { runChange } from '@bunting/changes';
import {
  changeWebhookEndpoints,
  lockOrganisation,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from '@bunting/changes/organisations';
import { createPool, newId } from '@bunting/database';
import { createSealingKeys, sealSecret } from '@bunting/sealed-secrets';
import { receiverPath, receiverSecret } from './demo-receiver.ts';

/**
 * Creates the webhook endpoint of the demo's receiver, or corrects its address after a change of HOST or PORT. It isn't part of
 * local/demo.yaml, because installations that have no receiver apply that file too.
 */
export async function ensureEndpoint(
  env: { DATABASE_URL: string; SECRETS_ENCRYPTION_KEY: string },
  organisation: string,
  url: string,
): Promise<void> {
  const pool = createPool(env.DATABASE_URL);
  try {
    await runChange({ pool, actor: 'bootstrap', source: 'bootstrap' }, async (transaction) => {
      const owner = await lockOrganisation(transaction, organisation);
      if (owner === undefined) return;
      const stored = await readWebhookEndpoints(transaction, owner);
      const before = stored.find((each) => new URL(each.url).pathname === receiverPath);
      const after = before === undefined ? newEndpoint(url, env.SECRETS_ENCRYPTION_KEY) : { ...before, url };
      await changeWebhookEndpoints(transaction, owner, [{ before, after }]);
    });
  } finally {
    await pool.end();
  }
}

function newEndpoint(url: string, encryptionKey: string): WebhookEndpointState {
  const id = newId();
  return {
    id,
    url,
    description: 'The receiver of the demo: part of npm start, answers 204 and does nothing.',
    events: ['*'],
    enabled: true,
    secret: sealSecret(receiverSecret, createSealingKeys(encryptionKey), `webhook endpoint ${id}`),
    heldAt: null,
  };
}
