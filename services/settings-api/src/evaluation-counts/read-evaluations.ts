import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import type { Period } from '../events/period.ts';
import { settingsErrors } from '../framework/errors.ts';
import { noVariation } from './read-batch.ts';

/** The number of evaluations of a variable with a variation for a reason, in a period. */
export interface EvaluationCount {
  readonly feature: string;
  readonly variable: string;
  readonly variableId: string;
  /** null = nothing was served. */
  readonly variation: string | null;
  readonly variationId: string;
  readonly reason: number;
  readonly asked: number;
  readonly count: number;
  readonly lastAt: Date;
  /** Hours or days in which there were evaluations; empty unless asked for. */
  readonly buckets: readonly { readonly beginsAt: Date; readonly count: number }[];
}

/** The position of a count in the list, for the cursor. */
export type CountKey = readonly [variable: string, variationId: string, reason: number, asked: number];

export function isCountKey(key: readonly unknown[]): key is CountKey {
  const [variable, variationId, reason, asked] = key;
  return (
    key.length === 4 &&
    typeof variable === 'string' &&
    typeof variationId === 'string' &&
    isUuid(variationId) &&
    isSmall(reason) &&
    isSmall(asked)
  );
}

function isSmall(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100;
}

export function toCountKey({ variable, variationId, reason, asked }: EvaluationCount): CountKey {
  return [variable, variationId, reason, asked];
}

export interface CountsQuestion {
  readonly projectId: string;
  readonly environmentId: string;
  readonly period: Period;
  readonly withBuckets: boolean;
  /** Slugs; absent = all. */
  readonly feature?: string | undefined;
  readonly variable?: string | undefined;
  readonly after?: CountKey | undefined;
  readonly limit: number;
}

/** Hours and days that one page is made of. */
const maxBuckets = 10_000;

/**
 * Reads at most `limit` counts that are not zero in the period, in the order of their keys; fewer if they have many hours or days. Throws
 * 400 for a count that alone has too many.
 */
export async function readEvaluations(
  pool: Pool,
  question: CountsQuestion,
): Promise<{ counts: readonly EvaluationCount[]; isCut: boolean }> {
  const found = await readCounts(pool, { ...question, limit: question.limit + 1 });
  if (!question.withBuckets) return { counts: found, isCut: false };
  const counts = await readBuckets(pool, question, found.slice(0, question.limit));
  return { counts, isCut: counts.length < found.length };
}

type CountRow = Omit<EvaluationCount, 'count' | 'buckets'> & { readonly count: string };

async function readCounts(pool: Pool, question: CountsQuestion): Promise<EvaluationCount[]> {
  const { projectId, environmentId, period, feature, variable, after, limit } = question;
  const { rows } = await pool.query<CountRow>(
    `SELECT feature.slug AS feature, variable.slug AS variable, variable.id AS "variableId",
       variation.slug AS variation, ever.variation_id AS "variationId", ever.reason, ever.asked,
       part.count::text AS count, part.last_at AS "lastAt"
     FROM variable
     JOIN feature ON feature.id = variable.feature_id
     JOIN evaluation_rollup AS ever
       ON ever.environment_id = $2 AND ever.span = 'ever' AND ever.variable_id = variable.id
     LEFT JOIN variation ON variation.id = ever.variation_id AND variation.feature_id = variable.feature_id
     CROSS JOIN LATERAL (
       SELECT sum(count) AS count, max(last_at) AS last_at FROM evaluation_rollup AS bucket
       WHERE bucket.environment_id = $2 AND bucket.span = $3 AND bucket.variable_id = variable.id
         AND bucket.variation_id = ever.variation_id AND bucket.reason = ever.reason AND bucket.asked = ever.asked
         AND ($4::timestamptz IS NULL OR bucket.begins_at >= $4) AND ($5::timestamptz IS NULL OR bucket.begins_at < $5)
     ) AS part
     WHERE variable.project_id = $1 AND variable.deleted_at IS NULL
       AND (variation.id IS NOT NULL OR ever.variation_id = '${noVariation}')
       AND ($6::text IS NULL OR feature.slug = $6) AND ($7::text IS NULL OR variable.slug = $7)
       AND ($8::text IS NULL OR (variable.slug, ever.variation_id, ever.reason, ever.asked) > ($8, $9::uuid, $10::int, $11::int))
       AND ($8::text IS NULL OR variable.slug >= $8)
       AND ($4::timestamptz IS NULL OR ever.last_at >= $4) AND part.count IS NOT NULL
     ORDER BY variable.slug, ever.variation_id, ever.reason, ever.asked
     LIMIT $12`,
    [
      projectId,
      environmentId,
      period.span,
      period.from ?? null,
      period.to ?? null,
      feature ?? null,
      variable ?? null,
      ...(after ?? [null, null, null, null]),
      limit,
    ],
  );
  return rows.map((row) => ({ ...row, count: Number(row.count), buckets: [] }));
}

