import { primaryOnly, type EnvironmentSource } from './environment-source.ts';
import type { CachedEnvironment, CachedEnvironments } from './cached-environment.ts';
import { longestAbsenceMs } from '../publish/tombstones.ts';

/** Brings held environments to PostgreSQL's version, each by one refresh at a time. */
export interface EnvironmentRefresher {
  /**
   * Resolves when the environment is held at `wanted` or above, which PostgreSQL is known to have reached. When nothing
   * newer than what is held is wanted, it may have been restored or deleted: it is then as new as the primary was at the
   * call, or dropped because it does not exist any more. Rejects when PostgreSQL cannot be asked; what is held stays.
   */
  refresh(environmentId: string, wanted: number): Promise<void>;
  /** That the held version is PostgreSQL's, which was asked at that time. */
  confirm(environmentId: string, askedAt: number): void;
}

export interface Reload {
  readonly environmentId: string;
  readonly version: number;
  /** whole: everything was read; change: what was written since the version held. */
  readonly extent: 'whole' | 'change';
  readonly source: 'postgres' | 'redis' | 'replica';
  readonly durationMs: number;
}

export function createEnvironmentRefresher(options: {
  held: CachedEnvironments;
  source: EnvironmentSource;
  now: () => number;
  onReload: (reload: Reload) => void;
  onDrop: (environmentId: string) => void;
}): EnvironmentRefresher {
  const { held, source, now, onReload, onDrop } = options;
  const running = new Map<string, { finished: Promise<void>; next?: Promise<void>; wanted: number }>();
  const confirmedAt = new Map<string, number>();

  async function refreshOnce(environmentId: string, wanted: number): Promise<void> {
    const startedAt = performance.now();
    const askedAt = now();
    const environment = held.byId(environmentId);
    if (!environment) return;
    const { version: before } = environment;
    const extent = (await catchUp(environment, wanted)) ? 'change' : 'whole';
    if (extent === 'whole') await replace(environmentId);
    if (!held.byId(environmentId)) return;
    confirmedAt.set(environmentId, askedAt);
    const { version } = environment;
    const durationMs = performance.now() - startedAt;
    if (version !== before) onReload({ environmentId, version, extent, source: 'postgres', durationMs });
  }

  /** False when the changes alone do not lead to PostgreSQL's version. */
  async function catchUp(environment: CachedEnvironment, wanted: number): Promise<boolean> {
    const { environmentId } = environment;
    // Whoever was cut off for long, or stands still while it reads, may miss tombstones that are removed by now.
    const wasAway = () => !(confirmedAt.get(environmentId)! > now() - longestAbsenceMs);
    if (wasAway()) return false;
    const change = await source.readChange(environment, wanted);
    // Behind what is held: the database was restored from a backup. Absent: gone, or changed as a whole.
    if (!change || change.version < environment.version || wasAway()) return false;
    if (change.version === environment.version) return true;

    // The one step in which a version becomes visible: nothing awaits between its parts.
    const { version, access, compiled } = change;
    const { datafile, malformed } = environment;
    datafile.apply(compiled);
    held.replace(environmentId, { version, access, datafile, malformed, loadedAt: now() });
    return true;
  }

  async function replace(environmentId: string): Promise<void> {
    const whole = await source.readWhole(environmentId);
    if (whole) {
      held.replace(environmentId, { ...whole, loadedAt: now() });
    } else {
      held.drop(environmentId);
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
      const isNewer = wanted > (held.byId(environmentId)?.version ?? -1);
      const asked = isNewer ? wanted : primaryOnly;
      const current = running.get(environmentId);
      if (!current) return start(environmentId, asked);
      // The running one may have asked PostgreSQL already: one more follows it, for all who come meanwhile.
      current.wanted = Math.max(current.wanted, asked);
      current.next ??= current.finished.catch(() => {}).then(() => start(environmentId, current.wanted));
      return current.next;
    },
    confirm(environmentId, askedAt) {
      confirmedAt.set(environmentId, askedAt);
    },
  };
}
