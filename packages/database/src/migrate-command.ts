#!/usr/bin/env node
/**
 * `bunting-migrate`: brings the database named by DATABASE_URL to the newest schema; where that leads through a pooler,
 * DATABASE_DIRECT_URL names it.
 * `bunting-migrate --wait`: changes nothing, and ends when somebody else has.
 */
import { parseArgs } from 'node:util';
import { migrate, untilMigrated } from './migrations/migrate.ts';
import { MigrationError } from './migrations/migration-error.ts';

const databaseUrl = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL'];
try {
  if (!databaseUrl) throw new MigrationError("Set DATABASE_URL to the database's address.");
  if (readArguments().wait) {
    await untilMigrated({ databaseUrl, log: console.log });
    console.log('The database is up to date.');
  } else {
    const { applied } = await migrate({ databaseUrl, log: console.log });
    for (const name of applied) console.log(`Applied ${name}.`);
    if (applied.length === 0) console.log('The database is up to date.');
  }
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function readArguments(): { wait: boolean } {
  try {
    return parseArgs({ options: { wait: { type: 'boolean', default: false } } }).values;
  } catch {
    throw new MigrationError('The only option is --wait: wait until another process has migrated.');
  }
}
