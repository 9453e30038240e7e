import type { EvaluationCount } from '@bunting/evaluator';
import type { UnknownKeyCount } from './batch.ts';
import {
  addCount,
  addUnknownKey,
  createEnvironmentCounts,
  type EnvironmentCounts,
} from './environment-counts.ts';

/** The counts of a process that are not stored yet, for each environment and hour. Times are in milliseconds since 1970. */
export interface PendingCounts {
  add(environmentId: string, count: EvaluationCount): void;
  addUnknownKey(environmentId: string, unknown: UnknownKeyCount): void;
  /** Notes that the process has the environment in memory, at the latest since then. */
  cache(environmentId: string, since: number): void;
  /** Returns the environments of which nothing has been taken although something was counted. */
  unreported(): string[];
  isUnreported(environmentId: string): boolean;
  /**
   * Ends the hour if it is over: what was counted is of that hour, and each environment that is in memory and has nothing else of it gets empty
   * counts ("counted, nothing asked").
   */
  endHour(now: number, isCached: (environmentId: string) => boolean): void;
  /** Takes what was counted, of all environments or of those. `size` goes on counting it, until `forget`. */
  take(now: number, environmentIds?: ReadonlySet<string>): EnvironmentCounts[];
  forget(size: number): void;
  /** Cells and unknown keys, those that were taken included. */
  size(): number;
}

const hourMs = 3_600_000;

/**
 * Creates the counts. Beyond `maxSize` cells and unknown keys, `onDropped` receives the evaluations that have no
 * cell.
 */
export function createPendingCounts(options: {
  now: number;
  maxSize: number;
  onDropped: (evaluations: number) => void;
}): PendingCounts {
  const { maxSize, onDropped } = options;
  const hours = createHours(options.now);
  let size = 0;

  function admit(evaluations: number): boolean {
    const isAdmitted = size < maxSize;
    if (isAdmitted) size += 1;
    else onDropped(evaluations);
    return isAdmitted;
  }

  return {
    ...hours,
    add: (environmentId, count) => addCount(hours.countsOf(environmentId), count, admit),
    addUnknownKey: (environmentId, unknown) => addUnknownKey(hours.countsOf(environmentId), unknown, admit),
    forget: (gone) => void (size -= gone),
    size: () => size,
  };
}

/** Decides which hour's counts an environment adds to, and their beginning and end. */
function createHours(now: number) {
  let open = new Map<string, EnvironmentCounts>();
  /** Counts of hours that are over. */
  let closed: EnvironmentCounts[] = [];
  /** Environments in memory: until when their counts were taken, if ever, and since when they are there. */
  const environments = new Map<string, { readonly since: number; takenUntil: number | undefined }>();
  let intervalBeganAt = now;
  let hourBeganAt = startOfHour(now);

  function openCounts(environmentId: string, beginsAt: number): EnvironmentCounts {
    const counts = createEnvironmentCounts(environmentId, beginsAt);
    open.set(environmentId, counts);
    return counts;
  }

  function entryOf(environmentId: string, since: number) {
    const found = environments.get(environmentId) ?? { since, takenUntil: undefined };
    environments.set(environmentId, found);
    return found;
  }

  function isUnreported(environmentId: string): boolean {
    return environments.get(environmentId)?.takenUntil === undefined;
  }

  function close(counts: EnvironmentCounts, end: number): void {
    counts.endsAt = Math.max(counts.beginsAt, end);
    entryOf(counts.environmentId, end).takenUntil = counts.endsAt;
    open.delete(counts.environmentId);
    closed.push(counts);
  }

  return {
    countsOf(environmentId: string): EnvironmentCounts {
      const known = open.get(environmentId);
      if (known !== undefined) return known;
      const { takenUntil, since } = entryOf(environmentId, intervalBeganAt);
      return openCounts(environmentId, Math.max(intervalBeganAt, takenUntil ?? since));
    },
    cache: (environmentId: string, since: number) => void entryOf(environmentId, since),
    unreported: () => [...open.keys()].filter(isUnreported),
    isUnreported,

    endHour(time: number, isCached: (environmentId: string) => boolean): void {
      const end = hourBeganAt + hourMs;
      if (time < end) return;
      for (const [environmentId, { since, takenUntil }] of environments) {
        if (open.has(environmentId)) continue;
        if (!isCached(environmentId)) environments.delete(environmentId);
        else if ((takenUntil ?? 0) <= hourBeganAt)
          openCounts(environmentId, Math.min(end, Math.max(hourBeganAt, since)));
      }
      for (const counts of open.values()) close(counts, end);
      open = new Map();
      hourBeganAt = startOfHour(time);
      intervalBeganAt = hourBeganAt;
    },

    take(time: number, environmentIds?: ReadonlySet<string>): EnvironmentCounts[] {
      // Counts of an interval are of the hour in which it began, however late it is cut.
      const end = Math.max(intervalBeganAt, Math.min(time, hourBeganAt + hourMs));
      for (const counts of open.values()) {
        if (environmentIds?.has(counts.environmentId) ?? true) close(counts, end);
      }
      if (environmentIds === undefined) intervalBeganAt = end;
      return closed.splice(0);
    },
  };
}

function startOfHour(time: number): number {
  return Math.floor(time / hourMs) * hourMs;
}
