#!/usr/bin/env node
/** `bunting-bootstrap FILE`: applies a document to DATABASE_URL and, if Redis is configured, announces the change there. */
import {
  createRedis,
  redisFields,
  redisRules,
  toRedisTarget,
  untilRedisReady,
  type RedisConnection,
  type RedisTarget,
} from '@bunting/redis';
import { ProblemsFound } from '@bunting/definitions/checks';
import { readConfig } from '@bunting/config';
import { createPool } from '@bunting/database';
import { readFile } from 'node:fs/promises';
import { hashDocument } from './document/applied-document.ts';
import { type Applied, applyDocument } from './apply/apply-document.ts';
import { readDocumentRules } from './document-rules.ts';
import { parseDocument, textOfDocument } from './document/document-yaml.ts';

const [file] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl } = process.env;

if (file === undefined) fail('Usage: bunting-bootstrap FILE');
else if (!databaseUrl) fail("Set DATABASE_URL to the database's address.");
else await applyFile(file, databaseUrl);

async function applyFile(path: string, url: string): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const log = { info: () => {}, warn: () => {} };
  let redis: RedisConnection | undefined;
  try {
    const target = readRedisTarget();
    redis = target && createRedis(target, { name: 'bootstrap', log });
    // If Redis does not answer, evaluators find the change at their next poll.
    if (redis) await untilRedisReady(redis, 1_000);
    const options = {
      pool,
      redis,
      secretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY'] || undefined,
      previousSecretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY_PREVIOUS'] || undefined,
      ...readDocumentRules(process.env),
    };
    const text = textOfDocument(await readFile(path));
    report(path, await applyDocument({ ...options, digest: hashDocument(text) }, parseDocument(text)));
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

/** Returns undefined if no variable configures Redis. */
function readRedisTarget(): RedisTarget | undefined {
  const isConfigured = Object.keys(redisFields).some((name) => process.env[name]?.trim());
  if (!isConfigured) return undefined;
  return toRedisTarget(readConfig(process.env, redisFields, () => {}, redisRules));
}

function report(path: string, { recorded, publications, generated, warnings }: Applied): void {
  console.log(
    `Applied ${path}. Changes: ${recorded.length}. Environments published: ${publications.length}.`,
  );
  if (warnings.length > 0) console.log('Not applied:');
  for (const { path: where, message } of warnings) console.log(`  ${where}: ${message}`);
  if (generated.length > 0)
    console.log("Generated, because the document doesn't set them, and shown only once:");
  for (const { path: where, subject, value } of generated) console.log(`  ${where} (${subject}): ${value}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function reasonOf(error: unknown): string {
  // The error of a connection refused on several addresses has its message only in its parts.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
