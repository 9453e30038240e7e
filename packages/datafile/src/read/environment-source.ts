import { DatafileUnavailable } from './datafile-errors.ts';
import type { PostgresFragments } from '../fragments/postgres-fragments.ts';
import { requireVersion, type ReadReplica } from './read-replica.ts';
import type {
  EnvironmentChange,
  EnvironmentReader,
  OnWeight,
  WholeEnvironment,
} from './environment-reader.ts';
import type { RedisCopy } from '../redis-copy/redis-copy.ts';
import type { FragmentPage } from '../fragments/fragment-pages.ts';
import type { FailureLog } from './failure-log.ts';

/**
 * Reads environments from PostgreSQL, and from its copies while it is unavailable. A read replica answers as many reads as it
 * can; if it lacks an environment or has a lower version than wanted, the primary is asked, whose answer is final.
 */
export interface EnvironmentSource<Content, Applied> {
  /** Reads the current versions of the cached environments. Deleted environments are absent. */
  readVersions(cached: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
  /**
   * Reads what changed since the cached version, up to `wanted` or above, which PostgreSQL is known to have reached, or with
   * `primaryOnly` up to the primary's version. Undefined: the environment does not exist, or so much has changed that it is
   * better read whole.
   */
  readChange(
    cached: CachedVersion & Content,
    wanted: number,
  ): Promise<EnvironmentChange<Content, Applied> | undefined>;
  /** Reads an environment from the primary. Undefined: it does not exist. Rejects with what `onWeight` throws. */
  readWhole(environmentId: string, onWeight?: OnWeight): Promise<WholeEnvironment<Content> | undefined>;
  /**
   * Reads an environment from PostgreSQL or, if that fails, from a copy. Rejects with DatafileUnavailable if all fail, and with what
   * `onWeight` throws.
   */
  readAnywhere(environmentId: string, onWeight?: OnWeight): Promise<FoundEnvironment<Content>>;
  /** Finds environments by key hashes. Never rejects. */
  findEnvironments(keyHashes: readonly string[]): Promise<FoundEnvironments>;
}

/** The cached version to which a change is added. */
export interface CachedVersion {
  readonly environmentId: string;
  readonly version: number;
}

/** A version that no replica has. */
export const primaryOnly = Number.POSITIVE_INFINITY;

export interface FoundEnvironment<Content> {
  readonly whole: WholeEnvironment<Content> | undefined;
  /** `postgres`: the current state. The others are copies, which may be older. */
  readonly from: 'postgres' | 'redis' | 'replica';
}

export interface FoundEnvironments {
  /** Environment ids by key hash. */
  readonly found: ReadonlyMap<string, string>;
  /** True if absent keys do not exist. If PostgreSQL failed they may, because copies can lack recent keys. */
  readonly isComplete: boolean;
}

interface Copy {
  readonly name: 'redis' | 'replica';
  readPages(environmentId: string): AsyncIterable<FragmentPage>;
  findEnvironments(keyHashes: readonly string[]): Promise<Map<string, string>>;
}

export function createEnvironmentSource<Content, Applied>(options: {
  postgres: PostgresFragments;
  replica: ReadReplica | undefined;
  copy: RedisCopy;
  failures: FailureLog;
  reader: EnvironmentReader<Content, Applied>;
}): EnvironmentSource<Content, Applied> {
  const { postgres, replica, copy, failures, reader } = options;
  const copies = copiesOf(copy, replica);

  const readWhole = (environmentId: string, onWeight?: OnWeight) =>
    reader.readWhole(environmentId, postgres.readPages(environmentId, -1), onWeight);

  async function readWholeFromReplica(
    environmentId: string,
    onWeight?: OnWeight,
  ): Promise<WholeEnvironment<Content> | undefined> {
    if (!replica) return undefined;
    const version = (await postgres.readVersions([environmentId])).get(environmentId);
    if (version === undefined) return undefined;
    return replica.ask((fragments) =>
      reader.readWhole(
        environmentId,
        requireVersion(version, fragments.readPages(environmentId, -1)),
        onWeight,
      ),
    );
  }

  return {
    readWhole,

    async readVersions(cached) {
      const ids = [...cached.keys()];
      const known = await replica?.ask(async (fragments) => {
        const versions = await fragments.readVersions(ids);
        return ids.every((id) => versions.get(id)! >= cached.get(id)!) ? versions : undefined;
      });
      return known ?? postgres.readVersions(ids);
    },

    async readChange(cached, wanted) {
      const { environmentId, version: aboveVersion } = cached;
      const min = Math.max(wanted, aboveVersion);
      const known =
        min === primaryOnly
          ? undefined
          : await replica?.ask((fragments) =>
              reader.readChange(
                requireVersion(min, fragments.readPages(environmentId, aboveVersion)),
                cached,
              ),
            );
      return known ?? reader.readChange(postgres.readPages(environmentId, aboveVersion), cached);
    },

    async readAnywhere(environmentId, onWeight) {
      try {
        const whole =
          (await readWholeFromReplica(environmentId, onWeight)) ?? (await readWhole(environmentId, onWeight));
        failures.succeeded('Loading a datafile from PostgreSQL');
        return { whole, from: 'postgres' };
      } catch (error) {
        if (error instanceof DatafileUnavailable) throw error;
        failures.failed('Loading a datafile from PostgreSQL', error);
      }
      return readFromCopies(copies, reader, environmentId, onWeight);
    },

    async findEnvironments(keyHashes) {
      try {
        const found = await postgres.findEnvironments(keyHashes);
        failures.succeeded('Looking up a key in PostgreSQL');
        return { found, isComplete: true };
      } catch (error) {
        failures.failed('Looking up a key in PostgreSQL', error);
      }
      return { found: await findInCopies(copies, keyHashes), isComplete: false };
    },
  };
}

function copiesOf(copy: RedisCopy, replica: ReadReplica | undefined): readonly Copy[] {
  const redis: Copy = {
    name: 'redis',
    readPages: (environmentId) => copy.readPages(environmentId),
    findEnvironments: (keyHashes) => copy.findEnvironments(keyHashes),
  };
  if (!replica) return [redis];
  const { atAnyAge } = replica;
  const readPages = (environmentId: string) => requireVersion(-1, atAnyAge.readPages(environmentId, -1));
  return [redis, { ...atAnyAge, name: 'replica', readPages }];
}

async function readFromCopies<Content>(
  copies: readonly Copy[],
  reader: Pick<EnvironmentReader<Content, unknown>, 'readWhole'>,
  environmentId: string,
  onWeight: OnWeight | undefined,
): Promise<FoundEnvironment<Content>> {
  let cause: unknown;
  for (const copy of copies) {
    try {
      const whole = await reader.readWhole(environmentId, copy.readPages(environmentId), onWeight);
      if (whole) return { whole, from: copy.name };
    } catch (error) {
      if (error instanceof DatafileUnavailable) throw error;
      cause = error;
    }
  }
  throw new DatafileUnavailable("PostgreSQL can't be reached, and there is no copy.", { cause });
}

async function findInCopies(
  copies: readonly Copy[],
  keyHashes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const copy of copies) {
    const missing = keyHashes.filter((keyHash) => !found.has(keyHash));
    if (missing.length === 0) break;
    // A copy that fails finds none of them.
    const more = await copy.findEnvironments(missing).catch(() => []);
    for (const [keyHash, environmentId] of more) found.set(keyHash, environmentId);
  }
  return found;
}
