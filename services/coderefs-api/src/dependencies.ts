import type { SharedSemaphore } from '@bunting/async';
import type { LastUses } from '@bunting/authentication';
import type { Logger, FastCounter } from '@bunting/observability';
import type { Pool } from 'pg';
import type { MemoryBudget } from './body/memory-budget.ts';
import type { SnapshotSemaphores } from './snapshot/snapshot-semaphores.ts';
import type { TypesLimits } from './types/read-types.ts';

/** The dependencies of the routes. */
export interface Dependencies {
  /** For short queries. */
  readonly pool: Pool;
  readonly tokenUses: LastUses;
  /** For snapshots. Each may use a connection for seconds, and must not delay the short queries. */
  readonly snapshotPool: Pool;
  readonly semaphores: SnapshotSemaphores;
  readonly memory: MemoryBudget;
  readonly maxBodyBytes: number;
  /** Limit of the stored references of an organisation, stale ones included. */
  readonly maxReferences: number;
  readonly typesSemaphores: SharedSemaphore;
  /** Memory for answers that are not read to their end yet. */
  readonly typesMemory: MemoryBudget;
  readonly typesLimits: TypesLimits;
  /** Counts stored snapshots by outcome: changed, same. */
  readonly snapshots: FastCounter;
  readonly log: Logger;
}
