#!/usr/bin/env node
/** `bunting-migrate`: brings the database named by DATABASE_URL to the newest schema. */
import { migrate } from './migrate.ts';
import { MigrationError } from './migration-error.ts';

const databaseUrl = process.env['DATABASE_URL'];
try {
  if (!databaseUrl) throw new MigrationError('Set DATABASE_URL to the address of the database to migrate.');
  const { applied } = await migrate({ databaseUrl, log: console.log });
  for (const name of applied) console.log(`Applied ${name}.`);
  if (applied.length === 0) console.log('The database is up to date.');
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
