import { createSemaphore, TimeoutError } from '@bunting/async';
import { DatafileTooLarge, DatafileUnavailable } from '../read/datafile-errors.ts';
import type { CachedEntry } from './cached-environment.ts';

/** Keeps the environments of a process, with those that it loads, within a number of bytes. */
export interface MemoryBudget {
  readonly maxBytes: number;
  /** Begins a load. */
  reserve(): Reservation;
  /**
   * Evicts environments until the rest fits, the one that was asked for longest ago first.
   * @param keptId an environment that stays unless it does not fit alone
   */
  makeRoom(keptId?: string): void;
  /** Evicts this one. */
  evict(environmentId: string): void;
  /** Returns the estimated bytes of cached and loading environments. */
  usedBytes(): number;
}

/** The memory of one load. */
export interface Reservation {
  /**
   * Says how many bytes the load has read so far, and evicts others for them. May wait until another large load has ended.
   * @throws DatafileTooLarge if the environment does not fit alone
   * @throws DatafileUnavailable if there is no room for it
   */
  grow(bytes: number): void | Promise<void>;
  /** Ends the load. */
  release(): void;
}

/** A load of more than this part of the budget runs alone among the large ones: what is loaded together must not fill the heap. */
const largePart = 16;
/** An organisation with more than this part gives way first. */
const sharePart = 4;
const maxWaitMs = 20_000;

export function createMemoryBudget(options: {
  maxBytes: number;
  entries: () => readonly CachedEntry[];
  evict: (entry: CachedEntry) => void;
  /** Returns whether the environment is followed: it is evicted only if nothing else can be. */
  isFollowed: (environmentId: string) => boolean;
}): MemoryBudget {
  const { maxBytes, entries, evict, isFollowed } = options;
  const largeLoads = createSemaphore(1);
  let loadingBytes = 0;

  const bytesOf = (cached: readonly CachedEntry[]) => cached.reduce((sum, entry) => sum + entry.weight(), 0);
  const usedBytes = () => loadingBytes + bytesOf(entries());

  function makeRoom(keptId: string | undefined, mayEvictFollowed: boolean): void {
    let cached = entries();
    let used = loadingBytes + bytesOf(cached);
    while (used > maxBytes) {
      const victim = victimOf(cached, { keptId, mayEvictFollowed, isFollowed, maxBytes });
      if (victim === undefined) return;
      used -= victim.weight();
      cached = cached.filter((entry) => entry !== victim);
      evict(victim);
    }
  }

  function reserve(): Reservation {
    let ownBytes = 0;
    let isLarge = false;

    function take(bytes: number): void {
      loadingBytes += bytes - ownBytes;
      ownBytes = bytes;
      if (bytes > maxBytes) throw new DatafileTooLarge(bytes, maxBytes);
      makeRoom(undefined, false);
      const followed = entries().filter(({ environmentId }) => isFollowed(environmentId));
      if (followed.length > 0 && bytes + bytesOf(followed) > maxBytes)
        throw new DatafileUnavailable('Memory is full of environments that streams follow.');
    }

    async function waitAndTake(bytes: number): Promise<void> {
      await largeLoads.acquire(maxWaitMs).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
        throw new DatafileUnavailable('Other large environments are being loaded.', { cause: error });
      });
      isLarge = true;
      take(bytes);
    }

    return {
      grow: (bytes) => (isLarge || bytes <= maxBytes / largePart ? take(bytes) : waitAndTake(bytes)),
      release() {
        loadingBytes -= ownBytes;
        ownBytes = 0;
        if (isLarge) largeLoads.release();
        isLarge = false;
      },
    };
  }

  return {
    maxBytes,
    reserve,
    makeRoom: (keptId) => makeRoom(keptId, true),
    evict(environmentId) {
      const entry = entries().find((each) => each.environmentId === environmentId);
      if (entry !== undefined) evict(entry);
    },
    usedBytes,
  };
}

/** Returns the environment that is evicted next. */
function victimOf(
  cached: readonly CachedEntry[],
  options: {
    keptId: string | undefined;
    mayEvictFollowed: boolean;
    isFollowed: (environmentId: string) => boolean;
    maxBytes: number;
  },
): CachedEntry | undefined {
  const { keptId, mayEvictFollowed, isFollowed, maxBytes } = options;
  const tooLarge = cached.find((entry) => entry.weight() > maxBytes);
  if (tooLarge !== undefined) return tooLarge;
  const bytes = new Map<string, number>();
  for (const entry of cached)
    bytes.set(entry.organisationId, (bytes.get(entry.organisationId) ?? 0) + entry.weight());
  const others = cached.filter(({ environmentId }) => environmentId !== keptId);
  const idle = others.filter(({ environmentId }) => !isFollowed(environmentId));
  const isBeyondShare = ({ organisationId }: CachedEntry) =>
    bytes.get(organisationId)! > maxBytes / sharePart;
  return (
    oldestOf(idle.filter(isBeyondShare)) ??
    oldestOf(idle) ??
    oldestOf(others.filter(isBeyondShare)) ??
    (mayEvictFollowed ? oldestOf(others) : undefined)
  );
}

function oldestOf(cached: readonly CachedEntry[]): CachedEntry | undefined {
  let oldest: CachedEntry | undefined;
  for (const entry of cached) if (oldest === undefined || entry.use < oldest.use) oldest = entry;
  return oldest;
}
