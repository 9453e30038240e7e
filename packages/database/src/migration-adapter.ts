import { PrismaPg } from '@prisma/adapter-pg';
import { DriverAdapterError, type SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type pg from 'pg';

/**
 * Prisma's driver adapter, but a script goes to PostgreSQL whole. Prisma's own cuts it at every semicolon, those in
 * strings, comments and function bodies included, and sends the pieces one by one, so that a failure leaves the
 * first half. As one message, PostgreSQL runs the script in one transaction.
 */
export function createMigrationAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const factory = new PrismaPg(pool);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connectToShadowDb: () => factory.connectToShadowDb(),
    async connect() {
      const adapter = await factory.connect();
      adapter.executeScript = (script) => runWhole(pool, script);
      return adapter;
    },
  };
}

async function runWhole(pool: pg.Pool, script: string): Promise<void> {
  try {
    await pool.query(script);
  } catch (error) {
    const { code, severity, message, detail, column, hint } = error as pg.DatabaseError;
    if (!code || !severity) throw error;
    throw new DriverAdapterError({ kind: 'postgres', code, severity, message, detail, column, hint });
  }
}
