import { createCatalogue } from '@bunting/evaluator';
import { DatafileUnavailable } from './datafile-unavailable.ts';
import type { PostgresFragments } from './postgres-fragments.ts';
import {
  readEnvironmentChange,
  readWholeEnvironment,
  type EnvironmentChange,
  type WholeEnvironment,
} from './read-environment.ts';
import type { RedisCopy } from './redis-copy.ts';
import { createSliceQueue } from './slice-queue.ts';
import type { TroubleLog } from './trouble-log.ts';

/** Where environments come from: PostgreSQL, and Redis while that is away. */
export interface EnvironmentSource {
  /** From PostgreSQL alone. Undefined: there is no such environment. */
  readChange(environmentId: string, aboveVersion: number): Promise<EnvironmentChange | undefined>;
  /** Likewise. */
  readWhole(environmentId: string): Promise<WholeEnvironment | undefined>;
  /** From Redis if need be. Rejects with DatafileUnavailable when it is nowhere to be had. */
  readAnywhere(environmentId: string): Promise<FoundEnvironment>;
  findEnvironments(keyHashes: readonly string[]): Promise<FoundEnvironments>;
}

export interface FoundEnvironment {
  readonly whole: WholeEnvironment | undefined;
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

  const readWhole = (environmentId: string) =>
    readWholeEnvironment(postgres.readPages(environmentId, -1), compiler);

  const refuse = (cause: unknown): never => {
    throw new DatafileUnavailable('Neither PostgreSQL nor Redis can be reached.', { cause });
  };

  return {
    readWhole,

    readChange: (environmentId, aboveVersion) =>
      readEnvironmentChange(postgres.readPages(environmentId, aboveVersion), compiler),

    async readAnywhere(environmentId) {
      try {
        const result = { whole: await readWhole(environmentId), from: 'postgres' } as const;
        trouble.worked('Loading a datafile from PostgreSQL');
        return result;
      } catch (error) {
        trouble.failed('Loading a datafile from PostgreSQL', error);
      }
      const whole = await readWholeEnvironment(copy.readPages(environmentId), compiler).catch(refuse);
      if (!whole) throw new DatafileUnavailable('PostgreSQL cannot be reached and Redis holds no copy.');
      return { whole, from: 'redis' };
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
