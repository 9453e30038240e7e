import { lockProject, type ChangeTransaction, type ProjectState } from '@bunting/changes';
import { lockOrganisation, type OrganisationState } from '@bunting/changes/organisations';
import { settingsErrors } from '../framework/errors.ts';

/** Locks the project: nobody else changes it or anything in it until the transaction ends. Throws 404 where it was deleted meanwhile. */
export async function lockExistingProject(
  transaction: ChangeTransaction,
  organisation: Pick<OrganisationState, 'id'>,
  { slug }: Pick<ProjectState, 'slug'>,
): Promise<ProjectState> {
  const project = await lockProject(transaction, organisation, slug);
  if (project === undefined) throw settingsErrors.unknown('project', slug);
  return project;
}

/** Locks the organisation, then the project, as changes of environments, keys and the project itself must. Throws 404. */
export async function lockOrganisationAndProject(
  transaction: ChangeTransaction,
  organisation: Pick<OrganisationState, 'id' | 'slug'>,
  project: Pick<ProjectState, 'slug'>,
): Promise<ProjectState> {
  await lockOrganisation(transaction, organisation.slug);
  return lockExistingProject(transaction, organisation, project);
}
