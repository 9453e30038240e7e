import { ProblemsFound } from '@bunting/definitions';
import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import { refreshStatistics } from '../apply/refresh-statistics.ts';
import { applyProject } from '../apply/apply-project.ts';
import type { ProjectRun } from '../apply/bootstrap-run.ts';
import type { ImportInput } from './import-schema.ts';

/**
 * Applies a document to a project that the caller has locked, by the rules of the bootstrap document. A document of another
 * project does not rename this one. Throws `ProblemsFound` when it contradicts what is stored.
 */
export async function importProject(
  transaction: ChangeTransaction,
  organisation: OrganisationState,
  project: ProjectState,
  { prune = false, slug = project.slug, name, ...document }: ImportInput,
  { dryRun = false, createdById = null }: { dryRun?: boolean; createdById?: string | null } = {},
): Promise<Pick<ProjectRun, 'generated' | 'warnings'>> {
  // An export names no keys, so importing it must not generate keys for the environments that exist.
  const generatesKeysFor = 'new environments';
  const run: ProjectRun = {
    transaction,
    prune,
    dryRun,
    createdById,
    generatesKeysFor,
    generated: [],
    warnings: [],
    problems: [],
  };
  const isItsOwn = slug.toLowerCase() === project.slug;
  const input = { ...document, slug: project.slug, ...(isItsOwn && name !== undefined && { name }) };
  await applyProject(run, organisation, input, '');
  if (run.problems.length > 0) throw new ProblemsFound(run.problems);
  await refreshStatistics(transaction);
  return run;
}
