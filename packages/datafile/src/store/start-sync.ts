import type { Redis } from 'ioredis';
import type { CopyOptions } from '../redis-copy/copy-environment.ts';
import type { EnvironmentLoader } from './environment-loader.ts';
import type { EnvironmentRefresher } from './environment-refresher.ts';
import type { EnvironmentSource } from '../read/environment-source.ts';
import { subscribePublications } from './subscribe-publications.ts';
import type { CachedEnvironments } from './cached-environment.ts';
import { startPoll } from '@bunting/async';
import type { Publication } from '../publish/publication.ts';
import { repairCopies } from '../redis-copy/repair-copies.ts';
import type { FailureLog } from '../read/failure-log.ts';

/**
 * Keeps the cached environments at PostgreSQL's version: by messages immediately, and by a poll that finds lost messages and deleted
 * environments and repairs the copies in Redis.
 */
export function startSync(options: {
  cached: Pick<CachedEnvironments<unknown>, 'byId' | 'ids'>;
  source: Pick<EnvironmentSource<unknown, unknown>, 'readVersions'>;
  loader: EnvironmentLoader;
  refresher: EnvironmentRefresher;
  copying: CopyOptions;
  subscriber: Redis;
  failures: FailureLog;
  pollIntervalMs: number;
  onPublication: (environmentId: string) => void;
  /** Called with each poll. */
  onPoll?: () => void;
  onFailure: (error: unknown) => void;
}): { stop(): void; checkedAt(): number } {
  const { cached, source, loader, refresher, copying, subscriber, failures, pollIntervalMs, onFailure } =
    options;
  const { onPoll = () => {} } = options;
  const { now } = copying;
  let checkedAt = now();
  let isRepairing = false;

  async function refresh(environmentId: string, wanted: number): Promise<void> {
    try {
      await refresher.refresh(environmentId, wanted);
      failures.succeeded('Refreshing a datafile');
    } catch (error) {
      failures.failed('Refreshing a datafile', error);
      onFailure(error);
    }
  }

  async function repair(versions: ReadonlyMap<string, number>): Promise<void> {
    if (isRepairing) return;
    isRepairing = true;
    try {
      await repairCopies(copying, versions);
      failures.succeeded('Repairing the copies in Redis');
    } catch (error) {
      failures.failed('Repairing the copies in Redis', error);
    }
    isRepairing = false;
  }

  async function check(): Promise<void> {
    onPoll();
    const askedAt = now();
    try {
      const asked = new Map(cached.ids().map((id) => [id, cached.byId(id)!.version]));
      const versions = await source.readVersions(asked);
      checkedAt = askedAt;
      failures.succeeded('Polling PostgreSQL');
      const isCurrent = (id: string) => cached.byId(id)?.version === versions.get(id);
      for (const id of versions.keys()) if (isCurrent(id)) refresher.confirm(id, askedAt);
      const stale = staleOf(cached, asked, versions);
      await Promise.all(stale.map((id) => refresh(id, versions.get(id) ?? -1)));
      void repair(versions);
    } catch (error) {
      failures.failed('Polling PostgreSQL', error);
      onFailure(error);
    }
  }

  function receive({ environmentId, version }: Publication): void {
    options.onPublication(environmentId);
    const refreshUnlessCurrent = () => {
      const environment = cached.byId(environmentId);
      if (environment && environment.version !== version) void refresh(environmentId, version);
    };
    refreshUnlessCurrent();
    // A load in flight may have read the version before.
    loader.inFlight(environmentId)?.then(refreshUnlessCurrent, () => {});
  }

  const poll = startPoll({ intervalMs: pollIntervalMs, work: check });
  const follower = subscribePublications({
    subscriber,
    onPublication: receive,
    onConnected: () => poll.now(),
  });
  return {
    checkedAt: () => checkedAt,
    stop() {
      poll.stop();
      follower.stop();
    },
  };
}

/**
 * Returns the cached environments that were not at PostgreSQL's version when it was asked. Skips environments that were loaded since then,
 * and those that a message has brought further than the answer: the next poll asks about both.
 */
function staleOf(
  cached: Pick<CachedEnvironments<unknown>, 'byId' | 'ids'>,
  asked: ReadonlyMap<string, number>,
  versions: ReadonlyMap<string, number>,
): string[] {
  return cached.ids().filter((id) => {
    const [before, version, now] = [asked.get(id), versions.get(id) ?? -1, cached.byId(id)!.version];
    return before !== undefined && version !== now && (version < before || version > now);
  });
}
