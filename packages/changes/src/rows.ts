import type { PoolClient } from 'pg';
import { inSlices } from '@bunting/async';

type ColumnType = 'uuid' | 'text' | 'text[]' | 'integer' | 'boolean' | 'json' | 'timestamptz';

/** What the set-based statements need to know about a table: its columns, and those that identify a row. */
export interface Table<Column extends string> {
  readonly name: string;
  readonly columns: Readonly<Record<Column, ColumnType>>;
  readonly key: readonly NoInfer<Column>[];
}

export type Row<Column extends string> = { readonly [name in Column]: unknown };

/** Serialising so many rows takes about twenty milliseconds, during which the event loop is blocked. */
const rowsPerStatement = 1_000;

/** Inserts the rows, or updates those whose key exists, with one statement per thousand rows. */
export async function writeRows<Column extends string>(
  client: PoolClient,
  table: Table<Column>,
  rows: readonly Row<NoInfer<Column>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = Object.keys(table.columns) as Column[];
  const updated = columns.filter((column) => !table.key.includes(column));
  const action =
    updated.length === 0
      ? 'NOTHING'
      : `UPDATE SET ${updated.map((column) => `${column} = ${updatedValue(table, column)}`).join(', ')}`;
  // created_at must come from the clock of updated_at: its default would be the clock of PostgreSQL, which may be ahead.
  const [createdAt, createdAtValue] = isTimed(columns)
    ? [', created_at', ', given.updated_at::timestamptz']
    : ['', ''];
  const statement = `INSERT INTO ${table.name} (${columns.join(', ')}${createdAt}) ${selectRows(table, columns, createdAtValue)}
     ON CONFLICT (${table.key.join(', ')}) DO ${action}`;
  for await (const slice of inSlices(rows, rowsPerStatement)) {
    await client.query(statement, columnArrays(table, columns, slice));
  }
}

/** Deletes the rows whose columns `matched` equal those of an entry of `matches`. */
export async function deleteRows<Column extends string, Matched extends Column>(
  client: PoolClient,
  table: Table<Column>,
  matched: readonly Matched[],
  matches: readonly Row<NoInfer<Matched>>[],
): Promise<void> {
  const statement = `DELETE FROM ${table.name} WHERE (${matched.join(', ')}) IN (${selectRows(table, matched)})`;
  for await (const slice of inSlices(matches, rowsPerStatement)) {
    await client.query(statement, columnArrays(table, matched, slice));
  }
}

/** Every table with this column also has `created_at`. */
const updateTime = 'updated_at';

function isTimed(columns: readonly string[]): boolean {
  return columns.includes(updateTime);
}

/** A process whose clock is behind must not store that a row changed before it was created. */
function updatedValue({ name }: Pick<Table<string>, 'name'>, column: string): string {
  const value = `excluded.${column}`;
  return column === updateTime ? `greatest(${value}, ${name}.created_at)` : value;
}

// Every column is sent as text and cast back, so that JSON reaches the table byte for byte.
function selectRows<Column extends string>(
  table: Pick<Table<Column>, 'columns'>,
  columns: readonly Column[],
  also = '',
): string {
  const casts = columns.map((column) => `given.${column}::${table.columns[column]}`);
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`);
  return `SELECT ${casts.join(', ')}${also} FROM unnest(${arrays.join(', ')}) AS given(${columns.join(', ')})`;
}

function columnArrays<Column extends string>(
  table: Pick<Table<Column>, 'columns'>,
  columns: readonly Column[],
  rows: readonly Row<Column>[],
): (string | null)[][] {
  return columns.map((column) => rows.map((row) => toText(row[column], table.columns[column])));
}

function toText(value: unknown, type: ColumnType): string | null {
  // In a nullable json column, null is always the SQL null and never the JSON null.
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  if (type === 'text[]') return `{${(value as string[]).map(quoted).join(',')}}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function quoted(entry: string): string {
  return `"${entry.replaceAll(/[\\"]/g, '\\$&')}"`;
}
