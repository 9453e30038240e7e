import {
  getColumnType,
  getPrimaryKey,
  type ColumnOf,
  type TableName,
  type TableRow,
} from '@bunting/database';
import type { PoolClient } from 'pg';
import { inSlices } from '@bunting/async';

/** A table for the set-based statements: the columns that they write, and those that identify a row. */
export interface Table<Name extends TableName, Column extends ColumnOf<Name>> {
  readonly name: Name;
  readonly columns: readonly Column[];
  readonly key: readonly string[];
}

/** Returns `columns` of a table, whose rows are identified by the primary key or by `key`. */
export function defineTable<Name extends TableName, const Column extends ColumnOf<Name>>(
  name: Name,
  columns: readonly Column[],
  key: readonly NoInfer<Column>[] = getPrimaryKey(name) as readonly Column[],
): Table<Name, Column> {
  return { name, columns, key };
}

/** The written columns of a row of a `Table`. */
export type RowOf<Written> = Written extends Table<infer Name, infer Column> ? TableRow<Name, Column> : never;

/** Serialising this many rows blocks the event loop for about twenty milliseconds. */
const rowsPerStatement = 1_000;

/** Inserts the rows, or updates those whose key exists: a statement for some hundreds of them. */
export async function writeRows<Name extends TableName, Column extends ColumnOf<Name>>(
  client: PoolClient,
  table: Table<Name, Column>,
  rows: readonly TableRow<NoInfer<Name>, NoInfer<Column>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { name, columns, key } = table;
  const updated = columns.filter((column) => !key.includes(column));
  const action =
    updated.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${updated.map((column) => `${column} = ${updatedValue(name, column)}`).join(', ')}`;
  // Both times of a new row come from one clock: the column's default would be that of PostgreSQL.
  const [createdAt, createdAtValue] = isTimed(columns)
    ? [', created_at', ', given.updated_at::timestamptz']
    : ['', ''];
  const statement = `INSERT INTO ${name} (${columns.join(', ')}${createdAt}) ${selectRows(name, columns, createdAtValue)}
     ON CONFLICT (${key.join(', ')}) DO ${action}`;
  for await (const slice of inSlices(rows, rowsPerStatement)) {
    await client.query(statement, columnArrays(name, columns, slice));
  }
}

/** Deletes the rows whose members equal those of one of `matches`. */
export async function deleteRows<
  Name extends TableName,
  Column extends ColumnOf<Name>,
  Matched extends Column,
>(
  client: PoolClient,
  { name }: Table<Name, Column>,
  matched: readonly Matched[],
  matches: readonly TableRow<NoInfer<Name>, NoInfer<Matched>>[],
): Promise<void> {
  const statement = `DELETE FROM ${name} WHERE (${matched.join(', ')}) IN (${selectRows(name, matched)})`;
  for await (const slice of inSlices(matches, rowsPerStatement)) {
    await client.query(statement, columnArrays(name, matched, slice));
  }
}

/** Every table with this column also has `created_at`. */
const updateTime = 'updated_at';

function isTimed(columns: readonly string[]): boolean {
  return columns.includes(updateTime);
}

/** Returns the SQL of a written value. A process with a late clock must not write that a row changed before it was created. */
function updatedValue(table: string, column: string): string {
  const value = `excluded.${column}`;
  return column === updateTime ? `greatest(${value}, ${table}.created_at)` : value;
}

// Every column travels as text and is cast back, so that JSON reaches the table byte for byte.
function selectRows(table: TableName, columns: readonly string[], also = ''): string {
  const casts = columns.map((column) => `given.${column}::${getColumnType(table, column)}`);
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`);
  return `SELECT ${casts.join(', ')}${also} FROM unnest(${arrays.join(', ')}) AS given(${columns.join(', ')})`;
}

function columnArrays<Column extends string>(
  table: TableName,
  columns: readonly Column[],
  rows: readonly { readonly [Each in Column]: unknown }[],
): (string | null)[][] {
  return columns.map((column) => {
    const type = getColumnType(table, column);
    return rows.map((row) => toText(row[column], type));
  });
}

function toText(value: unknown, type: string): string | null {
  // A json column that may be null has no use for a JSON null.
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (type === 'text[]') return `{${(value as string[]).map(quoted).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(entry: string): string {
  return `"${entry.replaceAll(/[\\"]/g, '\\$&')}"`;
}
