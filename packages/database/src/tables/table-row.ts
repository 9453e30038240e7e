import { tables } from './tables.ts';

/** A table by name, as the migrations make it. */
export type TableName = keyof typeof tables;

/** The name of a column of the table. */
export type ColumnOf<Name extends TableName> = keyof (typeof tables)[Name]['columns'] & string;

/**
 * A row of a table as pg reads it, or some of its columns:
 *
 * @example
 * client.query<TableRow<'project', 'id' | 'slug'>>('SELECT id, slug FROM project')
 */
export type TableRow<Name extends TableName, Column extends ColumnOf<Name> = ColumnOf<Name>> = {
  readonly [Each in Column]: ValueOf<(typeof tables)[Name]['columns'][Each]>;
};

type ValueOf<Type> = Type extends `${infer NotNull}?`
  ? Values[NotNull & keyof Values] | null
  : Values[Type & keyof Values];

/**
 * The JavaScript type of each column type, as pg parses it. `bigint` stays text, because a number would lose digits.
 */
interface Values {
  uuid: string;
  text: string;
  'text[]': readonly string[];
  smallint: number;
  integer: number;
  bigint: string;
  numeric: string;
  'double precision': number;
  boolean: boolean;
  json: unknown;
  date: Date;
  timestamptz: Date;
  bytea: Buffer;
}

/** Returns PostgreSQL's name of a column's type. */
export function getColumnType(table: TableName, column: string): string {
  const types: Readonly<Record<string, string>> = tables[table].columns;
  return types[column]!.replace('?', '');
}

/** Returns the columns of a table's primary key, in its order. */
export function getPrimaryKey(table: TableName): readonly string[] {
  return tables[table].key;
}
