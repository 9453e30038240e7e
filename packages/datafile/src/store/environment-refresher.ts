import { primaryOnly, type EnvironmentSource } from '../read/environment-source.ts';
import type { CachedEnvironment, CachedEnvironments, EnvironmentState } from './cached-environment.ts';
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
  /** What the reader says about the change; undefined = everything was read, and anything may have changed. */
  readonly applied: Applied | undefined;
}

export function createEnvironmentRefresher<Content, Applied>(options: {
  cached: CachedEnvironments<Content>;
  source: Pick<EnvironmentSource<Content, Applied>, 'readChange' | 'readWhole'>;
  now: () => number;
  onReload: (reload: Reload) => void;
  /** Called in the turn of the event loop in which the version became visible. */
  onNewVersion?: (newVersion: NewVersion<Content, Applied>) => void;
  onDrop: (environmentId: string) => void;
}): EnvironmentRefresher {
  const { cached, source, now, onReload, onNewVersion = () => {}, onDrop } = options;
  const running = new Map<string, { finished: Promise<void>; next?: Promise<void>; wanted: number }>();
  const confirmedAt = new Map<string, number>();

  async function refreshOnce(environmentId: string, wanted: number): Promise<void> {
    const startedAt = performance.now();
    const askedAt = now();
    const environment = cached.byId(environmentId);
    if (!environment) return;
    const { version: before } = environment;
    const extent = (await catchUp(environment, wanted)) ? 'change' : 'whole';
    if (extent === 'whole') await replace(environmentId);
    if (!cached.byId(environmentId)) return;
    confirmedAt.set(environmentId, askedAt);
    const { version } = environment;
    const durationMs = performance.now() - startedAt;
    if (version !== before) onReload({ environmentId, version, extent, source: 'postgres', durationMs });
  }

  /** Returns false if the environment must be read whole. */
  async function catchUp(environment: CachedEnvironment<Content>, wanted: number): Promise<boolean> {
    const { environmentId } = environment;
    // After a long interruption, also one while it reads, the tombstones of deleted fragments may be gone.
    const mayMissTombstones = () => !(confirmedAt.get(environmentId)! > now() - maxAbsenceMs);
    if (mayMissTombstones()) return false;
    const change = await source.readChange(environment, wanted);
    // A lower version: the database was restored from a backup. Undefined: deleted, or changed too much.
    if (!change || change.version < environment.version || mayMissTombstones()) return false;
    if (change.version === environment.version) return true;

    // The version becomes visible in one synchronous step.
    const { version, access } = change;
    const before = stateOf(environment);
    const applied = change.apply(environment);
    cached.replace(environmentId, { version, access, loadedAt: now() });
    onNewVersion({ environment, before, applied });
    return true;
  }

  async function replace(environmentId: string): Promise<void> {
    const whole = await source.readWhole(environmentId);
    const environment = cached.byId(environmentId);
    if (!environment) return;
    if (whole) {
      const before = stateOf(environment);
      cached.replace(environmentId, { ...whole, loadedAt: now() });
      if (before.version !== whole.version) onNewVersion({ environment, before, applied: undefined });
    } else {
      cached.drop(environmentId);
      confirmedAt.delete(environmentId);
      onDrop(environmentId);
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
  };
}

function stateOf({ version, access }: EnvironmentState): Pick<EnvironmentState, 'version' | 'access'> {
  return { version, access };
}
