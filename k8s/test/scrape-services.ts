import { createTestDatabase, startTestRedis, startTestService } from '@bunting/testing';
import { services } from '../../local/src/services.ts';

/** Starts every built service in its own process and reads `/metrics`: service → text. */
export async function scrapeServices(): Promise<ReadonlyMap<string, string>> {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  try {
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    return new Map(
      await Promise.all(services.map(async ({ name }) => [name, await scrape(name, env)] as const)),
    );
  } finally {
    await Promise.all([database.drop(), redis.stop()]);
  }
}

async function scrape(name: string, env: Record<string, string>): Promise<string> {
  const service = await startTestService(name, env);
  try {
    return await (await service.get('/metrics')).text();
  } finally {
    await service.stop('SIGKILL');
  }
}

export interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** Parses the metrics of a text as Prometheus does. */
export function parseMetrics(exposition: string): Metric[] {
  const helps = new Map(
    [...exposition.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => [name!, help!]),
  );
  return [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
    name: name!,
    type: type!,
    help: helps.get(name!) ?? '',
  }));
}
