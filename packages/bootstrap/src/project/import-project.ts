import {
  createDuplicateCheck,
  firstProblems,
  isObject,
  type Problem,
  ProblemsFound,
  wellShapedPaths,
} from '@bunting/definitions';
import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { OrganisationState } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { refreshStatistics } from '../apply/refresh-statistics.ts';
import { applyProject } from '../apply/apply-project.ts';
import type { ProjectRun } from '../apply/bootstrap-run.ts';
import { checkProject } from '../check/check-project.ts';
import { projectSchema } from '../document/project-schema.ts';

/** The format of an import: a project's part of the document. The caller decides into which project it is imported. */
export const importSchema = Type.Object(
  {
    prune: Type.Optional(
      Type.Boolean({ description: 'true = what the document does not name is deleted from the project' }),
    ),
    ...projectSchema.properties,
    slug: Type.Optional(projectSchema.properties.slug),
  },
  { additionalProperties: false },
);

export type ImportInput = Static<typeof importSchema>;

/** The problems of an import, besides those of its shape, which are given. */
export function checkImport(document: unknown, shapeProblems: readonly Problem[]): Problem[] {
  if (!isObject(document)) return [];
  const dependencies = {
    isWellShaped: wellShapedPaths(shapeProblems),
    secrets: createDuplicateCheck({ isSecret: true }),
  };
  return firstProblems(checkProject(document, '', dependencies));
}

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
