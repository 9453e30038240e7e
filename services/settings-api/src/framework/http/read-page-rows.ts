import type { Pool, PoolClient } from 'pg';
import { maxPageBytes } from './page.ts';

export interface PageRows<Row> {
  readonly rows: readonly Row[];
  /** The list goes on, although fewer rows than asked for were read. */
  readonly isCut: boolean;
}

interface Measured {
  readonly bytes_before: string;
  readonly listed: string;
}

/**
 * Reads the rows of an ordered list only as far as they fill a page: rows that a page does not show are not read from the
 * database. The row that fills it is the last.
 */
export async function readPageRows<Row extends object>(
  client: Pool | PoolClient,
  list: string,
  values: readonly unknown[],
): Promise<PageRows<Row>> {
  // A window without an order goes along the order of the list.
  const { rows } = await client.query<Row & Measured>(
    `SELECT * FROM (
       SELECT list.*, count(*) OVER () AS listed, coalesce(sum(pg_column_size(list)) OVER (
         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
       FROM (${list}) AS list
     ) AS measured
     WHERE bytes_before < ${maxPageBytes}`,
    [...values],
  );
  return { rows: rows.map(withoutMeasures), isCut: rows.length < Number(rows[0]?.listed ?? 0) };
}

function withoutMeasures<Row extends object>({
  bytes_before: _bytes,
  listed: _listed,
  ...row
}: Row & Measured): Row {
  return row as unknown as Row;
}
