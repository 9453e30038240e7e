import { createPause } from '@bunting/async';
import { reasons, type Datafile, type Evaluation, type EvaluationCount } from '@bunting/evaluator';
import { indexOfReason, type UnknownKeyCount } from './batch.ts';

/** An environment with the datafile that counts its evaluations. */
export interface CountedEnvironment {
  readonly environmentId: string;
  readonly datafile: Pick<Datafile, 'takeCounts' | 'cells'>;
}

/** Receives what was counted. */
export interface CountReceiver {
  add(environmentId: string, count: EvaluationCount): void;
  addUnknownKey(environmentId: string, unknown: UnknownKeyCount): void;
}

/** Takes the counts of a process's datafiles, and sums them by reason. */
export interface CountCollector extends CountReceiver {
  /**
   * Takes what was counted before the call, of all environments or of those, in slices: answers go out meanwhile. Calls run one after the
   * other.
   */
  collect(environmentIds?: ReadonlySet<string>): Promise<void>;
  /** Takes the last counts of a datafile that will count nothing more, and releases the datafile. */
  retire(retired: CountedEnvironment): void;
  /** Evaluations so far, in the order of `reasons`. */
  readonly totals: readonly number[];
}

/** The longest time that taking counts may block the event loop. */
const sliceMs = 1;
/** So many are taken between two looks at the clock. */
const countsPerLook = 256;

const unknownReason = indexOfReason('variable_not_found' satisfies Evaluation['reason']);

/** Creates the collector. `environments` returns those that the process holds. */
export function createCountCollector(options: {
  environments: () => Iterable<CountedEnvironment>;
  receiver: CountReceiver;
}): CountCollector {
  const { environments, receiver } = options;
  const totals = reasons.map(() => 0);
  let retired: CountedEnvironment[] = [];
  let running: Promise<void> = Promise.resolve();

  function add(environmentId: string, count: EvaluationCount): void {
    totals[count.reason]! += count.count;
    receiver.add(environmentId, count);
  }

  async function collectNow(environmentIds: ReadonlySet<string> | undefined): Promise<void> {
    const pause = createPause(sliceMs);
    let taken = 0;
    const leaving = retired;
    retired = [];
    // Each with its datafile of now: it may be evicted during a pause, and is then among the retired of the next time.
    const cached = [...environments()]
      .filter(({ environmentId }) => environmentIds?.has(environmentId) ?? true)
      .map(({ environmentId, datafile }) => ({ environmentId, datafile }));
    for (const { environmentId, datafile } of [...leaving, ...cached]) {
      if (datafile.cells.count === 0) continue;
      for (const count of datafile.takeCounts()) {
        add(environmentId, count);
        taken += 1;
        if (taken % countsPerLook === 0) await pause();
      }
      await pause();
    }
  }

  return {
    totals,
    add,
    addUnknownKey(environmentId, unknown) {
      totals[unknownReason]! += unknown.count;
      receiver.addUnknownKey(environmentId, unknown);
    },
    collect(environmentIds) {
      running = running.catch(() => {}).then(() => collectNow(environmentIds));
      return running;
    },
    retire(environment) {
      if (environment.datafile.cells.count === 0) return;
      retired.push(environment);
      // At once, because the counts keep all of the datafile in memory.
      void this.collect(new Set());
    },
  };
}
