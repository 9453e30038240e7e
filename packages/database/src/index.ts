export { createPool } from './create-pool.ts';
export { createPrismaClient } from './create-prisma-client.ts';
export { migrate, type MigrateOptions } from './migrate.ts';
export { leastIdAt, newId } from './new-id.ts';
export { withTransaction } from './with-transaction.ts';
export type { PrismaClient } from './generated/client.ts';
