import { createPause, type Pause } from '@bunting/async';
import { type Problem, ProblemsFound } from '@bunting/definitions/checks';
import { limits } from '@bunting/evaluator';
import type { TargetingDefinition } from '@bunting/evaluator/definition';
import type { ChangeTransaction, RecordedChange } from '../change-transaction.ts';
import { groupBy } from '../group-by.ts';
import {
  countReached,
  findLongestChain,
  findWay,
  invertGraph,
  type PrerequisiteGraph,
} from './prerequisite-graph.ts';

/** A targeting with prerequisites that the transaction wrote. */
interface Written {
  readonly environmentId: string;
  readonly featureId: string;
  readonly path: string;
}

/**
 * Refuses prerequisites that lead back to their own feature, or too far. Runs at the end, when all of the transaction is written: every way of
 * writing prerequisites ends here, and the lock of the project keeps two from making a circle together. Runs in slices, because ten thousand
 * features may depend on one. Throws `ProblemsFound`.
 */
export async function checkPrerequisites({
  client,
  recorded,
}: Pick<ChangeTransaction, 'client' | 'recorded'>): Promise<void> {
  const written = recorded.flatMap(findWritten);
  if (written.length === 0) return;
  const environments = groupBy(written, ({ environmentId }) => environmentId);
  const pause = createPause();
  const problems: Problem[] = [];
  for (const [environmentId, targetings] of environments) {
    const { rows } = await client.query<EdgeRow>(edgesStatement, [environmentId]);
    problems.push(...(await findProblems(rows, targetings, pause)));
  }
  if (problems.length > 0) throw new ProblemsFound(problems);
}

function findWritten({ action, environmentId, featureId, after, path = '' }: RecordedChange): Written[] {
  if (!action.startsWith('targeting.') || environmentId === undefined || featureId === undefined) return [];
  const targeting = after as unknown as TargetingDefinition | null;
  if ((targeting?.prerequisites ?? []).length === 0) return [];
  return [{ environmentId, featureId, path: path === '' ? 'prerequisites' : `${path}.prerequisites` }];
}

interface EdgeRow {
  readonly feature: string;
  readonly slug: string;
  readonly position: number;
  readonly named: string;
  readonly namedSlug: string;
}

const edgesStatement = `
  SELECT targeting.feature_id AS feature, feature.slug, prerequisite.position, named.id AS named, named.slug AS "namedSlug"
  FROM targeting JOIN targeting_prerequisite prerequisite ON prerequisite.targeting_id = targeting.id
  JOIN feature ON feature.id = targeting.feature_id
  JOIN variable ON variable.id = prerequisite.variable_id JOIN feature named ON named.id = variable.feature_id
  WHERE targeting.environment_id = $1 ORDER BY targeting.feature_id, prerequisite.position`;

async function findProblems(
  edges: readonly EdgeRow[],
  written: readonly Written[],
  pause: Pause,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  const byFeature = groupBy(edges, ({ feature }) => feature);
  const graph = new Map([...byFeature].map(([id, own]) => [id, own.map(({ named }) => named)]));
  const slugs = new Map(
    edges.flatMap(({ feature, slug, named, namedSlug }): [string, string][] => [
      [feature, slug],
      [named, namedSlug],
    ]),
  );
  const inWords = (ids: readonly string[]) => ids.map((id) => slugs.get(id)).join(' → ');
  const dependents = invertGraph(graph);
  for (const { featureId, path } of written) {
    await pause();
    const circles: Problem[] = [];
    for (const { position, named } of byFeature.get(featureId) ?? []) {
      const way = findWay(graph, named, featureId);
      if (way === undefined) continue;
      const message = `makes a circle: ${inWords([featureId, ...way])}`;
      circles.push({ path: `${path}[${position}]`, message });
    }
    problems.push(...circles);
    if (circles.length > 0) continue;
    const excess = await findExcess({ graph, dependents, pause }, featureId, inWords);
    if (excess !== undefined) problems.push({ path, message: excess, code: 'limit' });
  }
  return problems;
}

/** Describes a chain that is too long, or a feature that would depend on too many; undefined = there is none. */
async function findExcess(
  {
    graph,
    dependents,
    pause,
  }: { readonly graph: PrerequisiteGraph; readonly dependents: PrerequisiteGraph; readonly pause: Pause },
  featureId: string,
  inWords: (ids: readonly string[]) => string,
): Promise<string | undefined> {
  const [above, below] = [findLongestChain(dependents, featureId), findLongestChain(graph, featureId)];
  const chain = [...above.toReversed(), ...below.slice(1)];
  const { prerequisiteDepth, prerequisiteFeatures } = limits;
  if (chain.length > prerequisiteDepth + 1) {
    return `make a chain of more than ${prerequisiteDepth}: ${inWords(chain)}`;
  }
  const all = new Set([featureId]);
  for (const each of all) {
    await pause();
    for (const dependent of dependents.get(each) ?? []) all.add(dependent);
    if (countReached(graph, each) <= prerequisiteFeatures) continue;
    return `make ${inWords([each])} depend on more than ${prerequisiteFeatures} features`;
  }
  return undefined;
}
