import type { JsonValue } from '@bunting/evaluator/definition';
import type { Pool } from 'pg';
import { maxPageBytes } from '../framework/http/page.ts';
import type { Advice } from './survey.ts';

/** Variable → what everybody gets. */
export type ForwardValues = Readonly<
  Record<string, { readonly variation: string | null; readonly value: JsonValue }>
>;

export interface AdviceWithForward {
  readonly advice: Advice;
  readonly forward: ForwardValues | null;
}

interface ValueRow {
  readonly position: number;
  readonly variable: string;
  readonly value: JsonValue;
}

/**
 * Adds the values that constant features serve. Where they fill a page, the features behind are left out: values may be long, and those of
 * a feature are read together.
 */
export async function readForward(pool: Pool, list: readonly Advice[]): Promise<AdviceWithForward[]> {
  const wanted = list.flatMap(({ feature }, position) =>
    [...(feature.signals.constant?.forward ?? [])].flatMap(([variable, variation]) =>
      variation === null ? [] : [{ position, featureId: feature.id, variable, variation }],
    ),
  );
  if (wanted.length === 0) return list.map((advice) => withValues(advice, new Map()));
  const { rows } = await pool.query<ValueRow>(forwardStatement, [
    wanted.map(({ position }) => position),
    wanted.map(({ featureId }) => featureId),
    wanted.map(({ variable }) => variable),
    wanted.map(({ variation }) => variation),
  ]);
  const values = new Map<number, Map<string, JsonValue>>();
  for (const { position, variable, value } of rows) {
    const known = values.get(position);
    if (known === undefined) values.set(position, new Map([[variable, value]]));
    else known.set(variable, value);
  }
  const end = wanted.find(({ position }) => !values.has(position))?.position ?? list.length;
  // A variation may have been deleted since: then the first item is there, with less.
  return list
    .slice(0, Math.max(1, end))
    .map((advice, position) => withValues(advice, values.get(position) ?? new Map()));
}

function withValues(advice: Advice, values: ReadonlyMap<string, JsonValue>): AdviceWithForward {
  const { constant } = advice.feature.signals;
  if (constant?.forward == null) return { advice, forward: null };
  const forward = Object.fromEntries(
    [...constant.forward].map(([variable, variation]) => [
      variable,
      { variation, value: values.get(variable) ?? null },
    ]),
  );
  return { advice, forward };
}

const forwardStatement = `
  SELECT position, variable, value FROM (
    SELECT wanted.position, variable.slug AS variable, value,
      coalesce(sum(pg_column_size(value)) OVER (
        ORDER BY wanted.position GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
    FROM unnest($1::integer[], $2::uuid[], $3::text[], $4::text[]) AS wanted (position, feature_id, variable, variation)
    JOIN variable ON variable.feature_id = wanted.feature_id AND variable.slug = wanted.variable AND variable.deleted_at IS NULL
    JOIN variation ON variation.feature_id = wanted.feature_id AND variation.slug = wanted.variation
      AND variation.deleted_at IS NULL
    JOIN variation_value ON variation_value.variation_id = variation.id AND variation_value.variable_id = variable.id
  ) AS measured
  WHERE bytes_before < ${maxPageBytes}`;
