import {
  changeOrganisations,
  lockOrganisation,
  type OrganisationState,
} from '@bunting/changes/organisations';
import { storedSlug } from '@bunting/definitions';
import { memberPath } from '@bunting/definitions/checks';
import { newId } from '@bunting/database';
import { applyApiTokens } from './apply-api-tokens.ts';
import { applyMembers } from './apply-members.ts';
import { applyProject } from './apply-project.ts';
import { applyWebhookEndpoints } from './apply-webhook-endpoints.ts';
import type { BootstrapRun } from './bootstrap-run.ts';
import type { OrganisationInput } from '../document/document-schema.ts';

/** Creates or updates an organisation and everything that the document names in it. Deletes nothing of the organisation itself. */
export async function applyOrganisation(
  run: BootstrapRun,
  input: OrganisationInput,
  path: string,
): Promise<void> {
  const slug = storedSlug(input.slug);
  const before = await lockOrganisation(run.transaction, slug);
  const after: OrganisationState = {
    id: before?.id ?? newId(),
    slug,
    name: input.name ?? before?.name ?? input.slug,
    plan: input.plan ?? before?.plan ?? run.defaultPlan,
    status: input.status ?? before?.status ?? 'active',
    // Absent = the cap of the plan, even if the organisation had another cap.
    mauCap: input.mau_cap ?? null,
    // Only staff change these.
    webhookEndpointCap: before?.webhookEndpointCap ?? null,
    eventNameCap: before?.eventNameCap ?? null,
    storedMebibytesCap: before?.storedMebibytesCap ?? null,
    environmentCap: before?.environmentCap ?? null,
  };
  await changeOrganisations(run.transaction, [{ before, after }]);
  await applyMembers(run, after, input.members ?? [], memberPath(path, 'members'));
  await applyApiTokens(run, after, input, memberPath(path, 'api_tokens'));
  await applyWebhookEndpoints(
    run,
    after,
    input.webhook_endpoints ?? [],
    memberPath(path, 'webhook_endpoints'),
  );
  for (const [index, project] of (input.projects ?? []).entries()) {
    await applyProject(run, after, project, `${memberPath(path, 'projects')}[${index}]`);
  }
}
