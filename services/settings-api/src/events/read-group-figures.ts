import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import type { Period } from './period.ts';
import { createUserSet, type UserSet } from './user-set.ts';

/** The key of figures that are counted separately. */
export interface GroupName {
  readonly variableId: string;
  readonly variationId: string;
  readonly event: string;
}

export interface FiguresQuestion {
  readonly environmentId: string;
  readonly period: Period;
  readonly withBuckets: boolean;
}

export interface EventFigures {
  readonly count: number;
  readonly users: number;
  readonly verifiedShare: number;
  readonly values: { readonly count: number; readonly sum: number | null; readonly mean: number | null };
}

export interface EventBucket extends EventFigures {
  readonly beginsAt: Date;
}

export interface GroupFigures extends EventFigures {
  /** Only those in which there were events; empty unless asked for. */
  readonly buckets: readonly EventBucket[];
}

/** Hours and days that one page is made of. */
export const maxRows = 10_000;
/**
 * One read from the database ends after this many rows, or with the row with which the users exceed this many bytes.
 */
const rowsAtOnce = 500;
const bytesAtOnce = 4 * 1024 * 1024;

/**
 * Reads the figures of each group in the period. If the groups have more than `maxRows` hours or days in all, only the
 * first groups of the list that have no more. Throws 400 if the first one alone has more.
 */
export async function readGroupFigures(
  pool: Pool,
  question: FiguresQuestion,
  groups: readonly GroupName[],
): Promise<GroupFigures[]> {
  const totals = groups.map(() => createTotals(question.withBuckets));
  let rowsRead = 0;
  let after: RollupRow | undefined;
  while (groups.length > 0) {
    const { rows, isLast } = await readRows(pool, question, groups, after);
    for (const row of rows) {
      if (rowsRead === maxRows) return figuresOfFirst(row.index - 1);
      totals[row.index - 1]!.add(row);
      rowsRead += 1;
    }
    if (isLast) break;
    after = rows.at(-1);
  }
  return totals.map((each) => each.figures());

  function figuresOfFirst(count: number): GroupFigures[] {
    if (count > 0) return totals.slice(0, count).map((each) => each.figures());
    const message = `has events in more than ${maxRows} hours or days: choose a shorter period, or whole days`;
    throw settingsErrors.invalid([{ path: 'query.from', message }]);
  }
}

interface RollupRow {
  /** The number of the group, from 1. */
  readonly index: number;
  readonly begins_at: Date;
  /** `begins_at` as PostgreSQL writes it. */
  readonly begins_at_text: string;
  readonly event_count: string;
  readonly verified_count: string;
  readonly value_count: string;
  readonly value_sum: string;
  readonly user_count: number;
  /** null where there is only one row, which has the number of its users. */
  readonly users: Buffer | null;
  /** Rows that were found, some of which may be left out for their length. */
  readonly rows_found: string;
}

/** Reads some of the rows after `after`, by group and time. */
async function readRows(
  pool: Pool,
  { environmentId, period }: FiguresQuestion,
  groups: readonly GroupName[],
  after: RollupRow | undefined,
): Promise<{ rows: readonly RollupRow[]; isLast: boolean }> {
  const { rows } = await pool.query<RollupRow>({
    text: `SELECT index, begins_at, begins_at_text, event_count, verified_count, value_count, value_sum, user_count, users, rows_found
     FROM (
       SELECT found.*, count(*) OVER () AS rows_found, coalesce(sum(octet_length(users)) OVER (
         ORDER BY index, begins_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
       FROM (
         SELECT wanted.index::integer, part.*
         FROM unnest($2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY
           AS wanted (variable_id, variation_id, event, index)
         CROSS JOIN LATERAL (
           SELECT begins_at, begins_at::text AS begins_at_text, event_count, verified_count, value_count, value_sum,
             user_count, CASE WHEN $5 <> 'ever' THEN users END AS users
           FROM event_rollup
           WHERE environment_id = $1 AND span = $5 AND variable_id = wanted.variable_id
             AND variation_id = wanted.variation_id AND event = wanted.event
             AND ($6::timestamptz IS NULL OR begins_at >= $6) AND ($7::timestamptz IS NULL OR begins_at < $7)
             AND begins_at > CASE WHEN wanted.index = $8 THEN $9::timestamptz ELSE '-infinity' END
           ORDER BY begins_at LIMIT $10
         ) AS part
         WHERE wanted.index >= $8
         ORDER BY wanted.index, begins_at LIMIT $10
       ) AS found
     ) AS measured
     WHERE bytes_before < ${bytesAtOnce}
     ORDER BY index, begins_at`,
    values: [
      environmentId,
      groups.map(({ variableId }) => variableId),
      groups.map(({ variationId }) => variationId),
      groups.map(({ event }) => event),
      period.span,
      period.from ?? null,
      period.to ?? null,
      after?.index ?? 0,
      after?.begins_at_text ?? null,
      rowsAtOnce,
    ],
  });
  const found = Number(rows[0]?.rows_found ?? 0);
  return { rows, isLast: found < rowsAtOnce && rows.length === found };
}

interface Totals {
  add(row: RollupRow): void;
  figures(): GroupFigures;
}

/** Adds up the rows of one group. */
function createTotals(withBuckets: boolean): Totals {
  const sums = { count: 0, verified: 0, valueCount: 0, valueSum: 0 };
  const buckets: EventBucket[] = [];
  let first: RollupRow | undefined;
  let users: UserSet | undefined;

  function addUsers(row: RollupRow): void {
    if (first === undefined) {
      first = row;
      return;
    }
    if (users === undefined) {
      users = createUserSet();
      if (first.users !== null) users.addPacked(first.users);
    }
    if (row.users !== null) users.addPacked(row.users);
  }

  return {
    add(row) {
      const own = sumsOf(row);
      sums.count += own.count;
      sums.verified += own.verified;
      sums.valueCount += own.valueCount;
      sums.valueSum += own.valueSum;
      if (withBuckets) buckets.push({ beginsAt: row.begins_at, ...toFigures(own, row.user_count) });
      addUsers(row);
    },
    figures: () => ({ ...toFigures(sums, users?.size() ?? first?.user_count ?? 0), buckets }),
  };
}

type Sums = Readonly<Record<'count' | 'verified' | 'valueCount' | 'valueSum', number>>;

function sumsOf(row: RollupRow): Sums {
  return {
    count: Number(row.event_count),
    verified: Number(row.verified_count),
    valueCount: Number(row.value_count),
    valueSum: Number(row.value_sum),
  };
}

function toFigures({ count, verified, valueCount, valueSum }: Sums, users: number): EventFigures {
  return {
    count,
    users,
    verifiedShare: count === 0 ? 0 : verified / count,
    values: {
      count: valueCount,
      sum: finite(valueSum),
      mean: valueCount === 0 ? null : finite(valueSum / valueCount),
    },
  };
}

/** Returns null for infinity, which JSON does not have. */
function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
