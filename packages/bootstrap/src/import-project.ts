import {
  createDuplicateCheck,
  firstProblems,
  isObject,
  ProblemsFound,
  wellShapedPaths,
} from '@bunting/definitions';
import type { ChangeTransaction, OrganisationState, ProjectState } from '@bunting/changes';
import type { Problem } from '@bunting/definitions';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { applyProject } from './apply-project.ts';
import type { ProjectRun } from './bootstrap-run.ts';
import { checkProject } from './check-project.ts';
import { projectSchema } from './project-schema.ts';

/** What an import takes: a project's part of the document. Which project it is, whoever imports says. */
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

/** What does not belong together, in the parts of a document that are not among the misshapen ones. */
export function checkImport(document: unknown, misshapen: readonly Problem[]): Problem[] {
  if (!isObject(document)) return [];
  const around = {
    isWellShaped: wellShapedPaths(misshapen),
    secrets: createDuplicateCheck({ isSecret: true }),
  };
  return firstProblems(checkProject(document, '', around));
}

/**
 * Brings a project, which the caller holds, to what the document says; the rules are those of the bootstrap document.
 * A document of another project does not rename this one. Throws `ProblemsFound` when it contradicts what is stored.
 */
export async function importProject(
  transaction: ChangeTransaction,
  organisation: OrganisationState,
  project: ProjectState,
  { prune = false, slug = project.slug, name, ...document }: ImportInput,
  { dryRun = false, createdById = null }: { dryRun?: boolean; createdById?: string | null } = {},
): Promise<Pick<ProjectRun, 'generated' | 'warnings'>> {
  // An export names no keys, so that an environment without any must not get one by coming back.
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
  return run;
}
