#!/usr/bin/env node
/** `bunting-bootstrap FILE`: applies a document to DATABASE_URL and, with REDIS_URL, announces the change there. */
import { ProblemsFound } from '@bunting/changes';
import { createPool } from '@bunting/database';
import { Redis } from 'ioredis';
import { readFile } from 'node:fs/promises';
import { applyDocument } from './apply-document.ts';
import type { Applied } from './apply-document.ts';
import { parseDocument } from './parse-document.ts';

const [file] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = process.env;

if (file === undefined) fail('Name the document to apply: bunting-bootstrap FILE');
else if (!databaseUrl) fail('Set DATABASE_URL to the address of the database to apply the document to.');
else await applyFile(file, databaseUrl);

async function applyFile(path: string, url: string): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1 }) : undefined;
  // Evaluators find what could not be announced when they next poll.
  redis?.on('error', () => {});
  try {
    const options = {
      pool,
      redis,
      secretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY'] || undefined,
      previousSecretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY_PREVIOUS'] || undefined,
      allowInsecureTargets: process.env['WEBHOOK_ALLOW_INSECURE_TARGETS'] === 'true',
    };
    report(path, await applyDocument(options, parseDocument(await readFile(path, 'utf8'))));
  } catch (error) {
    const isListed = error instanceof ProblemsFound;
    fail(
      `${path} was not applied:${isListed ? `\n${error.message.replaceAll(/^/gm, '  ')}` : ` ${reasonOf(error)}`}`,
    );
  } finally {
    redis?.disconnect();
    await pool.end();
  }
}

function report(path: string, { recorded, publications, generated }: Applied): void {
  console.log(
    `${path} is applied. Changes: ${recorded.length}. Environments published: ${publications.length}.`,
  );
  if (generated.length > 0) console.log('Made up because the document leaves them out, and shown only now:');
  for (const { path: place, subject, value } of generated) console.log(`  ${place} (${subject}): ${value}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function reasonOf(error: unknown): string {
  // A connection that was refused on several addresses says so in its parts only.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
