import type { Server } from 'node:http';
import { createLastUses } from '@bunting/authentication';
import { createPool } from '@bunting/database';
import { createDatabaseCheck, createHttpServer, createReadiness, listen } from '@bunting/service';
import { createRegistry } from '@bunting/observability';
import { createTestDatabase, recordSecrets } from '@bunting/testing';
import { createTestLog, type LogLine } from '@bunting/testing/apps';
import { filledWith } from '@bunting/testing/filling';
import { createApp } from '../src/app.ts';
import { createMemoryBudget, type MemoryBudget } from '../src/body/memory-budget.ts';
import { createOrganisationSemaphores } from '../src/snapshot/organisation-turns.ts';
import { createRepositoryQueue } from '../src/snapshot/repository-queue.ts';
import { createSnapshotCounter } from '../src/snapshot-metrics.ts';
import { organisations } from './organisations.ts';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof createPool>;
  readonly memory: MemoryBudget;
  /** What the service logged, at every level. */
  readonly lines: LogLine[];
  stop(): Promise<void>;
}

/** The application in this process, on a database of its own that holds `document`. */
export async function startApp(
  options: { document?: object; maxBodyBytes?: number; memoryBytes?: number } = {},
): Promise<RunningApp> {
  const { document = organisations, maxBodyBytes = 50 * 1024 * 1024 } = options;
  const database = await createTestDatabase(filledWith(document));
  const { log, lines } = createTestLog('coderefs-api');
  const pool = createPool(database.url);
  const snapshotPool = createPool(database.url, { max: 4 });
  recordSecrets(document);
  await pool.query(`UPDATE api_token SET revoked_at = now() WHERE name = 'old'`);

  const memory = createMemoryBudget(options.memoryBytes ?? 4 * maxBodyBytes);
  const registry = createRegistry({ withProcessMetrics: false });
  const tokenUses = createLastUses({ pool, table: 'api_token', log });
  const app = createApp({
    pool,
    tokenUses,
    snapshotPool,
    organisations: createOrganisationSemaphores(),
    repositories: createRepositoryQueue(),
    memory,
    maxBodyBytes,
    snapshots: createSnapshotCounter(registry),
    log,
    registry,
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck(pool),
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  return {
    server,
    port: listening.port,
    pool,
    memory,
    lines,
    async stop() {
      await listening.drain(1_000);
      await tokenUses.close();
      await Promise.all([pool.end(), snapshotPool.end()]);
      await database.drop();
    },
  };
}
