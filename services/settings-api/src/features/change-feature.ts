import {
  changeFeatures,
  readFeatures,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
} from '@bunting/changes';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import { storedSlug } from '@bunting/definitions';
import { settingsErrors } from '../framework/errors.ts';
import { createEtag, requireMatch } from '../framework/http/etag.ts';
import { lockExistingProject } from '../projects/locks.ts';
import { requireUnprotectedServing } from './protected-serving.ts';
import { readFeatureRepresentation } from './queries.ts';
import type { FeatureRepresentation } from './representation.ts';

/** The feature that the routes of one feature, its variables and its variations need. */
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

/** Finds a variable or a variation of a feature, by its slug in any case. Throws 404. */
export function findPart<Part extends { readonly slug: string }>(
  kind: 'variable' | 'variation',
  parts: readonly Part[],
  name: string,
): Part {
  const part = parts.find(({ slug }) => slug === storedSlug(name));
  if (part === undefined) throw settingsErrors.unknown(kind, name);
  return part;
}

/** Answers a variable or a variation with the ETag of its feature; it has none of its own. */
export function answerPart<Kind extends 'variables' | 'variations'>(
  kind: Kind,
  feature: FeatureRepresentation | undefined,
  slug: string,
): { body: FeatureRepresentation[Kind][number]; headers: { ETag: string } } {
  const parts: readonly FeatureRepresentation[Kind][number][] = feature?.[kind] ?? [];
  const part = parts.find((each) => each.slug === slug);
  return { body: part as FeatureRepresentation[Kind][number], headers: { ETag: createEtag(feature) } };
}
