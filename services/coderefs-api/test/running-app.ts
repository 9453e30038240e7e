import type { Server } from 'node:http';
import { createLastUses } from '@bunting/authentication';
import {
  createDatabaseCheck,
  createHttpServer,
  createReadiness,
  createServiceContext,
  listen,
  openPostgres,
} from '@bunting/service';
import { createRegistry } from '@bunting/observability';
import { createTestDatabase, recordSecrets } from '@bunting/testing';
import { createTestLog, type LogLine } from '@bunting/testing/apps';
import { filledWith } from '@bunting/testing/filling';
import { createApp } from '../src/app.ts';
import { readCoderefsApiConfig } from '../src/config.ts';
import { createMemoryBudget, type MemoryBudget } from '../src/body/memory-budget.ts';
import { createOrganisationSemaphores } from '../src/snapshot/organisation-semaphores.ts';
import { createRepositoryQueue } from '../src/snapshot/repository-queue.ts';
import { createSnapshotCounter } from '../src/snapshot-metrics.ts';
import { maxReferences } from '../src/snapshot/store-snapshot.ts';
import { organisations } from './organisations.ts';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof openPostgres>;
  readonly memory: MemoryBudget;
  /** All lines that the service logged. */
  readonly lines: LogLine[];
  stop(): Promise<void>;
}

/** The application in this process, with its own database, to which `document` was applied. */
export async function startApp(
  options: { document?: object; maxBodyBytes?: number; memoryBytes?: number; maxReferences?: number } = {},
): Promise<RunningApp> {
  const { document = organisations, maxBodyBytes = 50 * 1024 * 1024 } = options;
  const service = 'coderefs-api';
  const { log, lines } = createTestLog(service);
  const database = await createTestDatabase(filledWith(document));
  const config = readCoderefsApiConfig({ DATABASE_URL: database.url }, (warning) => log.warn(warning));
  const registry = createRegistry({ withProcessMetrics: false });
  const context = createServiceContext({ service, config, log, registry });
  context.defer(() => database.drop());
  const pool = openPostgres(context, 'main');
  const snapshotPool = openPostgres(context, 'snapshots', { max: 4 });
  recordSecrets(document);
  await pool.query(`UPDATE api_token SET revoked_at = now() WHERE name = 'old'`);

  const memory = createMemoryBudget(options.memoryBytes ?? 4 * maxBodyBytes);
  const tokenUses = createLastUses({ pool, table: 'api_token', log });
  context.defer(() => tokenUses.close());
  const app = createApp({
    ...context,
    pool,
    tokenUses,
    snapshotPool,
    organisations: createOrganisationSemaphores(),
    repositories: createRepositoryQueue(),
    memory,
    maxBodyBytes,
    maxReferences: options.maxReferences ?? maxReferences,
    snapshots: createSnapshotCounter(registry),
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck(pool),
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  context.defer(() => listening.drain(1_000));
  return { server, port: listening.port, pool, memory, lines, stop: () => context.close() };
}
