import { systemClock, type Clock } from '@bunting/async';
import type { Config } from '@bunting/config';
import { reasons } from '@bunting/evaluator';
import { createCounter, type Log, type Registry } from '@bunting/observability';
import type pg from 'pg';
import { createBatchQueue } from './batch-queue.ts';
import { createCountCollector, type CountCollector, type CountedEnvironment } from './collect-counts.ts';
import type { evaluationCountFields } from './count-fields.ts';
import { startCountWriter, type CountWriter } from './count-writer.ts';
import { createPendingCounts } from './pending-counts.ts';

/** The counts of a process that are not in its datafiles: unknown keys, and evaluations that applications report. */
export interface EvaluationCounts extends Pick<CountCollector, 'add' | 'addUnknownKey' | 'retire'> {
  /** Begins to store what is counted of these environments. `close` it before the pool. */
  start(options: {
    readonly environments: () => Iterable<CountedEnvironment>;
    readonly pool: Pick<pg.Pool, 'query'>;
    readonly clock?: Clock;
  }): CountWriter;
}

/** Some 20 MB. */
const maxKeptCells = 200_000;

/** Opens the counts of a process and their metrics. */
export function openEvaluationCounts(context: {
  readonly config: Config<typeof evaluationCountFields>;
  readonly registry: Registry;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}): EvaluationCounts {
  const { config, registry, log, now } = context;
  const isDisabled = config.EVALUATION_COUNTS_DISABLED;
  const dropped = createCounter(registry, {
    name: 'evaluation_counts_dropped_total',
    help: 'Evaluations whose counts were dropped, because PostgreSQL was down and memory for counts was full.',
  });
  const kept = createPendingCounts({
    now: now(),
    maxSize: maxKeptCells,
    onDropped: (evaluations) => dropped.inc(evaluations),
  });
  let environments: () => Iterable<CountedEnvironment> = () => [];
  const collector = createCountCollector({
    environments: () => environments(),
    receiver: isDisabled ? { add: () => {}, addUnknownKey: () => {} } : kept,
  });
  createCounter(registry, {
    name: 'evaluations_total',
    help: 'Evaluated variables by reason; a batch counts each of its keys. In ingest-api: local evaluations of applications.',
    labelNames: ['reason'],
    async collect() {
      await collector.collect();
      this.reset();
      for (const [index, total] of collector.totals.entries()) {
        if (total > 0) this.inc({ reason: reasons[index]! }, total);
      }
    },
  });
  return {
    add: (environmentId, count) => collector.add(environmentId, count),
    addUnknownKey: (environmentId, unknown) => collector.addUnknownKey(environmentId, unknown),
    retire: (environment) => collector.retire(environment),
    start({ pool, clock = systemClock, ...options }) {
      ({ environments } = options);
      const intervalMs = config.EVALUATION_COUNT_INTERVAL_MS;
      const queue = createBatchQueue({ pool, log, now, onStored: (size) => kept.forget(size) });
      return startCountWriter({
        environments,
        collector,
        kept,
        queue,
        log,
        now,
        clock,
        intervalMs,
        isDisabled,
      });
    },
  };
}
