import type { Pool } from 'pg';
import { getFirstDay } from './count-period.ts';
import { noVariation } from './read-batch.ts';

/** The evaluations of a feature in an environment in the last seven days, by requests that name its variables. */
export interface EnvironmentEvaluations {
  readonly environment: string;
  readonly countedSince: Date | null;
  readonly lastEvaluatedAt: Date | null;
  readonly lines: readonly EvaluationLine[];
}

export interface EvaluationLine {
  readonly variable: string;
  readonly variation: string | null;
  readonly reason: number;
  readonly count: number;
  /** The share of all evaluations of the variable, 0 to 1. */
  readonly share: number;
}

/** An environment shows those with the most evaluations. */
const maxLinesOfEnvironment = 1_000;
const maxLinesOfPage = 10_000;

/**
 * Reads at most `limit` environments of the project by slug, those after `after`; fewer if there are many lines. Seven days are
 * today and the seven days of UTC before.
 */
export async function readFeatureEvaluations(
  pool: Pool,
  question: {
    readonly projectId: string;
    readonly featureId: string;
    readonly now: number;
    readonly after: string;
    readonly limit: number;
  },
): Promise<{ environments: readonly EnvironmentEvaluations[]; isCut: boolean }> {
  const found = await readEnvironments(pool, { ...question, limit: question.limit + 1 });
  const environments = found.slice(0, question.limit);
  const since = getFirstDay(7, question.now);
  const { lines, whole } = await readLines(pool, question.featureId, since, environments);
  return {
    environments: environments
      .slice(0, whole)
      .map(({ id: _id, ...environment }, index) => ({ ...environment, lines: lines[index]! })),
    isCut: whole < found.length,
  };
}

type EnvironmentRow = Omit<EnvironmentEvaluations, 'lines'> & { readonly id: string };

async function readEnvironments(
  pool: Pool,
  query: { projectId: string; featureId: string; after: string; limit: number },
): Promise<EnvironmentRow[]> {
  const { rows } = await pool.query<EnvironmentRow>(
    `SELECT id, slug AS environment, counted_since AS "countedSince", (
       SELECT max(ever.last_at) FROM variable
       CROSS JOIN LATERAL (
         SELECT max(last_at) AS last_at FROM evaluation_rollup
         WHERE environment_id = environment.id AND span = 'ever' AND variable_id = variable.id AND asked = 0
       ) AS ever
       WHERE variable.feature_id = $2 AND variable.deleted_at IS NULL) AS "lastEvaluatedAt"
     FROM environment WHERE project_id = $1 AND slug > $3 ORDER BY slug LIMIT $4`,
    [query.projectId, query.featureId, query.after, query.limit],
  );
  return rows;
}

interface LineRow {
  readonly index: number;
  readonly variable: string;
  readonly variation: string | null;
  readonly reason: number;
  readonly count: string;
  readonly total: string;
}

/**
 * Reads the lines of each environment; only of the first ones, if they have too many in all. OFFSET keeps PostgreSQL from a join that
 * would read the counts of all features.
 */
async function readLines(
  pool: Pool,
  featureId: string,
  since: Date,
  environments: readonly EnvironmentRow[],
): Promise<{ lines: readonly EvaluationLine[][]; whole: number }> {
  const { rows } = await pool.query<LineRow>(
    `SELECT index::integer, variable, variation, reason, count, total FROM (
       SELECT wanted.index, variable.slug AS variable, variation.slug AS variation, day.reason, day.count::text AS count,
         (sum(day.count) OVER (PARTITION BY wanted.index, variable.id))::text AS total,
         row_number() OVER (PARTITION BY wanted.index ORDER BY day.count DESC, variable.slug, day.variation_id, day.reason)
           AS position
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (environment_id, index)
       JOIN variable ON variable.feature_id = $1 AND variable.deleted_at IS NULL
       CROSS JOIN LATERAL (
         SELECT ever.variation_id, ever.reason, (
           SELECT sum(count) FROM evaluation_rollup
           WHERE environment_id = wanted.environment_id AND span = 'day' AND variable_id = variable.id
             AND variation_id = ever.variation_id AND reason = ever.reason AND asked = 0 AND begins_at >= $3) AS count
         FROM evaluation_rollup AS ever
         WHERE ever.environment_id = wanted.environment_id AND ever.span = 'ever' AND ever.variable_id = variable.id
           AND ever.asked = 0 AND ever.last_at >= $3
         OFFSET 0
       ) AS day
       LEFT JOIN variation ON variation.id = day.variation_id AND variation.feature_id = variable.feature_id
       WHERE day.count IS NOT NULL AND (variation.id IS NOT NULL OR day.variation_id = '${noVariation}')
     ) AS line
     WHERE position <= ${maxLinesOfEnvironment}
     ORDER BY index, variable, position LIMIT ${maxLinesOfPage + 1}`,
    [featureId, environments.map(({ id }) => id), since],
  );
  const lines = environments.map((): EvaluationLine[] => []);
  for (const { index, variable, variation, reason, count, total } of rows) {
    const share = Number(count) / Number(total);
    lines[index - 1]!.push({ variable, variation, reason, count: Number(count), share });
  }
  return { lines, whole: rows.length <= maxLinesOfPage ? environments.length : rows.at(-1)!.index - 1 };
}
