import { isUuid } from '@bunting/definitions/uuid';
import type { Pool } from 'pg';
import {
  readGroupFigures,
  type FiguresQuestion,
  type GroupFigures,
  type GroupName,
} from './read-group-figures.ts';

/** The events of one name with one variation of one variable. */
export interface EventGroup extends GroupName {
  readonly feature: string;
  readonly variable: string;
  readonly variation: string;
}

export interface SummarisedGroup extends GroupFigures {
  readonly group: EventGroup;
}

/** The key of a group, for the cursor. */
export type GroupKey = readonly [
  variable: string,
  variableId: string,
  variation: string,
  variationId: string,
  event: string,
];

export function isGroupKey(key: readonly unknown[]): key is GroupKey {
  if (key.length !== 5 || !key.every((part) => typeof part === 'string')) return false;
  return isUuid(key[1]!) && isUuid(key[3]!);
}

export function toGroupKey({ group }: { readonly group: EventGroup }): GroupKey {
  return [group.variable, group.variableId, group.variation, group.variationId, group.event];
}

export interface SummaryQuestion extends FiguresQuestion {
  /** Slugs and a name; absent = all. */
  readonly variable?: string | undefined;
  readonly event?: string | undefined;
  readonly after?: GroupKey | undefined;
  readonly limit: number;
}

export interface Summary {
  readonly groups: readonly SummarisedGroup[];
  /** True if there are more groups. */
  readonly isCut: boolean;
}

/**
 * Reads at most `limit` groups that have events in the period, in the order of their keys; fewer if they have many hours or
 * days. Throws 400 for a group that alone has too many.
 */
export async function readSummary(pool: Pool, question: SummaryQuestion): Promise<Summary> {
  const found = await readGroups(pool, { ...question, limit: question.limit + 1 });
  const groups = found.slice(0, question.limit);
  const figures = await readGroupFigures(pool, question, groups);
  return {
    groups: figures.map((each, index) => ({ group: groups[index]!, ...each })),
    isCut: figures.length < found.length,
  };
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
