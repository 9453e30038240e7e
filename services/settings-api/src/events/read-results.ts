import type { Pool } from 'pg';
import { createUserSet, type UserSet } from './user-set.ts';

/** One variation of a variable, as an experiment sees it; all times. */
export interface Arm {
  readonly variation: string;
  /** Users with an event of the variable and this variation (with the exposure event, where there is one). */
  readonly participants: number;
  /** Those of them with the conversion event. */
  readonly converted: number;
  /** Of the values of the conversion events, whoever sent them. */
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

/** The arms in the order of the feature's variations; one without any event is not among them. */
export async function readArms(
  pool: Pool,
  question: { environmentId: string; variableId: string; conversion: string; exposure: string | undefined },
): Promise<Arm[]> {
  const { rows } = await pool.query<Row>(
    `SELECT variation.slug AS variation, rollup.event, users, value_count, value_sum, value_square_sum
     FROM event_rollup AS rollup JOIN variation ON variation.id = rollup.variation_id
     WHERE rollup.environment_id = $1 AND span = 'ever' AND rollup.variable_id = $2
       AND ($3::text IS NULL OR event IN ($3, $4))
     ORDER BY variation.position, variation.id`,
    [question.environmentId, question.variableId, question.exposure ?? null, question.conversion],
  );
  const variations = [...new Set(rows.map(({ variation }) => variation))];
  return variations.map((variation) =>
    armOf(
      variation,
      rows.filter((row) => row.variation === variation),
      question,
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
