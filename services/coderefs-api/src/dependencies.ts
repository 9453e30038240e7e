import type { LastUses } from '@bunting/authentication';
import type { Logger, FastCounter } from '@bunting/observability';
import type { Pool } from 'pg';
import type { MemoryBudget } from './body/memory-budget.ts';
import type { OrganisationSemaphores } from './snapshot/organisation-semaphores.ts';
import type { RepositoryQueue } from './snapshot/repository-queue.ts';

/** What the two routes work with. */
export interface Dependencies {
  /** For short questions. */
  readonly pool: Pool;
  readonly tokenUses: LastUses;
  /** For snapshots, each of which may hold a connection for seconds: they must not keep the questions waiting. */
  readonly snapshotPool: Pool;
  readonly organisations: OrganisationSemaphores;
  readonly repositories: RepositoryQueue;
  readonly memory: MemoryBudget;
  readonly maxBodyBytes: number;
  /** Of an organisation, stale ones too. */
  readonly maxReferences: number;
  /** Snapshots taken in, by outcome: changed, same. */
  readonly snapshots: FastCounter;
  readonly log: Logger;
}
