/** Asks Jest's own process for what a run of tests shares. It prepares each part at the first request (packages/testing/jest/test-run.mjs). */

import { findProgram } from '../find-program.ts';

/**
 * Returns the URL of the run's PostgreSQL, for a superuser. Its template database is migrated. Rejects outside of
 * Jest.
 */
export function sharedPostgresUrl(): Promise<string> {
  return ask('postgres');
}

/** Returns a folder with a cluster of PostgreSQL, of which servers may get copies; `undefined` outside of Jest. */
export async function clusterToCopy(): Promise<string | undefined> {
  return process.env['TEST_RUN_URL'] === undefined ? undefined : ask('cluster');
}

/** Resolves when `dist/` of every package and service is up to date. Tests call it before they run built code. Rejects if the build fails. */
export async function ensureBuilt(): Promise<void> {
  await ask('build');
}

/**
 * Returns the path of a Redis server program. Installs one if there is none and this machine permits it. The program is only searched
 * for, not run, because hundreds of suites ask.
 */
export async function redisProgram(): Promise<string> {
  return findProgram('redis-server') ?? findProgram('valkey-server') ?? ask('redis-program');
}

/**
 * Returns a value that the module at this URL starts once for all files of a run: at the first request Jest's own process calls its
 * `startShared`, which returns the `value`, as JSON, and a `stop` for the end of the run. Rejects outside of Jest.
 */
export async function sharedByRun<Value>(moduleUrl: string): Promise<Value> {
  return JSON.parse(await ask(`shared?${moduleUrl}`)) as Value;
}

async function ask(
  what: 'postgres' | 'cluster' | 'build' | 'redis-program' | `shared?${string}`,
): Promise<string> {
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
