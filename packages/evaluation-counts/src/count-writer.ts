import { withTimeout, type Clock } from '@bunting/async';
import type { Log } from '@bunting/observability';
import type { BatchQueue } from './batch-queue.ts';
import type { CountCollector, CountedEnvironment } from './collect-counts.ts';
import type { PendingCounts } from './pending-counts.ts';

/** Stores what a process counts, interval by interval. */
export interface CountWriter {
  /** Stores what is there, within two seconds, and ends. Never rejects. */
  close(): Promise<void>;
}

interface WriterOptions {
  readonly environments: () => Iterable<CountedEnvironment>;
  readonly collector: CountCollector;
  readonly kept: PendingCounts;
  readonly queue: BatchQueue;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly clock: Clock;
  readonly intervalMs: number;
  /** Counts are taken for the metrics by reason, but not stored. */
  readonly isDisabled: boolean;
}

const hourMs = 3_600_000;
/** The interval of looking for newly requested environments and for datafiles with many cells. */
const lookMs = 500;
const closeTimeoutMs = 2_000;
/** Cells in datafiles that are taken before the interval is over: 3 MB. */
const manyCells = 50_000;

export function startCountWriter(options: WriterOptions): CountWriter {
  const { log, now, clock } = options;
  const rounds = createRounds(options);
  let isClosed = false;
  let cancel = clock.setTimeout(look, lookMs);
  let working: Promise<void> | undefined;

  function look(): void {
    working ??= rounds
      .look()
      .catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'Counting evaluations failed; continuing'),
      )
      .finally(() => {
        working = undefined;
        const untilCut = Math.max(0, rounds.cutAt() - now());
        if (!isClosed) cancel = clock.setTimeout(look, Math.min(lookMs, untilCut));
      });
  }

  async function finish(): Promise<void> {
    await working;
    await rounds.cut();
  }

  return {
    async close() {
      isClosed = true;
      cancel();
      await withTimeout(finish(), closeTimeoutMs, 'Storing evaluation counts').catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'The last evaluation counts were lost'),
      );
    },
  };
}

/** Schedules the rounds. One round runs at a time. */
function createRounds(options: Omit<WriterOptions, 'log' | 'clock'>) {
  const { environments, collector, kept, queue, now, intervalMs, isDisabled } = options;
  let lookedAt = now();
  let cutAt = nextCut();

  /**
   * Returns the time of the next cut: random, so that processes that started together do not write together, and
   * never beyond the end of the hour.
   */
  function nextCut(): number {
    const time = now();
    const endOfHour = (Math.floor(time / hourMs) + 1) * hourMs;
    return Math.min(time + intervalMs * (0.9 + Math.random() * 0.2), endOfHour);
  }

  /** Environments that this process has stored nothing of, although something was asked for. */
  function unreportedOf(cached: readonly CountedEnvironment[]): ReadonlySet<string> {
    const asked = cached.filter(({ datafile }) => datafile.cells.count > 0).map((each) => each.environmentId);
    return new Set([...kept.unreported(), ...asked.filter((id) => kept.isUnreported(id))]);
  }

  async function report(environmentIds: ReadonlySet<string>): Promise<void> {
    await collector.collect(environmentIds);
    await queue.add(kept.take(now(), environmentIds));
    await queue.store();
  }

  /** Ends the interval. While an earlier one is not stored yet, what was counted is added up. */
  async function cut(): Promise<void> {
    await collector.collect();
    const cached = new Set([...environments()].map(({ environmentId }) => environmentId));
    kept.endHour(now(), (id) => !isDisabled && cached.has(id));
    cutAt = nextCut();
    if (!queue.isEmpty()) await queue.store();
    if (!queue.isEmpty()) return;
    await queue.add(kept.take(now()));
    await queue.store();
  }

  async function look(): Promise<void> {
    const time = now();
    const cached = [...environments()];
    for (const { environmentId } of cached) kept.cache(environmentId, lookedAt);
    lookedAt = time;
    // The clock may have been set back.
    if (cutAt > time + intervalMs * 1.1) cutAt = nextCut();
    const failure = queue.failure();
    if (time >= cutAt) {
      await cut();
    } else if (failure !== undefined) {
      if (failure.isDue) await queue.store();
    } else if (!isDisabled) {
      const unreported = unreportedOf(cached);
      if (unreported.size > 0) await report(unreported);
    }
    // Asked anew, because some may have been evicted meanwhile.
    const cells = [...environments()].reduce((sum, { datafile }) => sum + datafile.cells.count, 0);
    if (cells > manyCells) await collector.collect();
  }

  return { look, cut, cutAt: () => cutAt };
}
