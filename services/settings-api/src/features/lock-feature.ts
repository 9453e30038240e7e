import { readFeatures } from '@bunting/changes';
import type { ChangeTransaction, FeatureState, ProjectState } from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { readFeatureRepresentation } from './queries.ts';

/** What the routes of one feature, its variables and its variations know of it. */
export interface FeatureRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly featureId: string;
  readonly params: { readonly feature: string };
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
