/** What every service needs. The Prisma client and the migrations are apart, for they take a while to load. */
export { createPool } from './create-pool.ts';
export { leastIdAt, newId } from './new-id.ts';
export { columnTypeOf, primaryKeyOf, type ColumnOf, type TableName, type TableRow } from './table-row.ts';
export { withTransaction } from './with-transaction.ts';
export type { Database } from './queryable.ts';
