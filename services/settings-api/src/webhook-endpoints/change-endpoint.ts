import { changeWebhookEndpoints, lockOrganisation, readWebhookEndpoints } from '@bunting/changes';
import type { OrganisationState, WebhookEndpointState } from '@bunting/changes';
import { changeAs, type Writing } from '../framework/change-as.ts';
import type { Caller } from '../framework/access/caller.ts';
import { settingsErrors } from '../framework/errors.ts';

/** Changes the endpoint to what `edit` makes of it; `undefined` deletes it. */
export async function changeEndpoint(
  dependencies: Writing,
  { organisation, caller, id }: { organisation: OrganisationState; caller: Caller; id: string },
  edit: (before: WebhookEndpointState) => WebhookEndpointState | undefined,
): Promise<void> {
  await changeAs(dependencies, caller, async (transaction) => {
    await lockOrganisation(transaction, organisation.slug);
    const stored = await readWebhookEndpoints(transaction, organisation);
    const before = stored.find((endpoint) => endpoint.id === id.toLowerCase());
    if (before === undefined) throw settingsErrors.unknown('webhook endpoint', id);
    await changeWebhookEndpoints(transaction, organisation, [{ before, after: edit(before) }]);
  });
}
