import type { Server } from 'node:http';
import { createPool } from '@bunting/database';
import {
  createDatabaseCheck,
  createHttpServer,
  createReadiness,
  createRegistry,
  createTally,
  listen,
} from '@bunting/http';
import { createTestDatabase, keepSecrets } from '@bunting/local/testing';
import { createTestLog, type LogLine } from '@bunting/local/testing-apps';
import { filledWith } from '@bunting/local/testing-filling';
import { createApp } from '../src/app.ts';
import { createMemoryBudget, type MemoryBudget } from '../src/body/memory-budget.ts';
import { createOrganisationTurns } from '../src/snapshot/organisation-turns.ts';
import { createRepositoryQueue } from '../src/snapshot/repository-queue.ts';
import { mostReferences } from '../src/snapshot/store-snapshot.ts';
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
  options: { document?: object; maxBodyBytes?: number; memoryBytes?: number; mostReferences?: number } = {},
): Promise<RunningApp> {
  const { document = organisations, maxBodyBytes = 50 * 1024 * 1024 } = options;
  const database = await createTestDatabase(filledWith(document));
  const { log, lines } = createTestLog('coderefs-api');
  const pool = createPool(database.url);
  const snapshotPool = createPool(database.url, { max: 4 });
  keepSecrets(document);
  await pool.query(`UPDATE api_token SET revoked_at = now() WHERE name = 'old'`);

  const memory = createMemoryBudget(options.memoryBytes ?? 4 * maxBodyBytes);
  const registry = createRegistry({ withProcessMetrics: false });
  const app = createApp({
    pool,
    snapshotPool,
    organisations: createOrganisationTurns(),
    repositories: createRepositoryQueue(),
    memory,
    maxBodyBytes,
    mostReferences: options.mostReferences ?? mostReferences,
    snapshots: createTally({
      registry,
      name: 'code_reference_snapshots_total',
      help: 'Snapshots.',
      label: 'outcome',
    }),
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
      await Promise.all([pool.end(), snapshotPool.end()]);
      await database.drop();
    },
  };
}
