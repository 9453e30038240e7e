import { ProblemsFound } from '@bunting/definitions/checks';
import { limits } from '@bunting/evaluator';
import type { ChangeTransaction } from '../change-transaction.ts';
import type { FeatureCost } from './measure-written.ts';

/**
 * Stores what features cost, and refuses a transaction after which all features of an environment together cost more than before and are
 * beyond the limit. The operator's document may cost anything. Throws `ProblemsFound`.
 */
export async function checkCosts(
  { client, source }: ChangeTransaction,
  costs: readonly FeatureCost[],
): Promise<void> {
  if (costs.length === 0) return;
  const { rows: grown } = await client.query<{ environment_id: string }>(storeStatement, [
    costs.map(({ environmentId }) => environmentId),
    costs.map(({ id }) => id),
    costs.map(({ cost }) => cost),
  ]);
  if (source === 'bootstrap' || grown.length === 0) return;
  const max = limits.environmentCost;
  const { rows } = await client.query<{ slug: string; cost: string }>(
    `SELECT environment.slug, sum(fragment.cost) AS cost
     FROM environment JOIN datafile_fragment fragment ON fragment.environment_id = environment.id
     WHERE environment.id = ANY ($1) AND fragment.cost_version = fragment.version
     GROUP BY environment.id HAVING sum(fragment.cost) > $2 ORDER BY environment.slug`,
    [grown.map((row) => row.environment_id), max],
  );
  if (rows.length === 0) return;
  throw new ProblemsFound(
    rows.map(({ slug, cost }) => ({
      path: '',
      message: `All features of the environment ${slug} together may take ${milliseconds(cost)} to evaluate; the maximum is ${milliseconds(max)}: use fewer or simpler conditions, or archive features that nobody uses.`,
      code: 'limit' as const,
    })),
  );
}

function milliseconds(nanoseconds: string | number): string {
  return `${Math.ceil(Number(nanoseconds) / 1_000_000)} ms`;
}

/**
 * Parameters: environments, features and costs, one by one. Returns the environments in which the costs grew. Writing a fragment leaves its
 * former cost beside it, so a cost counts only where `cost_version` is the fragment's version. A fragment without any cost grows from 0.
 */
const storeStatement = `
  WITH measured AS MATERIALIZED (
    SELECT environment_id, entity_id, stored.version, coalesce(stored.cost, 0) AS cost_before, measured.cost
    FROM (SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::integer[])) AS measured (environment_id, entity_id, cost)
    JOIN datafile_fragment AS stored USING (environment_id, entity_id)
    WHERE stored.kind = 'feature'),
  updated AS (
    UPDATE datafile_fragment AS stored SET cost = measured.cost, cost_version = measured.version
    FROM measured
    WHERE stored.environment_id = measured.environment_id AND stored.kind = 'feature'
      AND stored.entity_id = measured.entity_id)
  SELECT environment_id FROM measured GROUP BY environment_id HAVING sum(cost - cost_before) > 0`;
