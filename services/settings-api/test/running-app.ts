import type { Server } from 'node:http';
import { createRedis, untilRedisReady } from '@bunting/access';
import { applyDocument } from '@bunting/bootstrap';
import { createSealingKey } from '@bunting/changes';
import { createPool } from '@bunting/database';
import {
  createDatabaseCheck,
  createHttpServer,
  createLogger,
  createReadiness,
  createRegistry,
  listen,
} from '@bunting/http';
import { createTestDatabase, startTestRedis } from '@bunting/local/testing';
import { createApp } from '../src/app.ts';

export const staffToken = 'staff-token-for-nothing-but-these-tests';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof createPool>;
  readonly redis: ReturnType<typeof createRedis>;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** What the service logged, at every level. */
  readonly lines: Record<string, unknown>[];
  stop(): Promise<void>;
}

/** The settings interface in this process, on a database and a Redis of its own that hold `document`. */
export async function startApp(options: { document: object }): Promise<RunningApp> {
  const [database, redisServer] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  const log = createLogger({ service: 'settings-api', level: 'debug', destination });
  const pool = createPool(database.url);
  const redis = createRedis(redisServer.url, { name: 'settings-api', log });
  await untilRedisReady(redis, 5_000);
  await applyDocument({ pool, redis }, options.document);

  const app = createApp({
    pool,
    redis,
    sessions: { find: async () => undefined },
    sealingKey: createSealingKey('a key for nothing but the tests of sealed secrets'),
    staffToken,
    log,
    now: Date.now,
    registry: createRegistry({ withProcessMetrics: false }),
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck({ ask: () => pool.query('SELECT 1') }),
    maxBodyBytes: 1024 * 1024,
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  return {
    server,
    port: listening.port,
    pool,
    redis,
    databaseUrl: database.url,
    redisUrl: redisServer.url,
    lines,
    async stop() {
      await listening.drain(1_000);
      redis.disconnect();
      await pool.end();
      await Promise.all([database.drop(), redisServer.stop()]);
    },
  };
}
