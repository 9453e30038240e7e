import { isUuid } from '@bunting/definitions/uuid';
import type { EvaluationCount } from '@bunting/evaluator';
import { maxStoredCount, maxUnknownKeys, nameOfUnknownKey, otherKeys } from './batch.ts';

/** How often one variable was answered with one variation for one reason: an element of a list of those of the variable. */
export interface KeptCell {
  readonly variationId: string | null;
  /** Twice the reason, and one more where everything was asked for. */
  readonly kind: number;
  count: number;
  readonly next: KeptCell | undefined;
}

/** What was counted of an environment within one hour and is not stored yet. */
export interface EnvironmentCounts {
  readonly environmentId: string;
  /** Milliseconds since 1970, as all times here. */
  readonly beginsAt: number;
  endsAt: number;
  /** By variable. */
  readonly cells: Map<string, KeptCell>;
  readonly unknown: Map<string, number>;
  /** Cells and unknown keys. */
  size: number;
}

/** The counts of a process that are not stored yet, for each environment and hour. */
export interface KeptCounts {
  add(environmentId: string, count: EvaluationCount): void;
  /** `key` is lower-cased. */
  addUnknownKey(environmentId: string, key: string, times: number): void;
  /** The process holds the environment since then at the latest. */
  hold(environmentId: string, since: number): void;
  /** Environments of which nothing has been stored by this process although something was counted. */
  untold(): string[];
  isUntold(environmentId: string): boolean;
  /**
   * Ends the hour if it is over: what was counted is of that hour, and each environment that is held and has nothing else of it gets empty
   * counts ("counted, nothing asked").
   */
  endHour(now: number, isHeld: (environmentId: string) => boolean): void;
  /** Takes what was counted, of all environments or of those. `size` goes on counting it, until `forget`. */
  take(now: number, environmentIds?: ReadonlySet<string>): EnvironmentCounts[];
  forget(size: number): void;
  /** Cells and unknown keys, those that were taken included. */
  size(): number;
}

const hourMs = 3_600_000;

/** Beyond `maxSize` cells and unknown keys, `onDropped` gets the evaluations whose counts have no cell. */
export function createKeptCounts(options: {
  now: number;
  maxSize: number;
  onDropped: (evaluations: number) => void;
}): KeptCounts {
  const { maxSize, onDropped } = options;
  let open = new Map<string, EnvironmentCounts>();
  /** Of hours that are over. */
  let closed: EnvironmentCounts[] = [];
  /** Environments that are held: until when their counts were taken, if ever, and since when they are held. */
  const held = new Map<string, { readonly since: number; takenUntil: number | undefined }>();
  let intervalBeganAt = options.now;
  let hourBeganAt = startOfHour(options.now);
  let size = 0;

  function countsOf(environmentId: string): EnvironmentCounts {
    const known = open.get(environmentId);
    if (known !== undefined) return known;
    const { takenUntil, since } = holdOf(environmentId, intervalBeganAt);
    return openCounts(environmentId, Math.max(intervalBeganAt, takenUntil ?? since));
  }

  function openCounts(environmentId: string, beginsAt: number): EnvironmentCounts {
    const counts = {
      environmentId,
      beginsAt,
      endsAt: beginsAt,
      cells: new Map<string, KeptCell>(),
      unknown: new Map<string, number>(),
      size: 0,
    };
    open.set(environmentId, counts);
    return counts;
  }

  function holdOf(environmentId: string, since: number) {
    const known = held.get(environmentId) ?? { since, takenUntil: undefined };
    held.set(environmentId, known);
    return known;
  }

  function isFull(evaluations: number): boolean {
    if (size < maxSize) return false;
    onDropped(evaluations);
    return true;
  }

  function grow(counts: EnvironmentCounts): void {
    counts.size += 1;
    size += 1;
  }

  function isUntold(environmentId: string): boolean {
    return held.get(environmentId)?.takenUntil === undefined;
  }

  /** Counts of an interval are of the hour in which it began, however late it is cut. */
  function endOf(now: number): number {
    return Math.max(intervalBeganAt, Math.min(now, hourBeganAt + hourMs));
  }

  return {
    add(environmentId, { variableId, variationId, reason, asked, count }) {
      const kind = 2 * reason + asked;
      const counts = countsOf(environmentId);
      const first = counts.cells.get(variableId);
      let cell = first;
      while (cell !== undefined) {
        if (cell.variationId === variationId && cell.kind === kind) {
          cell.count = Math.min(cell.count + count, maxStoredCount);
          return;
        }
        cell = cell.next;
      }
      // A definition that was stored past all checks may have other ids, which no batch can have.
      if (!isUuid(variableId) || (variationId !== null && !isUuid(variationId))) return;
      if (isFull(count)) return;
      counts.cells.set(variableId, { variationId, kind, count, next: first });
      grow(counts);
    },

    addUnknownKey(environmentId, key, times) {
      const { unknown } = countsOf(environmentId);
      let name = nameOfUnknownKey(key);
      let known = unknown.get(name);
      if (known === undefined && name !== otherKeys && isFullOfKeys(unknown)) {
        name = otherKeys;
        known = unknown.get(name);
      }
      if (known === undefined) {
        if (isFull(times)) return;
        // Copied, because a part of the text of a request would keep all of it.
        name = Buffer.from(name, 'latin1').toString('latin1');
        grow(countsOf(environmentId));
      }
      unknown.set(name, Math.min((known ?? 0) + times, maxStoredCount));
    },

    hold: (environmentId, since) => void holdOf(environmentId, since),

    untold: () => [...open.keys()].filter(isUntold),
    isUntold,

    endHour(now, isHeld) {
      const end = hourBeganAt + hourMs;
      if (now < end) return;
      for (const [environmentId, { since, takenUntil }] of held) {
        if (isHeld(environmentId)) {
          const hasCounts = open.has(environmentId) || (takenUntil ?? 0) > hourBeganAt;
          if (!hasCounts) openCounts(environmentId, Math.min(end, Math.max(hourBeganAt, since)));
        } else if (!open.has(environmentId)) {
          held.delete(environmentId);
        }
      }
      for (const counts of open.values()) {
        counts.endsAt = end;
        holdOf(counts.environmentId, end).takenUntil = end;
        closed.push(counts);
      }
      open = new Map();
      hourBeganAt = startOfHour(now);
      intervalBeganAt = hourBeganAt;
    },

    take(now, environmentIds) {
      const taken = closed;
      closed = [];
      const end = endOf(now);
      for (const counts of open.values()) {
        const { environmentId } = counts;
        if (environmentIds !== undefined && !environmentIds.has(environmentId)) continue;
        counts.endsAt = Math.max(counts.beginsAt, end);
        holdOf(environmentId, end).takenUntil = counts.endsAt;
        open.delete(environmentId);
        taken.push(counts);
      }
      if (environmentIds === undefined) intervalBeganAt = end;
      return taken;
    },

    forget: (gone) => void (size -= gone),
    size: () => size,
  };
}

/** `otherKeys` has a place of its own. */
function isFullOfKeys(unknown: ReadonlyMap<string, number>): boolean {
  return unknown.size - Number(unknown.has(otherKeys)) >= maxUnknownKeys;
}

function startOfHour(time: number): number {
  return Math.floor(time / hourMs) * hourMs;
}
