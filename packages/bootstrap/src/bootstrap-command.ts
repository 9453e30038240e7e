#!/usr/bin/env node
import { ProblemsFound } from '@bunting/changes';
import { createPool } from '@bunting/database';
import { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import { applyDocument } from './apply-document.ts';
import type { Applied } from './apply-document.ts';
import { parseDocument } from './parse-document.ts';

/** `bunting-bootstrap FILE`: applies a bootstrap document to DATABASE_URL and, if REDIS_URL is set, announces it there. */
async function main([file]: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = environment;
  if (file === undefined) return fail('Which document? Usage: bunting-bootstrap FILE');
  if (!databaseUrl)
    return fail('DATABASE_URL is not set: it names the PostgreSQL database to apply the document to.');
  const text = await readFile(file, 'utf8').catch((error: Error) => error);
  if (text instanceof Error) return fail(`${file} cannot be read: ${text.message}`);
  const pool = createPool(databaseUrl, { max: 1 });
  const redis = redisUrl ? new Redis(redisUrl, { lazyConnect: true, maxRetriesPerRequest: 1 }) : undefined;
  // What cannot be announced is found by the next poll.
  redis?.on('error', () => {});
  try {
    const applied = await applyDocument(
      {
        pool,
        redis,
        secretsEncryptionKey: environment['SECRETS_ENCRYPTION_KEY'] || undefined,
        allowInsecureTargets: environment['WEBHOOK_ALLOW_INSECURE_TARGETS'] === 'true',
      },
      parseDocument(text),
    );
    report(file, applied);
    return 0;
  } catch (error) {
    if (!(error instanceof ProblemsFound))
      return fail(`${file} was not applied: ${(error as Error).message}`);
    return fail(`${file} was not applied:\n${error.message.replaceAll(/^/gm, '  ')}`);
  } finally {
    redis?.disconnect();
    await pool.end();
  }
}

function report(file: string, { recorded, publications, generated }: Applied): void {
  const changed = recorded.length === 0 ? 'nothing to change' : `${recorded.length} changes`;
  console.log(`${file}: ${changed}, ${publications.length} environments published.`);
  if (generated.length === 0) return;
  console.log('Generated, and shown only now:');
  for (const { kind, subject, value } of generated)
    console.log(`  ${kind.replace('_', ' ')} of ${subject}: ${value}`);
}

function fail(message: string): number {
  console.error(message);
  return 1;
}

process.exitCode = await main(process.argv.slice(2), process.env);
