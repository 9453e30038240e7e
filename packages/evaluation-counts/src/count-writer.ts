import { setImmediate as nextTurn } from 'node:timers/promises';
import { withTimeout, type Clock } from '@bunting/async';
import type { Log } from '@bunting/observability';
import type pg from 'pg';
import type { CountCollector, CountedEnvironment } from './collect-counts.ts';
import { encodeBatches, type EncodedBatch } from './encode-batches.ts';
import type { EnvironmentCounts, KeptCounts } from './kept-counts.ts';
import { batchesOfStatement, storeBatches } from './store-batches.ts';

/** Stores what a process counts, interval by interval. */
export interface CountWriter {
  /** Stores what is there, within two seconds, and ends. Never rejects. */
  close(): Promise<void>;
}

const hourMs = 3_600_000;
/** How often it looks for environments that were asked for the first time, and whether datafiles have many cells. */
const lookMs = 500;
/** The pause before what could not be stored is tried again. */
const retryMs = 5_000;
const statementTimeoutMs = 10_000;
const closeTimeoutMs = 2_000;
/** Cells in datafiles that are taken before the interval is over: 3 MB. */
const manyCells = 50_000;

/** `isDisabled`: what is counted is taken, for the sums by reason, and not stored. `now`: milliseconds since 1970. */
export function startCountWriter(options: {
  environments: () => Iterable<CountedEnvironment>;
  collector: CountCollector;
  kept: KeptCounts;
  pool: Pick<pg.Pool, 'query'>;
  log: Log;
  now: () => number;
  clock: Clock;
  intervalMs: number;
  isDisabled: boolean;
}): CountWriter {
  const { environments, collector, kept, pool, log, now, clock, intervalMs, isDisabled } = options;
  /** Tried already, or about to be: the same rows are tried until they are stored. */
  let batches: EncodedBatch[] = [];
  let failedAt: number | undefined;
  let lookedAt = now();
  let cutAt = nextCut();
  let isClosed = false;
  let cancel = clock.setTimeout(look, lookMs);
  let working: Promise<void> | undefined;

  /** Random, so that processes that started together do not write together; never beyond the end of the hour. */
  function nextCut(): number {
    const time = now();
    const endOfHour = (Math.floor(time / hourMs) + 1) * hourMs;
    return Math.min(time + intervalMs * (0.9 + Math.random() * 0.2), endOfHour);
  }

  function look(): void {
    working ??= lookOnce()
      .catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'Counting evaluations failed; it goes on'),
      )
      .finally(() => {
        working = undefined;
        if (!isClosed) cancel = clock.setTimeout(look, Math.max(0, Math.min(lookMs, cutAt - now())));
      });
  }

  async function lookOnce(): Promise<void> {
    const time = now();
    const held = [...environments()];
    for (const { environmentId } of held) kept.hold(environmentId, lookedAt);
    lookedAt = time;
    // The clock may have been set back.
    if (cutAt > time + intervalMs * 1.1) cutAt = nextCut();
    if (time >= cutAt) {
      await cut();
    } else if (failedAt !== undefined) {
      if (time >= failedAt + retryMs) await store();
    } else if (!isDisabled) {
      const untold = untoldOf(held);
      if (untold.size > 0) await tell(untold);
    }
    const cells = held.reduce((sum, { datafile }) => sum + datafile.cells.count, 0);
    if (cells > manyCells) await collector.collect();
  }

  /** Environments that this process has stored nothing of, although something was asked for. */
  function untoldOf(held: readonly CountedEnvironment[]): ReadonlySet<string> {
    const asked = held.filter(({ datafile }) => datafile.cells.count > 0).map((each) => each.environmentId);
    return new Set([...kept.untold(), ...asked.filter((id) => kept.isUntold(id))]);
  }

  async function tell(environmentIds: ReadonlySet<string>): Promise<void> {
    await collector.collect(environmentIds);
    await encode(kept.take(now(), environmentIds));
    await store();
  }

  /** Ends the interval. While an earlier one is not stored yet, what was counted is added up. */
  async function cut(): Promise<void> {
    await collector.collect();
    const held = new Set([...environments()].map(({ environmentId }) => environmentId));
    const emptyOf = isDisabled ? () => false : (id: string) => held.has(id);
    kept.endHour(now(), emptyOf);
    cutAt = nextCut();
    if (batches.length > 0) await store();
    if (batches.length > 0) return;
    await encode(kept.take(now()));
    await store();
  }

  async function encode(taken: readonly EnvironmentCounts[]): Promise<void> {
    for (const batch of encodeBatches(taken)) {
      if (batch !== undefined) batches.push(batch);
      await nextTurn();
    }
  }

  async function store(): Promise<void> {
    try {
      while (batches.length > 0) {
        const count = batchesOfStatement(batches);
        const stored = batches.slice(0, count);
        await storeBatches(pool, stored, statementTimeoutMs);
        batches = batches.slice(count);
        kept.forget(stored.reduce((sum, { size }) => sum + size, 0));
      }
      failedAt = undefined;
    } catch (error) {
      const reason = (error as Error).message;
      if (failedAt === undefined)
        log.warn({ reason }, 'Evaluation counts cannot be stored yet; they are added up');
      failedAt = now();
    }
  }

  return {
    async close() {
      isClosed = true;
      cancel();
      const storing = async (): Promise<void> => {
        await working;
        await cut();
      };
      await withTimeout(storing(), closeTimeoutMs, 'Storing evaluation counts').catch((error: unknown) =>
        log.warn({ reason: (error as Error).message }, 'The last evaluation counts are lost'),
      );
    },
  };
}
