/** The part of PostgreSQL's interface that this package needs; a `pg.Pool` has it. */
export interface Database {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The caller says of which type the rows are, as with pg.
  query<Row extends object>(text: string, values: unknown[]): Promise<{ rows: Row[] }>;
}
