import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestPool, startTestPostgres, startTestRedis } from '@bunting/testing';
import { documentOfInstallation, staffToken } from './document.ts';
import { startObservedService, type ObservedService } from './observed-service.ts';

export const serviceNames = [
  'settings-api',
  'eval-api',
  'ingest-api',
  'coderefs-api',
  'sync-api',
  'webhook-dispatcher',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export interface Installation {
  /** All six. */
  readonly services: Readonly<Record<ServiceName, ObservedService>>;
  /** For writing what an older release would have stored. */
  readonly database: ReturnType<typeof createTestPool>;
  stop(): Promise<void>;
}

/**
 * Starts the built services of a checkout, with their own PostgreSQL and Redis that this checkout's commands migrated and
 * filled.
 */
export async function startInstallation(checkout: string, path: string): Promise<Installation> {
  const [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  const database = createTestPool(postgres.url);
  const started: ObservedService[] = [];
  const stop = async () => {
    await Promise.all(started.map((service) => service.stop()));
    await database.end();
    await Promise.all([postgres.stop(), redis.stop()]);
  };
  try {
    const env = environmentOf({ postgresUrl: postgres.url, redisUrl: redis.url, path });
    await prepare(checkout, env);
    const services = await Promise.all(
      serviceNames.map(async (name) => {
        const service = await startObservedService({ checkout, name, env });
        started.push(service);
        return [name, service] as const;
      }),
    );
    return { services: Object.fromEntries(services) as Installation['services'], database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Migrates and fills with the operators' commands, which every release has. */
async function prepare(checkout: string, env: Readonly<Record<string, string>>): Promise<void> {
  const run = (command: string, ...words: string[]) =>
    promisify(execFile)(process.execPath, [join(checkout, 'packages', command), ...words], { env });
  const folder = await mkdtemp(join(tmpdir(), 'bunting-fuzz-'));
  try {
    const file = join(folder, 'document.json');
    await writeFile(file, JSON.stringify(documentOfInstallation()));
    await run('database/dist/migrate-command.js');
    await run('bootstrap/dist/bootstrap-command.js', file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the environment variables of all services. The limits of governance are off, because they are not tested
 * here.
 */
function environmentOf(of: { postgresUrl: string; redisUrl: string; path: string }): Record<string, string> {
  return {
    PATH: of.path,
    NODE_ENV: 'production',
    DATABASE_URL: of.postgresUrl,
    REDIS_URL: of.redisUrl,
    EVALUATION_TRACE_SECRET: 'a secret that signs the traces of a fuzzer alone',
    SESSION_SECRET: 'a secret that signs the cookies of a fuzzer alone',
    STAFF_API_TOKEN: staffToken,
    SIGN_UP: 'open',
    PUBLIC_URL: 'https://flags.fuzz.example', // production asks for it
    TRUST_PROXY: '1',
    EVAL_API_RATE_LIMIT_DISABLED: 'true',
    DATAFILE_POLL_INTERVAL_MS: '100',
    LOG_LEVEL: 'warn',
  };
}
