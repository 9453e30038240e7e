import type { Pool } from 'pg';
import type { Period } from './period.ts';
import { createUserSet } from './user-set.ts';

/** The events of one name with one variation of one variable. */
export interface EventGroup {
  readonly variableId: string;
  readonly variationId: string;
  readonly feature: string;
  readonly variable: string;
  readonly variation: string;
  readonly event: string;
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

export interface SummarisedGroup extends EventFigures {
  readonly group: EventGroup;
  /** Only those in which there were events; empty unless asked for. */
  readonly buckets: readonly EventBucket[];
}

/** The key of a group, for the cursor. */
export type GroupKey = readonly [
  variable: string,
  variableId: string,
  variation: string,
  variationId: string,
  event: string,
];

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isGroupKey(key: readonly unknown[]): key is GroupKey {
  if (key.length !== 5 || !key.every((part) => typeof part === 'string')) return false;
  return uuidPattern.test(key[1]!) && uuidPattern.test(key[3]!);
}

export function groupKeyOf({ group }: { readonly group: EventGroup }): GroupKey {
  return [group.variable, group.variableId, group.variation, group.variationId, group.event];
}

export interface SummaryQuestion {
  readonly environmentId: string;
  readonly period: Period;
  readonly withBuckets: boolean;
  /** Slugs and a name; absent = all. */
  readonly variable?: string | undefined;
  readonly event?: string | undefined;
  readonly after?: GroupKey | undefined;
  readonly limit: number;
}

/** At most `limit` groups that have events in the period, in the order of their keys. */
export async function readSummary(pool: Pool, question: SummaryQuestion): Promise<SummarisedGroup[]> {
  const groups = await readGroups(pool, question);
  const rows = await readRows(pool, question, groups);
  return groups.map((group, place) => {
    const own = rows.get(place) ?? [];
    return {
      group,
      ...figuresOf(own),
      buckets: question.withBuckets
        ? own.map((row) => ({ beginsAt: row.begins_at, ...figuresOf([row]) }))
        : [],
    };
  });
}

async function readGroups(pool: Pool, question: SummaryQuestion): Promise<EventGroup[]> {
  const { environmentId, period, variable, event, after, limit } = question;
  const { rows } = await pool.query<EventGroup>(
    `SELECT variable.id AS "variableId", variation.id AS "variationId", feature.slug AS feature,
       variable.slug AS variable, variation.slug AS variation, rollup.event
     FROM event_rollup AS rollup
     JOIN variable ON variable.id = rollup.variable_id
     JOIN feature ON feature.id = variable.feature_id
     JOIN variation ON variation.id = rollup.variation_id
     WHERE rollup.environment_id = $1 AND rollup.span = 'ever'
       AND ($2::text IS NULL OR variable.slug = $2) AND ($3::text IS NULL OR rollup.event = $3)
       AND ($4::text IS NULL OR
         (variable.slug, variable.id, variation.slug, variation.id, rollup.event) > ($4, $5::uuid, $6, $7::uuid, $8))
       AND ($9 = 'ever' OR EXISTS (
         SELECT FROM event_rollup AS part
         WHERE part.environment_id = $1 AND part.span = $9 AND part.variable_id = rollup.variable_id
           AND part.variation_id = rollup.variation_id AND part.event = rollup.event
           AND ($10::timestamptz IS NULL OR part.begins_at >= $10) AND ($11::timestamptz IS NULL OR part.begins_at < $11)))
     ORDER BY variable.slug, variable.id, variation.slug, variation.id, rollup.event
     LIMIT $12`,
    [
      environmentId,
      variable ?? null,
      event ?? null,
      ...(after ?? [null, null, null, null, null]),
      period.span,
      period.from ?? null,
      period.to ?? null,
      limit,
    ],
  );
  return rows;
}

interface RollupRow {
  place: string;
  begins_at: Date;
  event_count: string;
  verified_count: string;
  value_count: string;
  value_sum: string;
  user_count: number;
  users: Buffer | null;
}

/** Place of the group → its rows in the order of time. One row alone knows how many its users are. */
async function readRows(
  pool: Pool,
  { environmentId, period }: SummaryQuestion,
  groups: readonly EventGroup[],
): Promise<Map<number, RollupRow[]>> {
  const { rows } = await pool.query<RollupRow>({
    text: `SELECT wanted.place, begins_at, event_count, verified_count, value_count, value_sum, user_count,
       CASE WHEN $5 <> 'ever' THEN users END AS users
     FROM unnest($2::uuid[], $3::uuid[], $4::text[]) WITH ORDINALITY
       AS wanted (variable_id, variation_id, event, place)
     JOIN event_rollup USING (variable_id, variation_id, event)
     WHERE environment_id = $1 AND span = $5
       AND ($6::timestamptz IS NULL OR begins_at >= $6) AND ($7::timestamptz IS NULL OR begins_at < $7)
     ORDER BY wanted.place, begins_at`,
    values: [
      environmentId,
      groups.map(({ variableId }) => variableId),
      groups.map(({ variationId }) => variationId),
      groups.map(({ event }) => event),
      period.span,
      period.from ?? null,
      period.to ?? null,
    ],
  });
  const byPlace = new Map<number, RollupRow[]>();
  for (const row of rows) {
    const place = Number(row.place) - 1;
    const own = byPlace.get(place);
    if (own === undefined) byPlace.set(place, [row]);
    else own.push(row);
  }
  return byPlace;
}

function figuresOf(rows: readonly RollupRow[]): EventFigures {
  const count = sumOf(rows, 'event_count');
  const valueCount = sumOf(rows, 'value_count');
  const valueSum = sumOf(rows, 'value_sum');
  return {
    count,
    users: countUsers(rows),
    verifiedShare: count === 0 ? 0 : sumOf(rows, 'verified_count') / count,
    values: {
      count: valueCount,
      sum: finite(valueSum),
      mean: valueCount === 0 ? null : finite(valueSum / valueCount),
    },
  };
}

function sumOf(
  rows: readonly RollupRow[],
  column: 'event_count' | 'verified_count' | 'value_count' | 'value_sum',
): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function countUsers(rows: readonly RollupRow[]): number {
  if (rows.length === 1) return rows[0]!.user_count;
  const users = createUserSet();
  for (const row of rows) if (row.users !== null) users.addPacked(row.users);
  return users.size();
}

/** JSON has no infinity. */
function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}
