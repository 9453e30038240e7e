import { createCatalogue } from '@bunting/evaluator';
import { DatafileUnavailable } from './datafile-unavailable.ts';
import type { PostgresFragments } from './postgres-fragments.ts';
import { readEnvironment, type ReadEnvironment } from './read-environment.ts';
import type { RedisCopy } from './redis-copy.ts';
import { createSliceQueue } from './slice-queue.ts';
import type { TroubleLog } from './trouble-log.ts';

/** Where environments come from: PostgreSQL, and Redis while that is away. */
export interface EnvironmentSource {
  /**
   * What was written above a version (-1: everything), from PostgreSQL alone. Undefined: there is no such environment.
   */
  read(environmentId: string, aboveVersion: number): Promise<ReadEnvironment | undefined>;
  /** Everything, wherever it is to be had. Rejects with DatafileUnavailable when that is nowhere. */
  readAnywhere(environmentId: string): Promise<Found>;
  findEnvironments(keyHashes: readonly string[]): Promise<FoundEnvironments>;
}

export interface Found {
  readonly read: ReadEnvironment | undefined;
  readonly from: 'postgres' | 'redis';
}

export interface FoundEnvironments {
  /** Environment ids by key hash. */
  readonly found: ReadonlyMap<string, string>;
  /** Whether what is absent does not exist. Redis lacks the keys that were made while it was away. */
  readonly isComplete: boolean;
}

/** Of one turn of the event loop, for all environments together. */
const sliceMs = 4;

export function createEnvironmentSource(options: {
  postgres: PostgresFragments;
  copy: RedisCopy;
  trouble: TroubleLog;
}): EnvironmentSource {
  const { postgres, copy, trouble } = options;
  const compiler = { slices: createSliceQueue({ budgetMs: sliceMs }), catalogue: createCatalogue() };

  const read = (environmentId: string, aboveVersion: number) =>
    readEnvironment(postgres.readPages(environmentId, aboveVersion), compiler);

  const refuse = (cause: unknown): never => {
    throw new DatafileUnavailable('Neither PostgreSQL nor Redis can be reached.', { cause });
  };

  return {
    read,

    async readAnywhere(environmentId) {
      try {
        const result = { read: await read(environmentId, -1), from: 'postgres' } as const;
        trouble.worked('Loading a datafile from PostgreSQL');
        return result;
      } catch (error) {
        trouble.failed('Loading a datafile from PostgreSQL', error);
      }
      const copied = await readEnvironment(copy.readPages(environmentId), compiler).catch(refuse);
      if (!copied) throw new DatafileUnavailable('PostgreSQL cannot be reached and Redis holds no copy.');
      return { read: copied, from: 'redis' };
    },

    async findEnvironments(keyHashes) {
      try {
        const found = await postgres.findEnvironments(keyHashes);
        trouble.worked('Looking up a key in PostgreSQL');
        return { found, isComplete: true };
      } catch (error) {
        trouble.failed('Looking up a key in PostgreSQL', error);
      }
      return { found: await copy.findEnvironments(keyHashes).catch(refuse), isComplete: false };
    },
  };
}
