import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import { createUserSet, type UserSet } from './user-set.ts';

/** One variation of a variable in an experiment, over all of its events. */
export interface Arm {
  readonly variation: string;
  /** Users with an event of the variable and this variation (with the exposure event, where there is one). */
  readonly participants: number;
  /** Number of participants with the conversion event. */
  readonly converted: number;
  /** Sums of the values of the conversion events, also of users that are no participants. */
  readonly values: { readonly count: number; readonly sum: number; readonly squareSum: number };
}

interface Row {
  variation: string;
  event: string;
  users: Buffer;
  value_count: string;
  value_sum: string;
  value_square_sum: string;
}

/** Reads the arms in the order of the feature's variations, without those that have no event. */
export async function readArms(
  pool: Pool,
  query: { environmentId: string; variableId: string; conversion: string; exposure: string | undefined },
): Promise<Arm[]> {
  const { rows } = await pool.query<Row>(
    `SELECT variation.slug AS variation, rollup.event, users, value_count, value_sum, value_square_sum
     FROM event_rollup AS rollup JOIN variation ON variation.id = rollup.variation_id
     WHERE rollup.environment_id = $1 AND span = 'ever' AND rollup.variable_id = $2
       AND ($3::text IS NULL OR event IN ($3, $4))
     ORDER BY variation.position, variation.id`,
    [query.environmentId, query.variableId, query.exposure ?? null, query.conversion],
  );
  const variations = [...new Set(rows.map(({ variation }) => variation))];
  return variations.map((variation) =>
    armOf(
      variation,
      rows.filter((row) => row.variation === variation),
      query,
    ),
  );
}

function armOf(
  variation: string,
  rows: readonly Row[],
  { conversion, exposure }: { conversion: string; exposure: string | undefined },
): Arm {
  const participants = unionOf(rows.filter(({ event }) => exposure === undefined || event === exposure));
  const converting = rows.filter(({ event }) => event === conversion);
  return {
    variation,
    participants: participants.size(),
    converted: participants.sizeOfIntersection(unionOf(converting)),
    values: {
      count: sumOf(converting, 'value_count'),
      sum: sumOf(converting, 'value_sum'),
      squareSum: sumOf(converting, 'value_square_sum'),
    },
  };
}

function unionOf(rows: readonly Row[]): UserSet {
  const users = createUserSet();
  for (const row of rows) users.addPacked(row.users);
  return users;
}

function sumOf(rows: readonly Row[], column: 'value_count' | 'value_sum' | 'value_square_sum'): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

interface ExperimentVariable {
  readonly id: string;
  readonly slug: string;
  /** Slugs in their order. */
  readonly variations: readonly string[];
}

/** Throws 404. */
export async function requireVariable(
  pool: Pool,
  projectId: string,
  slug: string,
): Promise<ExperimentVariable> {
  const { rows } = await pool.query<ExperimentVariable>(
    `SELECT variable.id, variable.slug, ARRAY(
       SELECT slug FROM variation WHERE variation.feature_id = variable.feature_id AND deleted_at IS NULL
       ORDER BY position, id) AS variations
     FROM variable WHERE project_id = $1 AND slug = $2 AND deleted_at IS NULL`,
    [projectId, slug.toLowerCase()],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('variable', slug);
  return rows[0];
}

/** Returns the arm that the query names; without one, the first of the feature that has events. Throws 404. */
export function findBaseline(
  arms: readonly Arm[],
  variations: readonly string[],
  name: string | undefined,
): Arm | undefined {
  if (name === undefined) return arms[0];
  const slug = name.toLowerCase();
  const arm = arms.find(({ variation }) => variation === slug);
  if (arm === undefined && !variations.includes(slug)) throw settingsErrors.unknown('variation', name);
  return (
    arm ?? { variation: slug, participants: 0, converted: 0, values: { count: 0, sum: 0, squareSum: 0 } }
  );
}
