import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Failure, reasonOf } from '@bunting/embedded-servers';
import { findFreePort } from '@bunting/embedded-servers';
import { endOf, keepRunning } from './keep-running.ts';
import { startRedis } from '@bunting/embedded-servers';
import type { Provided, Dependencies } from './start-dependencies.ts';

/** The Redis that REDIS_URL names, or one in the data directory that `program` runs. */
export async function provideRedis(
  dependencies: Dependencies,
  program: string | undefined,
  password: string,
): Promise<Provided> {
  const { redisUrl } = dependencies.settings;
  if (redisUrl === undefined) return startOwn(dependencies, program!, password);
  await ping(redisUrl).catch((error: unknown) => {
    throw new Failure(
      `REDIS_URL cannot be used (${new URL(redisUrl).host}: ${reasonOf(error)}): start that server, correct the ` +
        'address, or unset it to use one that is started for you.',
    );
  });
  return { url: redisUrl, stop: async () => {} };
}

async function startOwn(
  { settings, registry, report }: Dependencies,
  program: string,
  password: string,
): Promise<Provided> {
  const port = await findFreePort();
  let url = '';
  const kept = await keepRunning(
    'Redis',
    async () => {
      const server = await startRedis({
        program,
        dataDir: join(settings.dataDir, 'redis'),
        port,
        password,
        detached: true,
      });
      registry.watch('Redis', server.process);
      url = server.url;
      return { ended: endOf(server.process), stop: () => server.stop() };
    },
    report,
  );
  return { url, stop: () => kept.stop() };
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
