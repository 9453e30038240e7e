import { withTimeout } from '@bunting/async';
import type { EnvironmentState } from './cached-environment.ts';
import type { EnvironmentRefresher } from './environment-refresher.ts';

/** Waits for versions that requests name, because a client was notified of them before this process was. */
export interface VersionWaits {
  /**
   * Refreshes the environment if its version is below `version`, and resolves when that is done, after `timeoutMs` at the latest. Never
   * rejects: the caller answers with the version that is cached then.
   */
  reach(environment: EnvironmentState, version: number, timeoutMs: number): Promise<void>;
}

/** A client may name a version that does not exist: PostgreSQL is not asked again for an environment within this time. */
const pauseMs = 250;

export function createVersionWaits(options: {
  refresher: Pick<EnvironmentRefresher, 'refresh'>;
  now: () => number;
  onFailure: (error: unknown) => void;
}): VersionWaits {
  const { refresher, now, onFailure } = options;
  const refreshes = new Map<string, Promise<void>>();
  /** When an environment's last refresh ended below the version that was asked for. */
  const missedAt = new Map<string, number>();

  async function refresh(environment: EnvironmentState, version: number): Promise<void> {
    const { environmentId } = environment;
    try {
      await refresher.refresh(environmentId, version);
    } catch (error) {
      onFailure(error);
    }
    refreshes.delete(environmentId);
    if (environment.version < version) missedAt.set(environmentId, now());
    else missedAt.delete(environmentId);
  }

  return {
    async reach(environment, version, timeoutMs) {
      if (environment.version >= version) return;
      const { environmentId } = environment;
      const sinceMiss = now() - (missedAt.get(environmentId) ?? -Infinity);
      let running = refreshes.get(environmentId);
      if (running === undefined) {
        if (sinceMiss >= 0 && sinceMiss < pauseMs) return;
        running = refresh(environment, version);
        refreshes.set(environmentId, running);
      }
      await withTimeout(running, timeoutMs, 'The refresh of a datafile').catch(() => {});
    },
  };
}