/** Reads the first of the counts, with their hours or days. */
async function readBuckets(
  pool: Pool,
  { environmentId, period }: CountsQuestion,
  counts: readonly EvaluationCount[],
): Promise<EvaluationCount[]> {
  const { rows } = await pool.query<{ index: number; beginsAt: Date; count: string }>(
    `SELECT wanted.index::integer, bucket.begins_at AS "beginsAt", bucket.count
     FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::int[]) WITH ORDINALITY
       AS wanted (variable_id, variation_id, reason, asked, index)
     CROSS JOIN LATERAL (
       SELECT begins_at, count FROM evaluation_rollup AS part
       WHERE part.environment_id = $1 AND part.span = $6 AND part.variable_id = wanted.variable_id
         AND part.variation_id = wanted.variation_id AND part.reason = wanted.reason AND part.asked = wanted.asked
         AND ($7::timestamptz IS NULL OR part.begins_at >= $7) AND ($8::timestamptz IS NULL OR part.begins_at < $8)
       ORDER BY begins_at LIMIT $9
     ) AS bucket
     ORDER BY wanted.index, bucket.begins_at LIMIT $9`,
    [
      environmentId,
      counts.map(({ variableId }) => variableId),
      counts.map(({ variationId }) => variationId),
      counts.map(({ reason }) => reason),
      counts.map(({ asked }) => asked),
      period.span,
      period.from ?? null,
      period.to ?? null,
      maxBuckets + 1,
    ],
  );
  const buckets = counts.map((): { beginsAt: Date; count: number }[] => []);
  for (const { index, beginsAt, count } of rows) buckets[index - 1]!.push({ beginsAt, count: Number(count) });
  const whole = rows.length <= maxBuckets ? counts.length : rows.at(-1)!.index - 1;
  if (whole === 0 && counts.length > 0) {
    const message = `has evaluations in more than ${maxBuckets} hours or days: choose a shorter period`;
    throw settingsErrors.invalid([{ path: 'query.from', message }]);
  }
  return counts.slice(0, whole).map((count, index) => ({ ...count, buckets: buckets[index]! }));
}

/** The time up to which an environment is counted. */
export interface CountedTime {
  readonly countedSince: Date | null;
  /** Counts include everything that evaluators reported before this moment. */
  readonly upTo: Date;
}

/** Reads the time; call it before reading the counts. Throws 404 if the environment was deleted concurrently. */
export async function readCountedTime(
  pool: Pool,
  { id, slug }: { readonly id: string; readonly slug: string },
): Promise<CountedTime> {
  const { rows } = await pool.query<CountedTime>(
    `SELECT counted_since AS "countedSince", LEAST(now(), (
       SELECT min(GREATEST(begins_at, created_at)) FROM evaluation_batch WHERE environment_id = environment.id)) AS "upTo"
     FROM environment WHERE id = $1`,
    [id],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('environment', slug);
  return rows[0];
}
