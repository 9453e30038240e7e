import type { Pool } from 'pg';

/** What an environment answered for a feature in the last seven days, where code asked for its variables by name. */
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
  /** Of all evaluations of the variable, 0 to 1. */
  readonly share: number;
}

/** An environment shows those with the most evaluations. */
const maxLinesOfEnvironment = 1_000;
const maxLinesOfPage = 10_000;
const hourMs = 3_600_000;

/**
 * At most `limit` environments of the project by slug, those after `after`; fewer where there are many lines. Seven days are whole hours of
 * UTC.
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
  const since = new Date(Math.floor(question.now / hourMs) * hourMs - 7 * 24 * hourMs);
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
       JOIN evaluation_rollup AS ever
         ON ever.environment_id = environment.id AND ever.span = 'ever' AND ever.variable_id = variable.id AND ever.asked = 0
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

/** The lines of each environment; only of the first ones, where they have too many in all. */
async function readLines(
  pool: Pool,
  featureId: string,
  since: Date,
  environments: readonly EnvironmentRow[],
): Promise<{ lines: readonly EvaluationLine[][]; whole: number }> {
  const { rows } = await pool.query<LineRow>(
    `SELECT index::integer, variable, variation, reason, count, total FROM (
       SELECT wanted.index, variable.slug AS variable, variation.slug AS variation, hour.variation_id, hour.reason,
         sum(hour.count)::text AS count,
         (sum(sum(hour.count)) OVER (PARTITION BY wanted.index, variable.id))::text AS total,
         row_number() OVER (PARTITION BY wanted.index ORDER BY sum(hour.count) DESC, variable.slug, hour.variation_id, hour.reason)
           AS position
       FROM unnest($2::uuid[]) WITH ORDINALITY AS wanted (environment_id, index)
       JOIN variable ON variable.feature_id = $1 AND variable.deleted_at IS NULL
       JOIN evaluation_rollup AS hour
         ON hour.environment_id = wanted.environment_id AND hour.span = 'hour' AND hour.variable_id = variable.id
         AND hour.asked = 0 AND hour.begins_at >= $3
       LEFT JOIN variation ON variation.id = hour.variation_id AND variation.feature_id = variable.feature_id
       GROUP BY wanted.index, variable.id, variable.slug, variation.slug, hour.variation_id, hour.reason
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
