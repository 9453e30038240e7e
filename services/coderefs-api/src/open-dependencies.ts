import { createLastUses } from '@bunting/authentication';
import {
  createDatabaseCheck,
  createReadiness,
  openPostgres,
  type DatabaseCheck,
  type Readiness,
  type ServiceContext,
} from '@bunting/service';
import { createMemoryBudget } from './body/memory-budget.ts';
import type { CoderefsApiConfig } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { createSnapshotCounter } from './snapshot-metrics.ts';
import { createSnapshotSemaphores } from './snapshot/snapshot-semaphores.ts';
import { maxReferences } from './snapshot/store-snapshot.ts';
import { typesLimits } from './types/read-types.ts';
import { createTypesSemaphores } from './types/types-semaphores.ts';

/** Snapshots that are stored at a time. */
const snapshotConnections = 4;
/** A snapshot that finds all connections in use waits for one. */
const connectionTimeoutMs = 60_000;
/** Memory for so many snapshots of the largest size; each organisation gets a quarter of it at most. */
const maxLargestSnapshots = 4;
/** The same for answers with types. */
const maxLargestAnswers = 4;

export interface OpenDependencies extends Omit<Dependencies, 'log'> {
  readonly readiness: Readiness;
  readonly checkDatabase: DatabaseCheck;
}

/** Opens what the routes work with; the context closes it. */
export function openDependencies(context: ServiceContext<CoderefsApiConfig>): OpenDependencies {
  const { config, registry, log } = context;
  const pool = openPostgres(context, 'main', { max: 5 });
  const snapshotPool = openPostgres(context, 'snapshots', {
    max: snapshotConnections,
    connectionTimeoutMillis: connectionTimeoutMs,
  });
  const tokenUses = createLastUses({ pool, table: 'api_token', log });
  context.defer(() => tokenUses.close());
  const checkDatabase = createDatabaseCheck(pool);
  return {
    pool,
    tokenUses,
    snapshotPool,
    semaphores: createSnapshotSemaphores(snapshotConnections),
    memory: createMemoryBudget(maxLargestSnapshots * config.CODE_REFERENCES_MAX_BODY_BYTES),
    maxBodyBytes: config.CODE_REFERENCES_MAX_BODY_BYTES,
    maxReferences,
    typesSemaphores: createTypesSemaphores(),
    typesMemory: createMemoryBudget(maxLargestAnswers * typesLimits.maxBytes),
    typesLimits,
    snapshots: createSnapshotCounter(registry),
    readiness: createReadiness(checkDatabase),
    checkDatabase,
  };
}
