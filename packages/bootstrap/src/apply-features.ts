import {
  changeFeatures,
  changeServing,
  inSlices,
  nothingServed,
  readFeatureIds,
  readFeatures,
  readServing,
} from '@bunting/changes';
import { maxProblems, storedSlug } from '@bunting/definitions';
import type { Change, EnvironmentState, FeatureState, ProjectState, ServingChange } from '@bunting/changes';
import type { ProjectRun } from './bootstrap-run.ts';
import { mergeFeature } from './merge-feature.ts';
import { mergeServed } from './merge-served.ts';
import type { FeatureInput } from './project-schema.ts';
import { reportTakenVariables } from './report-taken-variables.ts';

/** A feature that the document names, as it will be. */
export interface WantedFeature {
  readonly input: FeatureInput;
  readonly path: string;
  readonly before: FeatureState | undefined;
  readonly after: FeatureState;
}

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
  const concerned = [...ids].filter(([slug]) => prune || named.has(slug)).map(([, id]) => id);
  const stored = new Map(
    (await readFeatures(transaction, concerned)).map((feature) => [feature.slug, feature]),
  );

  const wanted: WantedFeature[] = [];
  const removed: Change<FeatureState>[] = [];
  for await (const slice of inSlices([...inputs.entries()])) {
    for (const [index, input] of slice) {
      const before = stored.get(storedSlug(input.slug));
      const featurePath = `${path}[${index}]`;
      if (input.status !== 'deleted') {
        const after = mergeFeature(before, input, { prune, dryRun, path: featurePath, problems });
        wanted.push({ input, path: featurePath, before, after });
      } else if (before !== undefined) removed.push({ before });
      // What does not fit together may be far more than was given.
      if (problems.length > maxProblems) return;
    }
  }
  const unnamed = [...stored.values()].filter(({ slug }) => !named.has(slug));
  removed.push(...unnamed.map((before) => ({ before })));

  await reportTakenVariables(run, project, wanted, concerned);
  // The statements below would trip over what has been reported; the transaction is lost anyway.
  if (problems.length > 0) return;
  await changeFeatures(transaction, project, [...removed, ...wanted]);
  await applyServed(run, project, environments, wanted);
}

async function applyServed(
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
        const after = mergeServed(before, inputs.get(environment.slug), prune);
        changes.push({ feature, environment, before, after });
      }
    }
  }
  await changeServing(transaction, project, changes);
}
