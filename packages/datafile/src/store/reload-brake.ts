import { setTimeout as delay } from 'node:timers/promises';
import { createSemaphore, TimeoutError, type Semaphore } from '@bunting/async';
import { DatafileUnavailable } from '../read/datafile-errors.ts';

/**
 * Slows down an organisation whose environments do not fit into memory together: each request would load one and evict another, and
 * loading would take all of the processor. What was evicted is loaded again one at a time for each organisation, which spends at most half
 * of the time on it. First loads are not slowed down.
 */
export interface ReloadBrake {
  evicted(environmentId: string, organisationId: string): void;
  /**
   * Waits until the environment may be loaded. Undefined: it was not evicted.
   * @returns what is called when the load has ended
   * @throws DatafileUnavailable if it would have to wait too long
   */
  enter(environmentId: string): Promise<() => void> | undefined;
}

/** The share of an organisation's time that reloads may take. */
const share = 0.5;
/** Milliseconds of loading before an organisation is slowed down. */
const burstMs = 10_000;
const maxWaitMs = 5_000;
/** Environments that were evicted and not asked for since; and organisations. */
const maxRemembered = 10_000;

interface Organisation {
  readonly semaphore: Semaphore;
  /** Milliseconds of loading that it may still spend, at `at`. */
  budgetMs: number;
  at: number;
}

/** Creates a brake. `clock` returns milliseconds and never goes back. */
export function createReloadBrake(clock: () => number = () => performance.now()): ReloadBrake {
  const ownerOf = new Map<string, string>();
  const organisations = new Map<string, Organisation>();

  function organisationOf(id: string): Organisation {
    let known = organisations.get(id);
    if (known === undefined) {
      known = { semaphore: createSemaphore(1), budgetMs: burstMs, at: clock() };
      if (organisations.size >= maxRemembered) dropFirst(organisations);
      organisations.set(id, known);
    }
    return known;
  }

  function refill(organisation: Organisation): void {
    const now = clock();
    organisation.budgetMs = Math.min(burstMs, organisation.budgetMs + share * (now - organisation.at));
    organisation.at = now;
  }

  async function enterOf(organisation: Organisation): Promise<() => void> {
    const { semaphore } = organisation;
    await semaphore.acquire(maxWaitMs).catch((error: unknown) => {
      if (!(error instanceof TimeoutError)) throw error;
      throw new DatafileUnavailable('Other environments of the organisation are being loaded again.');
    });
    refill(organisation);
    if (organisation.budgetMs < 0) await delay(Math.min(maxWaitMs, -organisation.budgetMs / share));
    const startedAt = clock();
    return () => {
      refill(organisation);
      organisation.budgetMs -= clock() - startedAt;
      semaphore.release();
    };
  }

  return {
    evicted(environmentId, organisationId) {
      ownerOf.delete(environmentId);
      if (ownerOf.size >= maxRemembered) dropFirst(ownerOf);
      ownerOf.set(environmentId, organisationId);
    },
    enter(environmentId) {
      const organisationId = ownerOf.get(environmentId);
      if (organisationId === undefined) return undefined;
      return enterOf(organisationOf(organisationId));
    },
  };
}

function dropFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
