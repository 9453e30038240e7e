import { isDeepStrictEqual } from 'node:util';
import { record, type ChangeTransaction } from '../change-transaction.ts';
import { featureData } from '../features/feature-state.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import { targetingPath } from './targeting-path.ts';
import type { ServingChange, ServingState } from './serving-state.ts';

/**
 * Records defaults, overrides and targeting as separate changes, defaults and overrides only as far as they differ.
 * @param isImplied it follows from the deletion of the feature or of variables, or from a name that changed
 */
export function recordServing(
  transaction: ChangeTransaction,
  project: ProjectState,
  change: ServingChange,
  isImplied = false,
): void {
  const { feature, environment, before, after } = change;
  const { servings } = transaction.touched;
  servings.set(feature.id, (servings.get(feature.id) ?? new Set()).add(environment.id));
  const where = {
    organisationId: project.organisationId,
    projectId: project.id,
    environmentId: environment.id,
    featureId: feature.id,
    subject: `${project.slug}/${feature.slug} in ${environment.slug}`,
    ...(isImplied && { isImplied }),
  };
  const served = { feature: featureData(project, feature), environment: environment.slug };
  for (const part of ['defaults', 'overrides'] as const) {
    const names = mapDifferences(before[part], after[part]).map(([name]) => name);
    if (names.length === 0) continue;
    const describe = (state: ServingState) =>
      Object.fromEntries(names.map((name) => [name, state[part].get(name) ?? null]));
    const variations = new Map(Object.entries(describe(after)));
    const event =
      part === 'defaults' && !isImplied ? ({ kind: 'defaults', ...served, variations } as const) : undefined;
    record(transaction, part, { before, after }, describe, { ...where, event });
  }
  if (!isDeepStrictEqual(before.targeting, after.targeting)) {
    const targeting = { before: before.targeting ?? undefined, after: after.targeting ?? undefined };
    record(transaction, 'targeting', targeting, (each) => each, {
      ...where,
      path: change.path ?? targetingPath(transaction, feature.slug, environment.slug),
      event: isImplied ? undefined : { kind: 'targeting', ...served },
    });
  }
}

type Slugs = ReadonlyMap<string, string>;

/** Returns the entries to write to get from one map to the other; `null` = delete the entry. */
export function mapDifferences(before: Slugs, after: Slugs): [string, string | null][] {
  const written = [...after].filter(([name, slug]) => before.get(name) !== slug);
  const removed = [...before.keys()].filter((name) => !after.has(name));
  return [...written, ...removed.map((name): [string, null] => [name, null])];
}
