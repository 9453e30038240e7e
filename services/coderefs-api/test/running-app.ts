import type { Server } from 'node:http';
import { createHttpServer, createServiceContext, listen, type openPostgres } from '@bunting/service';
import { createRegistry } from '@bunting/observability';
import { createTestDatabase } from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';
import { createTestLog, type LogLine } from '@bunting/testing/apps';
import { filledWith } from '@bunting/testing/filling';
import { createApp } from '../src/app.ts';
import { readCoderefsApiConfig } from '../src/config.ts';
import { createMemoryBudget, type MemoryBudget } from '../src/body/memory-budget.ts';
import { openDependencies } from '../src/open-dependencies.ts';
import type { TypesLimits } from '../src/types/read-types.ts';
import { organisations } from './organisations.ts';

export interface RunningApp {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
  readonly pool: ReturnType<typeof openPostgres>;
  readonly memory: MemoryBudget;
  readonly typesMemory: MemoryBudget;
  /** All lines that the service logged. */
  readonly lines: LogLine[];
  stop(): Promise<void>;
}

/** Starts the application in this process, with its own database, to which `document` was applied. */
export async function startApp(
  options: {
    document?: object;
    maxBodyBytes?: number;
    memoryBytes?: number;
    maxReferences?: number;
    typesLimits?: TypesLimits;
  } = {},
): Promise<RunningApp> {
  const { document = organisations, maxBodyBytes = 50 * 1024 * 1024 } = options;
  const service = 'coderefs-api';
  const { log, lines } = createTestLog(service);
  const database = await createTestDatabase(filledWith(document));
  const config = {
    ...readCoderefsApiConfig({ DATABASE_URL: database.url }, (warning) => log.warn(warning)),
    CODE_REFERENCES_MAX_BODY_BYTES: maxBodyBytes,
  };
  const registry = createRegistry({ withProcessMetrics: false });
  const context = createServiceContext({ service, config, log, registry });
  context.defer(() => database.drop());
  recordSecrets(document);
  const opened = openDependencies(context);
  const { pool } = opened;
  await pool.query(`UPDATE api_token SET revoked_at = now() WHERE name = 'old'`);
  const memory = options.memoryBytes === undefined ? opened.memory : createMemoryBudget(options.memoryBytes);
  const app = createApp({
    ...context,
    ...opened,
    memory,
    maxReferences: options.maxReferences ?? opened.maxReferences,
    typesLimits: options.typesLimits ?? opened.typesLimits,
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  context.defer(() => listening.drain(1_000));
  const { typesMemory } = opened;
  return { server, port: listening.port, pool, memory, typesMemory, lines, stop: () => context.close() };
}
