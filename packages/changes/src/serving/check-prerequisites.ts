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
 * writing prerequisites ends here, and the lock of the project keeps two from making a circle together. Throws `ProblemsFound`.
 */
export async function checkPrerequisites({
  client,
  recorded,
}: Pick<ChangeTransaction, 'client' | 'recorded'>): Promise<void> {
  const written = recorded.flatMap(findWritten);
  if (written.length === 0) return;
  const environments = groupBy(written, ({ environmentId }) => environmentId);
  const problems: Problem[] = [];
  for (const [environmentId, targetings] of environments) {
    const { rows } = await client.query<EdgeRow>(edgesStatement, [environmentId]);
    problems.push(...findProblems(rows, targetings));
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

function* findProblems(edges: readonly EdgeRow[], written: readonly Written[]): Generator<Problem> {
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
    let isCircle = false;
    for (const { position, named } of byFeature.get(featureId) ?? []) {
      const way = findWay(graph, named, featureId);
      if (way === undefined) continue;
      isCircle = true;
      yield { path: `${path}[${position}]`, message: `makes a circle: ${inWords([featureId, ...way])}` };
    }
    if (!isCircle) yield* findTooMuch(graph, dependents, { featureId, path }, inWords);
  }
}

/** Yields chains that are too long, and features that would depend on too many. */
function* findTooMuch(
  graph: PrerequisiteGraph,
  dependents: PrerequisiteGraph,
  { featureId, path }: Pick<Written, 'featureId' | 'path'>,
  inWords: (ids: readonly string[]) => string,
): Generator<Problem> {
  const [above, below] = [findLongestChain(dependents, featureId), findLongestChain(graph, featureId)];
  const chain = [...above.toReversed(), ...below.slice(1)];
  const { prerequisiteDepth, prerequisiteFeatures } = limits;
  if (chain.length > prerequisiteDepth + 1) {
    const message = `make a chain of more than ${prerequisiteDepth}: ${inWords(chain)}`;
    yield { path, message, code: 'limit' };
    return;
  }
  const all = new Set([featureId]);
  for (const each of all) {
    for (const dependent of dependents.get(each) ?? []) all.add(dependent);
    const count = countReached(graph, each);
    if (count <= prerequisiteFeatures) continue;
    const message = `make ${inWords([each])} depend on more than ${prerequisiteFeatures} features`;
    yield { path, message, code: 'limit' };
    return;
  }
}
