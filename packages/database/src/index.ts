/**
 * The names that every service needs. The migrations have an entry point of their own, because they take a while to
 * load.
 */
export { leastIdAt, maxChangeMs, newId } from './new-id.ts';
export { createPool } from './pool/create-pool.ts';
export type { Database } from './pool/database.ts';
export { isDatabaseAway } from './pool/is-database-away.ts';
export { withTransaction } from './pool/with-transaction.ts';
export { minMomentMs } from './storable-moment.ts';
export { shortStorableText, storableText } from './storable-text.ts';
export {
  getColumnType,
  getPrimaryKey,
  type ColumnOf,
  type TableName,
  type TableRow,
} from './tables/table-row.ts';
