import {
  changeFeatures,
  readFeatures,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
} from '@bunting/changes';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { requireUnprotectedServing } from './protected-serving.ts';
import { readFeatureRepresentation } from './queries.ts';
import type { FeatureRepresentation } from './representation.ts';

/** What the routes of one feature, its variables and its variations know of it. */
export interface FeatureRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly featureId: string;
  readonly params: { readonly feature: string };
  readonly role: Role;
  readonly ifMatch: string | undefined;
}

/**
 * Locks the project, reads the feature and compares it with `If-Match`. Throws 404 where it was deleted meanwhile, and 412 where
 * somebody else changed it.
 */
export async function lockFeature(
  transaction: ChangeTransaction,
  { organisation, project, featureId, params, ifMatch }: FeatureRequest,
): Promise<{ project: ProjectState; before: FeatureState }> {
  const locked = await lockExistingProject(transaction, organisation, project);
  const [before] = await readFeatures(transaction, [featureId]);
  if (before === undefined) throw settingsErrors.unknown('feature', params.feature);
  if (ifMatch !== undefined) {
    requireMatch(ifMatch, await readFeatureRepresentation(transaction.client, featureId));
  }
  return { project: locked, before };
}

/**
 * Writes a changed or, without `after`, a deleted feature, and resolves with what is stored then. Every change of an existing feature is
 * written here, because it throws 403 where the caller may not change what protected environments serve (ADR 13).
 */
export async function writeFeature(
  transaction: ChangeTransaction,
  { role }: Pick<FeatureRequest, 'role'>,
  { project, before, after }: { project: ProjectState; before: FeatureState; after?: FeatureState },
): Promise<FeatureRepresentation | undefined> {
  await requireUnprotectedServing(transaction.client, role, before, after);
  await changeFeatures(transaction, project, [{ before, after }]);
  return readFeatureRepresentation(transaction.client, before.id);
}
