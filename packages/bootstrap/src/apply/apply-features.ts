import { inSlices } from '@bunting/async';
import {
  changeFeatures,
  changeServing,
  nothingServed,
  readFeatureIds,
  readFeatures,
  readServing,
  readVariableOwners,
  type Change,
  type FeatureState,
  type ProjectState,
  type ServingChange,
} from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import { storedSlug } from '@bunting/definitions';
import { maxProblems, memberPath } from '@bunting/definitions/checks';
import type { ProjectRun } from './bootstrap-run.ts';
import { mergeFeature, mergeServing } from './merge-feature.ts';
import type { FeatureInput } from '../document/project-schema.ts';

/** A feature that the document names, before and after. */
interface WantedFeature {
  readonly input: FeatureInput;
  readonly path: string;
  readonly before: FeatureState | undefined;
  readonly after: FeatureState;
}

/** Creates, updates and deletes features and their serving in each environment. Adds conflicts with stored features to `run.problems`. */
export async function applyFeatures(
  run: ProjectRun,
  project: ProjectState,
  environments: readonly EnvironmentState[],
  inputs: readonly FeatureInput[],
  path: string,
): Promise<void> {
  const { transaction, prune, dryRun, problems } = run;
  const ids = await readFeatureIds(transaction, project);
  const named = new Set(inputs.map(({ slug }) => storedSlug(slug)));
  const affected = [...ids].filter(([slug]) => prune || named.has(slug)).map(([, id]) => id);
  const stored = new Map(
    (await readFeatures(transaction, affected)).map((feature) => [feature.slug, feature]),
  );

  const wanted: WantedFeature[] = [];
  const removed: Change<FeatureState>[] = [];
  for await (const slice of inSlices([...inputs.entries()])) {
    for (const [index, input] of slice) {
      const before = stored.get(storedSlug(input.slug));
      const featurePath = `${path}[${index}]`;
      if (input.status !== 'deleted') {
        const after = mergeFeature(before, input, {
          clientByDefault: project.clientByDefault,
          prune,
          dryRun,
          path: featurePath,
          problems,
        });
        wanted.push({ input, path: featurePath, before, after });
      } else if (before !== undefined) removed.push({ before });
      // There may be far more problems than features.
      if (problems.length > maxProblems) return;
    }
  }
  const unnamed = [...stored.values()].filter(({ slug }) => !named.has(slug));
  removed.push(...unnamed.map((before) => ({ before })));

  await checkVariableOwners(run, project, wanted, affected);
  // The transaction is rolled back anyway, and the statements below would fail with an error of PostgreSQL.
  if (problems.length > 0) return;
  await changeFeatures(transaction, project, [...removed, ...wanted]);
  await applyServing(run, project, environments, wanted);
}

async function applyServing(
  { transaction, prune }: ProjectRun,
  project: ProjectState,
  environments: readonly EnvironmentState[],
  wanted: readonly WantedFeature[],
): Promise<void> {
  const known = wanted.flatMap(({ before }) => before?.id ?? []);
  const served = new Map(
    (await readServing(transaction, known)).map((each) => [`${each.featureId} ${each.environmentId}`, each]),
  );
  const changes: ServingChange[] = [];
  for await (const slice of inSlices(wanted)) {
    for (const { input, after: feature } of slice) {
      const inputs = new Map(
        Object.entries(input.environments ?? {}).map(([name, each]) => [storedSlug(name), each]),
      );
      for (const environment of environments) {
        const { defaults, targeting, overrides } =
          served.get(`${feature.id} ${environment.id}`) ?? nothingServed;
        const before = { defaults, targeting, overrides };
        const after = mergeServing(before, inputs.get(environment.slug), prune);
        changes.push({ feature, environment, before, after });
      }
    }
  }
  await changeServing(transaction, project, changes);
}

/**
 * Adds a problem for each variable whose slug another feature keeps: slugs of variables are unique in their project (contract §2.1).
 * `validateDocument` has checked the document itself; this checks the variables that it does not name and that stay, those of
 * features that it does not name and those that it leaves out of features that it names.
 */
async function checkVariableOwners(
  run: ProjectRun,
  project: ProjectState,
  wanted: readonly WantedFeature[],
  affectedIds: readonly string[],
): Promise<void> {
  const given = wanted.map(({ input }) => (input.variables ?? []).map(({ slug }) => storedSlug(slug)));
  const owners = await readVariableOwners(run.transaction, project, given.flat(), { without: affectedIds });
  for (const [index, { after }] of wanted.entries()) {
    const named = new Set(given[index]);
    for (const { slug } of after.variables) if (!named.has(slug)) owners.set(slug, after.slug);
  }
  for (const [index, { after, path }] of wanted.entries()) {
    for (const [variableIndex, slug] of (given[index] ?? []).entries()) {
      const owner = owners.get(slug);
      if (owner === undefined || owner === after.slug) continue;
      const slugPath = memberPath(`${memberPath(path, 'variables')}[${variableIndex}]`, 'slug');
      run.problems.push({
        path: slugPath,
        message: `belongs to the feature ${owner}, which keeps it without prune`,
      });
    }
  }
}
