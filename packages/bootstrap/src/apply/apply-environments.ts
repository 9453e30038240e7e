import type { ProjectState } from '@bunting/changes';
import {
  changeEnvironments,
  newEnvironment,
  readEnvironments,
  type EnvironmentState,
} from '@bunting/changes/environments';
import { storedOrigins, storedSlug } from '@bunting/definitions';
import { mergeApprovals } from '@bunting/definitions/approvals';
import type { OrganisationState } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { applyKeys } from './apply-keys.ts';
import type { ProjectRun } from './bootstrap-run.ts';
import type { EnvironmentInput, ProjectInput } from '../document/project-schema.ts';

/** Creates, updates and, with `prune`, deletes environments and their keys. Returns the environments that exist afterwards. */
export async function applyEnvironments(
  run: ProjectRun,
  organisation: OrganisationState,
  project: ProjectState,
  { environments: inputs = [] }: ProjectInput,
  path: string,
): Promise<readonly EnvironmentState[]> {
  const { transaction, prune } = run;
  const stored = new Map((await readEnvironments(transaction, project)).map((each) => [each.slug, each]));
  const changes = inputs.map((input) => {
    const slug = storedSlug(input.slug);
    const before = stored.get(slug);
    stored.delete(slug);
    const after = mergeEnvironment(
      before ?? { ...newEnvironment, id: newId(), slug, name: input.slug },
      input,
    );
    return { before, after };
  });
  const unnamed = [...stored.values()];
  const named = changes.map(({ after }) => after);
  await changeEnvironments(
    transaction,
    project,
    [...changes, ...(prune ? unnamed.map((before) => ({ before })) : [])],
    (slug) => `${path}[${named.findIndex((each) => each.slug === slug)}]`,
  );

  const isNew = changes.map(({ before }) => before === undefined);
  await applyKeys(run, organisation, project, { named, isNew }, inputs, path);
  return prune ? named : [...named, ...unnamed];
}

/** Merges the document's environment into the stored one. Members that the document omits stay as they are. */
function mergeEnvironment(before: EnvironmentState, input: EnvironmentInput): EnvironmentState {
  const { name = before.name, allowed_origins: allowedOrigins } = input;
  return {
    ...before,
    ...mergeApprovals(before, input),
    name,
    protected: input.protected ?? before.protected,
    allowedOrigins: allowedOrigins === undefined ? before.allowedOrigins : storedOrigins(allowedOrigins),
    requireSignedUsers: input.require_signed_users ?? before.requireSignedUsers,
    datafilePersonalData: input.datafile_personal_data ?? before.datafilePersonalData,
  };
}
