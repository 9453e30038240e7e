import {
  readFeatures,
  readTargetingAndDefaults,
  type ChangesMade,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
  type ServingState,
} from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import { readLockedEnvironment } from '../environments/queries.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { readServingRepresentation } from './queries.ts';
import type { ServingRepresentation } from './representation.ts';

/** The feature and environment that the routes of one feature in one environment need. */
export interface ServingRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly environment: EnvironmentState;
  readonly featureId: string;
  readonly params: { readonly feature: string; readonly env: string };
  readonly role: Role;
  readonly ifMatch: string | undefined;
}

/** The serving of a feature in an environment, read under the project's lock. */
export interface LockedServing {
  readonly project: ProjectState;
  readonly environment: EnvironmentState;
  readonly feature: FeatureState;
  /** Targeting and defaults. Its overrides are empty: a change of an override adds that one to both states. */
  readonly before: ServingState;
}

/**
 * Locks the project, checks the caller's permission, reads what is served, and compares it with `If-Match`. Throws 404 where the
 * environment or the feature has been deleted, 403 where the environment was protected meanwhile, and 412.
 */
export async function lockServing(
  transaction: ChangeTransaction,
  { organisation, project, environment, featureId, params, role, ifMatch }: ServingRequest,
): Promise<LockedServing> {
  const locked = await lockExistingProject(transaction, organisation, project);
  const stored = await readLockedEnvironment(transaction, locked, { id: environment.id, slug: params.env });
  requirePermission(role, 'serve', stored);
  const [feature] = await readFeatures(transaction, [featureId]);
  const before = await readTargetingAndDefaults(transaction, featureId, stored.id);
  if (feature === undefined || before === undefined) throw settingsErrors.unknown('feature', params.feature);
  if (ifMatch !== undefined) {
    requireMatch(ifMatch, await readServingRepresentation(transaction.client, featureId, stored.id));
  }
  return { project: locked, environment: stored, feature, before };
}

/** Reads the serving of the environment after a change, for its answer. */
export async function readChangedServing(
  { client }: ChangeTransaction,
  { feature, environment }: LockedServing,
): Promise<ServingRepresentation> {
  return (await readServingRepresentation(client, feature.id, environment.id)) as ServingRepresentation;
}

/** Returns the answer to a change. Its version is known only after the change was published. */
export function withPublishedVersion(
  { result, publications }: ChangesMade<ServingRepresentation>,
  environment: { readonly id: string },
): ServingRepresentation {
  const published = publications.find(({ environmentId }) => environmentId === environment.id);
  return { ...result, version: published?.version ?? result.version };
}
