#!/usr/bin/env node
/** `bunting-bootstrap FILE`: applies a document to DATABASE_URL and, if it is told where Redis is, announces the change there. */
import {
  createRedis,
  redisFields,
  redisRules,
  redisTargetOf,
  untilRedisReady,
  type RedisConnection,
  type RedisTarget,
} from '@bunting/redis';
import { ProblemsFound } from '@bunting/definitions';
import { readConfig } from '@bunting/config';
import { createPool } from '@bunting/database';
import { readFile } from 'node:fs/promises';
import { digestOf } from './applied-document.ts';
import { applyDocument } from './apply-document.ts';
import type { Applied } from './apply-document.ts';
import { parseDocument } from './parse-document.ts';

const [file] = process.argv.slice(2);
const { DATABASE_URL: databaseUrl } = process.env;

if (file === undefined) fail('Name the document to apply: bunting-bootstrap FILE');
else if (!databaseUrl) fail('Set DATABASE_URL to the address of the database to apply the document to.');
else await applyFile(file, databaseUrl);

async function applyFile(path: string, url: string): Promise<void> {
  const pool = createPool(url, { max: 2 });
  const log = { info: () => {}, warn: () => {} };
  let redis: RedisConnection | undefined;
  try {
    const target = readRedisTarget();
    redis = target && createRedis(target, { name: 'bootstrap', log });
    // Evaluators find what could not be announced when they next poll.
    if (redis) await untilRedisReady(redis, 1_000);
    const options = {
      pool,
      redis,
      secretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY'] || undefined,
      previousSecretsEncryptionKey: process.env['SECRETS_ENCRYPTION_KEY_PREVIOUS'] || undefined,
      allowInsecureTargets: process.env['WEBHOOK_ALLOW_INSECURE_TARGETS'] === 'true',
    };
    const text = await readFile(path, 'utf8');
    report(path, await applyDocument({ ...options, digest: digestOf(text) }, parseDocument(text)));
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

/** Undefined when nothing at all is said of Redis. */
function readRedisTarget(): RedisTarget | undefined {
  const isTold = Object.keys(redisFields).some((name) => process.env[name]?.trim());
  if (!isTold) return undefined;
  return redisTargetOf(readConfig(process.env, redisFields, () => {}, redisRules));
}

function report(path: string, { recorded, publications, generated, warnings }: Applied): void {
  console.log(
    `${path} is applied. Changes: ${recorded.length}. Environments published: ${publications.length}.`,
  );
  if (warnings.length > 0) console.log('Not done:');
  for (const { path: place, message } of warnings) console.log(`  ${place}: ${message}`);
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
