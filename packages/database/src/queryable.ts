/** What this package needs of PostgreSQL; a `pg.Pool` has it. */
export interface Database {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}
