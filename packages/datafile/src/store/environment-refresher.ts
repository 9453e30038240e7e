import type { WholeEnvironment } from '../read/environment-reader.ts';
import { DatafileTooLarge } from '../read/datafile-errors.ts';
import { primaryOnly, type EnvironmentSource } from '../read/environment-source.ts';
import type { CachedEnvironment, CachedEnvironments, EnvironmentState } from './cached-environment.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { maxAbsenceMs } from '../publish/tombstones.ts';

/** Refreshes cached environments to PostgreSQL's version, each by one refresh at a time. */
export interface EnvironmentRefresher {
  /**
   * Resolves when the environment is cached at `wanted` or above, which PostgreSQL is known to have reached. If `wanted` is not
   * newer than the cached version, the database may have been restored or the environment deleted: it is then refreshed to the
   * primary's version, or dropped. Rejects if PostgreSQL fails; the cached version stays.
   */
  refresh(environmentId: string, wanted: number): Promise<void>;
  /** Records that the cached version was PostgreSQL's at that time. */
  confirm(environmentId: string, askedAt: number): void;
  /** Removes an environment that was evicted. */
  forget(environmentId: string): void;
}

/** One new version of an environment in the cache. `durationMs` is what it took to read and compile. */
export interface Reload {
  readonly environmentId: string;
  readonly version: number;
  /** `whole`: everything was read; `change`: only what was written since the cached version. */
  readonly extent: 'whole' | 'change';
  readonly source: 'postgres' | 'redis' | 'replica';
  readonly durationMs: number;
}

/** A new version of a cached environment, for whoever follows it. */
export interface NewVersion<Content, Applied> {
  readonly environment: CachedEnvironment<Content>;
  readonly before: Pick<EnvironmentState, 'version' | 'access'>;
  /** The reader's report about the change; undefined = everything was read, and anything may have changed. */
  readonly applied: Applied | undefined;
}

interface RefresherOptions<Content, Applied> {
  readonly cached: CachedEnvironments<Content>;
  readonly source: Pick<EnvironmentSource<Content, Applied>, 'readChange' | 'readWhole'>;
  readonly budget: Pick<MemoryBudget, 'reserve' | 'makeRoom'>;
  readonly now: () => number;
  readonly onReload: (reload: Reload) => void;
  /** Called in the turn of the event loop in which the version became visible. */
  readonly onNewVersion?: (newVersion: NewVersion<Content, Applied>) => void;
  readonly onDrop: (environmentId: string) => void;
  /** The environment has become too large: it must be evicted. */
  readonly onTooLarge: (environmentId: string, error: DatafileTooLarge) => void;
}

export function createEnvironmentRefresher<Content, Applied>(
  options: RefresherOptions<Content, Applied>,
): EnvironmentRefresher {
  const { cached, source, budget, now, onReload, onNewVersion = () => {} } = options;
  const running = new Map<string, { finished: Promise<void>; next?: Promise<void>; wanted: number }>();
  const confirmedAt = new Map<string, number>();

  async function refreshOnce(environmentId: string, wanted: number): Promise<void> {
    const startedAt = performance.now();
    const askedAt = now();
    const environment = cached.byId(environmentId);
    if (!environment) return;
    const { version: before } = environment;
    const extent = (await catchUp(environment, wanted)) ? 'change' : 'whole';
    if (extent === 'whole') await replace(environment);
    // It may have been evicted, and loaded again, meanwhile.
    if (cached.byId(environmentId) !== environment) return;
    confirmedAt.set(environmentId, askedAt);
    const { version } = environment;
    if (version === before) return;
    const durationMs = performance.now() - startedAt;
    onReload({ environmentId, version, extent, source: 'postgres', durationMs });
  }

  /** Returns false if the environment must be read whole. */
  async function catchUp(environment: CachedEnvironment<Content>, wanted: number): Promise<boolean> {
    const { environmentId } = environment;
    // After a long interruption, also one while it reads, the tombstones of deleted fragments may be gone.
    const mayMissTombstones = () => !(confirmedAt.get(environmentId)! > now() - maxAbsenceMs);
    if (mayMissTombstones()) return false;
    const change = await source.readChange(environment, wanted);
    if (environment.isEvicted) return true;
    // A lower version: the database was restored from a backup. Undefined: deleted, or changed too much.
    if (!change || change.version < environment.version || mayMissTombstones()) return false;
    if (change.version === environment.version) return true;

    // The version becomes visible in one synchronous step.
    const { version, access } = change;
    const before = stateOf(environment);
    const applied = change.apply(environment);
    cached.replace(environmentId, { version, access, loadedAt: now() });
    onNewVersion({ environment, before, applied });
    budget.makeRoom(environmentId);
    return true;
  }

  async function replace(environment: CachedEnvironment<Content>): Promise<void> {
    const { environmentId } = environment;
    const whole = await readWhole(environmentId, { source, budget });
    if (cached.byId(environmentId) !== environment) return;
    if (whole instanceof DatafileTooLarge) {
      options.onTooLarge(environmentId, whole);
    } else if (whole) {
      const before = stateOf(environment);
      cached.replace(environmentId, { ...whole, loadedAt: now() });
      if (before.version !== whole.version) onNewVersion({ environment, before, applied: undefined });
      budget.makeRoom(environmentId);
    } else {
      cached.drop(environmentId);
      confirmedAt.delete(environmentId);
      options.onDrop(environmentId);
    }
  }

  function start(environmentId: string, wanted: number): Promise<void> {
    const finished = refreshOnce(environmentId, wanted).finally(() => running.delete(environmentId));
    running.set(environmentId, { finished, wanted: 0 });
    return finished;
  }

  return {
    refresh(environmentId, wanted) {
      const isNewer = wanted > (cached.byId(environmentId)?.version ?? -1);
      const asked = isNewer ? wanted : primaryOnly;
      const current = running.get(environmentId);
      if (!current) return start(environmentId, asked);
      // The running refresh may have read PostgreSQL already, so one more follows, which all calls until then share.
      current.wanted = Math.max(current.wanted, asked);
      current.next ??= current.finished.catch(() => {}).then(() => start(environmentId, current.wanted));
      return current.next;
    },
    confirm(environmentId, askedAt) {
      confirmedAt.set(environmentId, askedAt);
    },
    forget: (environmentId) => void confirmedAt.delete(environmentId),
  };
}

/** Resolves with the error of an environment that has become too large for the budget. */
async function readWhole<Content>(
  environmentId: string,
  options: {
    source: Pick<EnvironmentSource<Content, unknown>, 'readWhole'>;
    budget: Pick<MemoryBudget, 'reserve'>;
  },
): Promise<WholeEnvironment<Content> | DatafileTooLarge | undefined> {
  const reservation = options.budget.reserve();
  try {
    return await options.source.readWhole(environmentId, (bytes) => reservation.grow(bytes));
  } catch (error) {
    if (error instanceof DatafileTooLarge) return error;
    throw error;
  } finally {
    reservation.release();
  }
}

function stateOf({ version, access }: EnvironmentState): Pick<EnvironmentState, 'version' | 'access'> {
  return { version, access };
}
