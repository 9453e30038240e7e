import { newId } from '@bunting/database';
import {
  requestKinds,
  batchFormat,
  indexOfReason,
  type RequestKind,
  type StoredUnknownKey,
} from '@bunting/evaluation-counts';
import type { reasons } from '@bunting/evaluator';
import type { Pool } from 'pg';

/** Counts of an evaluator for acme's project web. */
export interface Counted {
  readonly variable: string;
  /** null = nothing was served. */
  readonly variation?: string | null;
  readonly reason?: (typeof reasons)[number];
  readonly asked?: RequestKind;
  readonly count?: number;
}

export interface CountedInterval {
  readonly environment?: string;
  readonly beginsAt?: string;
  readonly endsAt?: string;
  readonly cells?: readonly Counted[];
  readonly unknown?: readonly StoredUnknownKey[];
}

/** Stores a batch as evaluators do: its ids are read by the slugs. */
export async function storeBatch(pool: Pool, interval: CountedInterval): Promise<void> {
  const { environment = 'production', cells = [], unknown = [] } = interval;
  const beginsAt = interval.beginsAt ?? new Date(Date.now() - 60_000).toISOString();
  const endsAt = interval.endsAt ?? new Date(Date.parse(beginsAt) + 30_000).toISOString();
  const stored = [];
  for (const {
    variable,
    variation = 'off',
    reason = 'default_variation',
    asked = 'named',
    count = 1,
  } of cells) {
    const { variableId, variationId } = await readIds(pool, variable, variation);
    stored.push([variableId, variationId, indexOfReason(reason), requestKinds.indexOf(asked), count]);
  }
  const environmentId = await readEnvironmentId(pool, environment);
  await storeRow(pool, { environmentId, beginsAt, endsAt, cells: stored, unknown });
}

/** Stores a row as it is given, which nobody may have written. */
export async function storeRow(
  pool: Pool,
  row: {
    id?: string;
    environmentId: string;
    beginsAt: string;
    endsAt: string;
    cells: unknown;
    unknown: unknown;
    format?: number;
  },
): Promise<void> {
  const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  await pool.query(
    `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, cells, "unknown", format)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      row.id ?? newId(),
      row.environmentId,
      row.beginsAt,
      row.endsAt,
      json(row.cells),
      json(row.unknown),
      row.format ?? batchFormat,
    ],
  );
}

export async function readEnvironmentId(pool: Pool, slug: string, organisation = 'acme'): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT environment.id FROM environment JOIN project ON project.id = project_id
     JOIN organisation ON organisation.id = organisation_id
     WHERE environment.slug = $1 AND organisation.slug = $2`,
    [slug, organisation],
  );
  return rows[0]!.id;
}

export async function readIds(
  pool: Pool,
  variable: string,
  variation: string | null,
): Promise<{ variableId: string; variationId: string | null }> {
  const { rows } = await pool.query<{ variableId: string; variationId: string | null }>(
    `SELECT variable.id AS "variableId", variation.id AS "variationId"
     FROM variable LEFT JOIN variation ON variation.feature_id = variable.feature_id AND variation.slug = $2
     WHERE variable.slug = $1 AND variable.deleted_at IS NULL`,
    [variable, variation],
  );
  if (rows[0] === undefined || (variation !== null && rows[0].variationId === null)) {
    throw new Error(`There is no ${variable} with ${variation}.`);
  }
  return rows[0];
}

/** Lets environments be as old as the times of these tests: nothing is counted before its environment was created. */
export async function ageEnvironments(pool: Pool): Promise<void> {
  await pool.query(`UPDATE environment SET created_at = '2020-01-01', counted_since = NULL`);
}

export const emptyCounts = 'TRUNCATE evaluation_batch, evaluation_rollup, unknown_key';
