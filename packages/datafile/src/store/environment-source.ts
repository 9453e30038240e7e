import { createInternPool } from '@bunting/evaluator';
import { DatafileUnavailable } from './datafile-unavailable.ts';
import { createSemaphore } from '@bunting/async';
import { createMalformedDefinitions } from './malformed-definitions.ts';
import type { MalformedDefinition, MalformedDefinitions } from './malformed-definitions.ts';
import type { PostgresFragments } from '../fragments/postgres-fragments.ts';
import { neverBelow, type ReadReplica } from './read-replica.ts';
import {
  readEnvironmentChange,
  readWholeEnvironment,
  type EnvironmentChange,
  type WholeEnvironment,
} from './read-environment.ts';
import type { RedisCopy } from '../redis-copy/redis-copy.ts';
import { createSliceQueue } from '@bunting/async';
import type { FragmentPage } from '../fragments/stored-fragment.ts';
import type { FailureLog } from './failure-log.ts';

/**
 * Where environments come from: PostgreSQL, and copies of it while that is away. Its read replica takes what reads it
 * can; what that does not have, or has in a lower version, the primary is asked for, which has the last word.
 */
export interface EnvironmentSource {
  /** Of those held, with the versions held; those that do not exist are absent. */
  readVersions(held: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  /**
   * At `wanted` or above, which PostgreSQL is known to have reached; `primaryOnly`: as the primary has it. Undefined:
   * there is no such environment, or so much has changed that it is better read whole.
   */
  readChange(held: CachedVersion, wanted: number): Promise<EnvironmentChange | undefined>;
  /** From the primary. Undefined: there is no such environment. */
  readWhole(environmentId: string): Promise<WholeEnvironment | undefined>;
  /** From a copy if need be. Rejects with DatafileUnavailable when it is nowhere to be had. */
  readAnywhere(environmentId: string): Promise<FoundEnvironment>;
  findEnvironments(keyHashes: readonly string[]): Promise<FoundEnvironments>;
}

/** What a change is added to. */
export interface CachedVersion {
  readonly environmentId: string;
  readonly version: number;
  readonly malformed: MalformedDefinitions;
}

/** A version that no replica has. */
export const primaryOnly = Number.POSITIVE_INFINITY;

export interface FoundEnvironment {
  readonly whole: WholeEnvironment | undefined;
  /** postgres: as it is. The others are copies: as it was when the primary was last heard of. */
  readonly from: 'postgres' | 'redis' | 'replica';
}

export interface FoundEnvironments {
  /** Environment ids by key hash. */
  readonly found: ReadonlyMap<string, string>;
  /** Whether what is absent does not exist. Copies lack what was made while they were away. */
  readonly isComplete: boolean;
}

interface Copy {
  readonly name: 'redis' | 'replica';
  readPages(environmentId: string): AsyncIterable<FragmentPage>;
  findEnvironments(keyHashes: readonly string[]): Promise<Map<string, string>>;
}

/** Of one turn of the event loop, for all environments together. */
const sliceMs = 4;
/** Each has a page in memory. */
const readersAtOnce = 4;

export function createEnvironmentSource(options: {
  postgres: PostgresFragments;
  replica: ReadReplica | undefined;
  copy: RedisCopy;
  trouble: FailureLog;
  onMalformed: (environmentId: string, definition: MalformedDefinition, isLastTold: boolean) => void;
}): EnvironmentSource {
  const { postgres, replica, copy, trouble, onMalformed } = options;
  const compiler = { slices: createSliceQueue({ budgetMs: sliceMs }), catalogue: createInternPool() };
  const copies: Copy[] = [{ ...copy, name: 'redis' }];
  if (replica) {
    const { atAnyAge } = replica;
    const readPages = (environmentId: string) => neverBelow(-1, atAnyAge.readPages(environmentId, -1));
    copies.push({ ...atAnyAge, name: 'replica', readPages });
  }

  const gate = createSemaphore(readersAtOnce);
  const compileWhole = (environmentId: string, pages: AsyncIterable<FragmentPage>) => {
    const malformed = createMalformedDefinitions((definition, isLastTold) =>
      onMalformed(environmentId, definition, isLastTold),
    );
    return gate(() => readWholeEnvironment(pages, compiler, malformed));
  };

  const readWhole = (environmentId: string) =>
    compileWhole(environmentId, postgres.readPages(environmentId, -1));

  async function readWholeFromReplica(environmentId: string): Promise<WholeEnvironment | undefined> {
    if (!replica) return undefined;
    const version = (await postgres.readVersions([environmentId])).get(environmentId);
    if (version === undefined) return undefined;
    return replica.ask((fragments) =>
      compileWhole(environmentId, neverBelow(version, fragments.readPages(environmentId, -1))),
    );
  }

  return {
    readWhole,

    async readVersions(held) {
      const ids = [...held.keys()];
      const known = await replica?.ask(async (fragments) => {
        const versions = await fragments.readVersions(ids);
        return ids.every((id) => versions.get(id)! >= held.get(id)!) ? versions : undefined;
      });
      return known ?? postgres.readVersions(ids);
    },

    async readChange({ environmentId, version: aboveVersion, malformed }, wanted) {
      const read = (pages: AsyncIterable<FragmentPage>) =>
        gate(() => readEnvironmentChange(pages, compiler, malformed));
      const lowest = Math.max(wanted, aboveVersion);
      const known =
        lowest === primaryOnly
          ? undefined
          : await replica?.ask((fragments) =>
              read(neverBelow(lowest, fragments.readPages(environmentId, aboveVersion))),
            );
      return known ?? read(postgres.readPages(environmentId, aboveVersion));
    },

    async readAnywhere(environmentId) {
      try {
        const whole = (await readWholeFromReplica(environmentId)) ?? (await readWhole(environmentId));
        trouble.worked('Loading a datafile from PostgreSQL');
        return { whole, from: 'postgres' };
      } catch (error) {
        trouble.failed('Loading a datafile from PostgreSQL', error);
      }
      let cause: unknown;
      for (const each of copies) {
        try {
          const whole = await compileWhole(environmentId, each.readPages(environmentId));
          if (whole) return { whole, from: each.name };
        } catch (error) {
          cause = error;
        }
      }
      throw new DatafileUnavailable('PostgreSQL cannot be reached, and no copy is to be had.', { cause });
    },

    async findEnvironments(keyHashes) {
      try {
        const found = await postgres.findEnvironments(keyHashes);
        trouble.worked('Looking up a key in PostgreSQL');
        return { found, isComplete: true };
      } catch (error) {
        trouble.failed('Looking up a key in PostgreSQL', error);
      }
      const found = new Map<string, string>();
      for (const each of copies) {
        const missing = keyHashes.filter((keyHash) => !found.has(keyHash));
        if (missing.length === 0) break;
        // One that cannot be reached knows none of them.
        const more = await each.findEnvironments(missing).catch(() => []);
        for (const [keyHash, environmentId] of more) found.set(keyHash, environmentId);
      }
      return { found, isComplete: false };
    },
  };
}
