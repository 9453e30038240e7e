export { PrismaClient } from './generated/client.ts';
export { createPool } from './create-pool.ts';
export { createPrismaClient } from './create-prisma-client.ts';
export { migrate, MigrationError, type MigrateOptions } from './migrate.ts';
export { newId } from './new-id.ts';
export { withTransaction } from './with-transaction.ts';
