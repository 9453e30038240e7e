/** What a run of tests shares. Jest's own process prepares it when the first test asks (packages/testing/jest/test-run.mjs), and ends it. */

import { findProgram } from '../find-program.ts';

/** The address of the run's PostgreSQL, as a superuser. Its template database is migrated. */
export function sharedPostgresUrl(): Promise<string> {
  return ask('postgres');
}

/** Resolves when `dist/` of every package and service is up to date: whoever runs built code asks first. */
export async function ensureBuilt(): Promise<void> {
  await ask('build');
}

/**
 * A Redis server's program, which is installed first where it is missing and this machine lets us. Looked for, not run to see
 * whether it runs: hundreds of tests ask.
 */
export async function redisProgram(): Promise<string> {
  return findProgram('redis-server') ?? findProgram('valkey-server') ?? ask('redis-program');
}

async function ask(what: 'postgres' | 'build' | 'redis-program'): Promise<string> {
  const run = process.env['TEST_RUN_URL'];
  // Benchmarks and the fuzzer's command run outside of Jest, on what they have built.
  if (run === undefined && what === 'build') return '';
  if (run === undefined)
    throw new Error('TEST_RUN_URL is not set: run tests that need servers through Jest.');
  const answer = await fetch(`${run}/${what}`, { method: 'POST', headers: { Connection: 'close' } });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}
