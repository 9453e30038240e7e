import type { Logger, Tally } from '@bunting/http';
import type { Pool } from 'pg';
import type { MemoryBudget } from './body/memory-budget.ts';
import type { OrganisationTurns } from './snapshot/organisation-turns.ts';
import type { RepositoryQueue } from './snapshot/repository-queue.ts';

/** What the two routes work with. */
export interface Dependencies {
  /** For short questions. */
  readonly pool: Pool;
  /** For snapshots, each of which may hold a connection for seconds: they must not keep the questions waiting. */
  readonly snapshotPool: Pool;
  readonly organisations: OrganisationTurns;
  readonly repositories: RepositoryQueue;
  readonly memory: MemoryBudget;
  readonly maxBodyBytes: number;
  /** Of an organisation, stale ones too. */
  readonly mostReferences: number;
  /** Snapshots taken in, by outcome: changed, same. */
  readonly snapshots: Tally;
  readonly log: Logger;
}
