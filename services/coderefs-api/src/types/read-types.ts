import { withTransaction } from '@bunting/database';
import { errors } from '@bunting/service';
import type { Pool, PoolClient } from 'pg';

/** The limits of one answer, and of the time to read it from PostgreSQL. */
export interface TypesLimits {
  readonly maxVariables: number;
  readonly maxBytes: number;
  /** All different values of one variable, as JSON; the values of a variable that has more are left out. */
  readonly maxValuesBytes: number;
  readonly maxMs: number;
}

export const typesLimits: TypesLimits = {
  maxVariables: 100_000,
  maxBytes: 16 * 1024 * 1024,
  maxValuesBytes: 16 * 1024,
  maxMs: 20_000,
};

/** Variables whose values are read at a time. */
const pageSize = 500;

/**
 * Reads the answer of `GET /v1/types` (decisions §8.6) as JSON: the variables of the project by the code points of their slugs, without
 * those of archived features. `undefined` = the organisation has no such project. Throws 409 beyond the limits, 503 when reading takes too
 * long.
 */
export async function readTypes(
  pool: Pool,
  organisationId: string,
  project: string,
  withValues: boolean,
  limits: TypesLimits,
  now: () => number = () => performance.now(),
): Promise<Buffer | undefined> {
  const deadline = now() + limits.maxMs;
  return withTransaction(pool, async (client) => {
    // Variables and values are read by several statements, which have to see one state of the project.
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query(`SELECT set_config('statement_timeout', $1, true)`, [String(limits.maxMs)]);
    const projects = await client.query<{ id: string }>(
      'SELECT id FROM project WHERE organisation_id = $1 AND slug = $2',
      [organisationId, project],
    );
    const projectId = projects.rows[0]?.id;
    if (projectId === undefined) return undefined;
    const { rows: variables } = await client.query<Variable>(listVariables, [
      projectId,
      limits.maxVariables + 1,
    ]);
    if (variables.length > limits.maxVariables) throw tooLong(limits);

    const entries: string[] = [];
    let bytes = '{"variables":[]}'.length;
    for (let from = 0; from < variables.length; from += pageSize) {
      if (now() > deadline) throw errors.unavailable;
      const page = variables.slice(from, from + pageSize);
      const values = withValues ? await readValues(client, page, limits.maxValuesBytes) : noValues;
      for (const variable of page) {
        const entry = entryOf(variable, values.get(variable.id));
        bytes += Buffer.byteLength(entry) + 1;
        entries.push(entry);
      }
      if (bytes > limits.maxBytes) throw tooLong(limits);
    }
    return Buffer.from(`{"variables":[${entries.join(',')}]}`);
  });
}

interface Variable {
  readonly id: string;
  /** The members of the entry as JSON, without braces. */
  readonly members: string;
}

/** By id of the variable: its values as a JSON list. */
type Values = ReadonlyMap<string, string>;

const noValues: Values = new Map();

async function readValues(
  client: PoolClient,
  variables: readonly Variable[],
  maxBytes: number,
): Promise<Values> {
  const { rows } = await client.query<{ id: string; values: string }>(listValues, [
    variables.map(({ id }) => id),
    maxBytes,
  ]);
  return new Map(rows.map(({ id, values }) => [id, values]));
}

function entryOf({ members }: Variable, values: string | undefined): string {
  return values === undefined ? `{${members}}` : `{${members},"values":${values}}`;
}

function tooLong({ maxVariables, maxBytes }: TypesLimits): Error {
  return errors.typesTooLong(maxVariables, maxBytes);
}

/** When a feature is deleted, its variables are deleted, too. */
const listVariables = `
  SELECT variable.id, concat(
    '"key":', to_json(variable.slug), ',"type":', to_json(variable.type),
    ',"feature":', to_json(feature.slug), ',"client":', to_json(variable.client)
  ) AS members
  FROM feature JOIN variable ON variable.feature_id = feature.id
  WHERE feature.project_id = $1 AND feature.status <> 'archived' AND variable.deleted_at IS NULL
  ORDER BY variable.slug COLLATE "C"
  LIMIT $2`;

/** One variable after the other, so that PostgreSQL keeps the values of one in memory, which may have 13 MB. */
const listValues = `
  SELECT asked.id, listed.values
  FROM unnest($1::uuid[]) AS asked (id)
  CROSS JOIN LATERAL (
    SELECT concat('[', string_agg(stored.value, ',' ORDER BY stored.value COLLATE "C"), ']') AS values
    FROM (
      SELECT DISTINCT variation_value.value::text AS value
      FROM variation_value JOIN variation ON variation.id = variation_value.variation_id
      WHERE variation_value.variable_id = asked.id AND variation.deleted_at IS NULL
    ) AS stored
    HAVING coalesce(sum(octet_length(stored.value)), 0) <= $2
  ) AS listed`;
