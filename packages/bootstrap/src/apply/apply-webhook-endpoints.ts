import {
  changeWebhookEndpoints,
  type OrganisationState,
  readWebhookEndpoints,
  type WebhookEndpointState,
} from '@bunting/changes/organisations';
import { generateSigningSecret } from '@bunting/authentication';
import { memberPath } from '@bunting/definitions/checks';
import { newId } from '@bunting/database';
import { openSecret, resealSecret, type SealedSecret, sealSecret } from '@bunting/sealed-secrets';
import type { BootstrapRun } from './bootstrap-run.ts';
import type { WebhookEndpointInput } from '../document/document-schema.ts';

/** Creates and updates endpoints, which are matched by URL. */
export async function applyWebhookEndpoints(
  run: BootstrapRun,
  organisation: OrganisationState,
  inputs: readonly WebhookEndpointInput[],
  path: string,
): Promise<void> {
  if (inputs.length === 0) return;
  const stored = await readWebhookEndpoints(run.transaction, organisation);
  const changes = inputs.map((input, index) => {
    const before = stored.find(({ url }) => url === input.url);
    const id = before?.id ?? newId();
    const after: WebhookEndpointState = {
      id,
      url: input.url,
      description: input.description ?? before?.description ?? '',
      events: input.events,
      format: input.format ?? before?.format ?? 'bunting',
      enabled: input.enabled ?? before?.enabled ?? true,
      secret: wantedSecret(run, input, { id, sealed: before?.secret }, `${path}[${index}]`),
      heldAt: before?.heldAt ?? null,
    };
    return { before, after };
  });
  await changeWebhookEndpoints(run.transaction, organisation, changes);
}

function wantedSecret(
  { sealingKeys, generated }: BootstrapRun,
  { url, secret }: WebhookEndpointInput,
  { id, sealed }: { readonly id: string; readonly sealed: SealedSecret | undefined },
  path: string,
): SealedSecret {
  const owner = `webhook endpoint ${id}` as const;
  if (sealed !== undefined && (secret === undefined || secret === openSecret(sealed, sealingKeys, owner))) {
    return resealSecret(sealed, sealingKeys, owner);
  }
  if (secret !== undefined) return sealSecret(secret, sealingKeys, owner);
  const value = generateSigningSecret();
  generated.push({ path: memberPath(path, 'secret'), kind: 'signing_secret', subject: url, value });
  return sealSecret(value, sealingKeys, owner);
}
