import type { WrittenVersion } from '@bunting/datafile';
import { limits } from '@bunting/evaluator';
import type { ChangeTransaction } from '../change-transaction.ts';
import { type Problem, ProblemsFound } from '@bunting/definitions/checks';

/** How much a project and its environments may have. Data beyond these limits that an older release stored stays. */
export const projectLimits = {
  features: limits.featuresOfProject,
  segments: limits.segmentsOfProject,
  environments: 100,
  /** Keys of one environment that are not revoked. */
  keys: 100,
} as const;

/** Refuses a transaction after which there is more than before of something that is beyond its limit. Throws `ProblemsFound`. */
export async function checkTotals(
  transaction: ChangeTransaction,
  written: readonly WrittenVersion[],
): Promise<void> {
  const problems = [
    ...(await checkBytes(transaction, written)),
    ...(await checkCounts(transaction)),
    ...(await checkKeys(transaction)),
  ];
  if (problems.length > 0) throw new ProblemsFound(problems);
}

async function checkBytes(
  { client }: ChangeTransaction,
  written: readonly WrittenVersion[],
): Promise<Problem[]> {
  const max = limits.environmentLength;
  const grown = new Map(
    written
      .filter(({ storedBytes, addedBytes }) => storedBytes > max && addedBytes > 0)
      .map(({ environmentId, storedBytes }) => [environmentId, storedBytes]),
  );
  if (grown.size === 0) return [];
  const { rows } = await client.query<{ id: string; slug: string }>(
    'SELECT id, slug FROM environment WHERE id = ANY($1) ORDER BY slug',
    [[...grown.keys()]],
  );
  return rows.map(({ id, slug }) => ({
    path: '',
    message: `The definitions of the environment ${slug} come to ${grown.get(id)} bytes as JSON; at most ${max} are allowed.`,
    code: 'limit' as const,
  }));
}

const nouns = {
  feature: { max: projectLimits.features, where: "status <> 'deleted'", plural: 'features' },
  segment: { max: projectLimits.segments, where: 'true', plural: 'segments' },
  environment: { max: projectLimits.environments, where: 'true', plural: 'environments' },
} as const;

async function checkCounts({ client, recorded }: ChangeTransaction): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const noun of ['feature', 'segment', 'environment'] as const) {
    const { max, where, plural } = nouns[noun];
    for (const [projectId, added] of addedByProject(recorded, noun)) {
      if (added <= 0) continue;
      const { rows } = await client.query<{ slug: string; count: number }>(
        `SELECT slug, (SELECT count(*)::int FROM ${noun} WHERE project_id = project.id AND ${where}) AS count
         FROM project WHERE id = $1`,
        [projectId],
      );
      for (const { slug, count } of rows) {
        if (count <= max) continue;
        problems.push({
          path: '',
          message: `The project ${slug} would have ${count} ${plural}; at most ${max} are allowed.`,
          code: 'limit',
        });
      }
    }
  }
  return problems;
}

function addedByProject(recorded: ChangeTransaction['recorded'], noun: string): Map<string, number> {
  const added = new Map<string, number>();
  for (const { action, projectId = '' } of recorded) {
    const difference = action === `${noun}.created` ? 1 : action === `${noun}.deleted` ? -1 : 0;
    if (difference !== 0) added.set(projectId, (added.get(projectId) ?? 0) + difference);
  }
  return added;
}

async function checkKeys({ client, recorded }: ChangeTransaction): Promise<Problem[]> {
  const made = recorded.filter(({ action }) => action === 'environment_key.created');
  if (made.length === 0) return [];
  const { rows } = await client.query<{ slug: string; count: number }>(
    `SELECT environment.slug, count(*)::int AS count
     FROM environment JOIN environment_key key ON key.environment_id = environment.id AND key.revoked_at IS NULL
     WHERE environment.id = ANY($1) GROUP BY environment.id HAVING count(*) > $2 ORDER BY slug`,
    [made.map(({ environmentId }) => environmentId), projectLimits.keys],
  );
  return rows.map(({ slug, count }) => ({
    path: '',
    message: `The environment ${slug} would have ${count} keys; at most ${projectLimits.keys} are allowed: revoke one.`,
    code: 'limit' as const,
  }));
}
