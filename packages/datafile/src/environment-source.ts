import { createCatalogue } from '@bunting/evaluator';
import { DatafileUnavailable } from './datafile-unavailable.ts';
import type { PostgresFragments } from './postgres-fragments.ts';
import { neverBelow, type ReadReplica } from './read-replica.ts';
import {
  readEnvironmentChange,
  readWholeEnvironment,
  type EnvironmentChange,
  type WholeEnvironment,
} from './read-environment.ts';
import type { RedisCopy } from './redis-copy.ts';
import { createSliceQueue } from './slice-queue.ts';
import type { FragmentPage } from './stored-fragment.ts';
import type { TroubleLog } from './trouble-log.ts';

/**
 * Where environments come from: PostgreSQL, and copies of it while that is away. Its read replica takes what reads it
 * can; what that does not have, or has in a lower version, the primary is asked for, which has the last word.
 */
export interface EnvironmentSource {
  /** Of those held, with the versions held; those that do not exist are absent. */
  readVersions(held: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  /**
   * At `wanted` or above, which PostgreSQL is known to have reached; `primaryOnly`: as the primary has it. Undefined:
   * there is no such environment.
   */
  readChange(
    environmentId: string,
    aboveVersion: number,
    wanted: number,
  ): Promise<EnvironmentChange | undefined>;
  /** From the primary. Undefined: there is no such environment. */
  readWhole(environmentId: string): Promise<WholeEnvironment | undefined>;
  /** From a copy if need be. Rejects with DatafileUnavailable when it is nowhere to be had. */
  readAnywhere(environmentId: string): Promise<FoundEnvironment>;
  findEnvironments(keyHashes: readonly string[]): Promise<FoundEnvironments>;
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

export function createEnvironmentSource(options: {
  postgres: PostgresFragments;
  replica: ReadReplica | undefined;
  copy: RedisCopy;
  trouble: TroubleLog;
}): EnvironmentSource {
  const { postgres, replica, copy, trouble } = options;
  const compiler = { slices: createSliceQueue({ budgetMs: sliceMs }), catalogue: createCatalogue() };
  const copies: Copy[] = [{ ...copy, name: 'redis' }];
  if (replica) {
    const { atAnyAge } = replica;
    const readPages = (environmentId: string) => neverBelow(-1, atAnyAge.readPages(environmentId, -1));
    copies.push({ ...atAnyAge, name: 'replica', readPages });
  }

  const readWhole = (environmentId: string) =>
    readWholeEnvironment(postgres.readPages(environmentId, -1), compiler);

  async function readWholeFromReplica(environmentId: string): Promise<WholeEnvironment | undefined> {
    if (!replica) return undefined;
    const version = (await postgres.readVersions([environmentId])).get(environmentId);
    if (version === undefined) return undefined;
    return replica.ask((fragments) =>
      readWholeEnvironment(neverBelow(version, fragments.readPages(environmentId, -1)), compiler),
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

    async readChange(environmentId, aboveVersion, wanted) {
      const read = (pages: AsyncIterable<FragmentPage>) => readEnvironmentChange(pages, compiler);
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
          const whole = await readWholeEnvironment(each.readPages(environmentId), compiler);
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
