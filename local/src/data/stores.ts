import { join } from 'node:path';
import {
  Failure,
  findFreePort,
  getErrorMessage,
  startPostgres,
  startRedis,
  type LocalPostgres,
  type LocalRedis,
} from '@bunting/embedded-servers';
import { Redis } from 'ioredis';
import pg from 'pg';
import { waitForExit, keepRunning } from '../processes/keep-running.ts';
import type { ProcessRegistry } from '../processes/process-registry.ts';
import type { Settings } from '../settings.ts';

/** The dependencies of every part of the start command. */
export interface Dependencies {
  readonly settings: Settings;
  /** The environment, from which services get their variables. */
  readonly env: NodeJS.ProcessEnv;
  readonly registry: ProcessRegistry;
  /** Tells the person at the console what happened. */
  readonly report: (message: string) => void;
}

/** A server that is there until `stop`, ours or somebody else's. */
export interface Provided {
  readonly url: string;
  stop(): Promise<void>;
}

/** Other names than the superuser's, which is `bunting` as well. */
const [role, database] = ['bunting_app', 'bunting'];

/** Provides the PostgreSQL that DATABASE_URL names, or one of our own in the data directory. */
export async function provideDatabase(dependencies: Dependencies, password: string): Promise<Provided> {
  const { databaseUrl, dataDir } = dependencies.settings;
  if (databaseUrl !== undefined) return foreign('DATABASE_URL', databaseUrl, 'PostgreSQL', connect);
  const options = { dataDir: join(dataDir, 'postgres'), port: await findFreePort() };
  return keepOwn('PostgreSQL', dependencies, () =>
    startPostgres({ ...options, login: { role, password, database }, detached: true }),
  );
}

/** Provides the Redis that REDIS_URL names, or one of our own in the data directory, run by `program`. */
export async function provideRedis(
  dependencies: Dependencies,
  program: string | undefined,
  password: string,
): Promise<Provided> {
  const { redisUrl, dataDir } = dependencies.settings;
  if (redisUrl !== undefined) return foreign('REDIS_URL', redisUrl, 'Redis', ping);
  const options = { dataDir: join(dataDir, 'redis'), port: await findFreePort() };
  return keepOwn('Redis', dependencies, () =>
    startRedis({ ...options, program: program!, password, detached: true }),
  );
}

async function keepOwn(
  name: string,
  { registry, report }: Dependencies,
  start: () => Promise<LocalPostgres | LocalRedis>,
): Promise<Provided> {
  let url = '';
  const startOne = async () => {
    const server = await start();
    registry.watch(name, server.process);
    url = server.url;
    return { ended: waitForExit(server.process), stop: () => server.stop() };
  };
  const kept = await keepRunning(name, startOne, report);
  return { url, stop: () => kept.stop() };
}

async function foreign(
  variable: string,
  url: string,
  name: string,
  tryIt: (url: string) => Promise<void>,
): Promise<Provided> {
  await tryIt(url).catch((error: unknown) => {
    // A URL may carry a password: only its host is shown.
    const host = new URL(url).host || 'no host';
    throw new Failure(
      `Can't connect to ${variable} (${host}: ${getErrorMessage(error)}): start that server, correct the address, or unset it ` +
        `to use an embedded ${name}.`,
    );
  });
  return { url, stop: async () => {} };
}

async function connect(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

async function ping(url: string): Promise<void> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 5_000, retryStrategy: () => null });
  let problem: unknown;
  redis.on('error', (error) => (problem = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    throw problem ?? error;
  } finally {
    redis.disconnect();
  }
}
