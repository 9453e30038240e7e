import {
  changeProjects,
  changeSegments,
  lockProject,
  type ProjectState,
  readSegments,
  type SegmentState,
} from '@bunting/changes';
import { storedAdvice, storedAnyOf, storedSlug } from '@bunting/definitions';
import { memberPath, type Problem } from '@bunting/definitions/checks';
import type { EnvironmentState } from '@bunting/changes/environments';
import type { OrganisationState } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import { applyEnvironments } from './apply-environments.ts';
import { applyFeatures } from './apply-features.ts';
import type { ProjectRun } from './bootstrap-run.ts';
import type { ProjectInput, SegmentInput } from '../document/project-schema.ts';

/** Creates or updates a project and what the document names in it; with `prune` the rest of the project is deleted. */
export async function applyProject(
  run: ProjectRun,
  organisation: OrganisationState,
  input: ProjectInput,
  path: string,
): Promise<void> {
  const { transaction } = run;
  const slug = storedSlug(input.slug);
  const before = await lockProject(transaction, organisation, slug);
  const project: ProjectState = {
    id: before?.id ?? newId(),
    organisationId: organisation.id,
    slug,
    name: input.name ?? before?.name ?? input.slug,
    clientByDefault: input.client_by_default ?? before?.clientByDefault ?? false,
    naming: input.naming === undefined ? (before?.naming ?? null) : input.naming,
    advice: input.advice === undefined ? (before?.advice ?? null) : storedAdvice(input.advice),
  };
  await changeProjects(transaction, [{ before, after: project }]);
  const environments = await applyEnvironments(
    run,
    organisation,
    project,
    input,
    memberPath(path, 'environments'),
  );
  run.problems.push(
    ...adviceProblems(input, environments, memberPath(memberPath(path, 'advice'), 'environments')),
  );
  const pruneSegments = await applySegments(run, project, input.segments ?? []);
  await applyFeatures(run, project, environments, input.features ?? [], memberPath(path, 'features'));
  // Segments are deleted last, when no rule names them any more.
  await pruneSegments();
}

/** Returns the problems of advice that names missing environments. */
function adviceProblems(
  { advice }: ProjectInput,
  environments: readonly EnvironmentState[],
  path: string,
): Problem[] {
  const known = new Set(environments.map(({ slug }) => slug));
  return (advice?.environments ?? []).flatMap((slug, index) =>
    known.has(storedSlug(slug))
      ? []
      : [{ path: `${path}[${index}]`, message: `unknown environment ${slug}`, code: 'unknown_reference' }],
  );
}

/** Returns the function that deletes the segments that the document does not name. */
async function applySegments(
  { transaction, prune }: ProjectRun,
  project: ProjectState,
  inputs: readonly SegmentInput[],
): Promise<() => Promise<void>> {
  const stored = new Map(
    (await readSegments(transaction, project)).map((segment) => [segment.slug, segment]),
  );
  const changes = inputs.map((input) => {
    const slug = storedSlug(input.slug);
    const before = stored.get(slug);
    stored.delete(slug);
    const after: SegmentState = {
      id: before?.id ?? newId(),
      slug,
      name: input.name ?? before?.name ?? input.slug,
      anyOf: storedAnyOf(input.any_of),
    };
    return { before, after };
  });
  await changeSegments(transaction, project, changes);
  const unnamed = prune ? [...stored.values()] : [];
  return () =>
    changeSegments(
      transaction,
      project,
      unnamed.map((before) => ({ before })),
    );
}
