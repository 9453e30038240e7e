import type { LazyFeature } from '../compile/lazy-feature.ts';
import type { CellTotal } from '../model/count-cell.ts';
import type { Variable } from '../model/feature.ts';
import { takeCount, type EvaluationCount } from './counts.ts';

/** Creates the counts of a datafile with these variables. */
export function createDatafileCounts(variables: ReadonlyMap<string, Variable | LazyFeature>) {
  const cells: CellTotal = { count: 0 };
  /** Counts of features that were replaced or removed. */
  const handedOver: EvaluationCount[] = [];

  /** Hands over the counts of a feature before it is replaced. */
  function handOver(entry: Variable | LazyFeature | undefined): void {
    if (entry?.feature === undefined) return;
    for (let count = takeCount(entry, cells); count !== undefined; count = takeCount(entry, cells)) {
      handedOver.push(count);
      cells.count += 1;
    }
  }

  function* takeCounts(): Generator<EvaluationCount> {
    for (let count = handedOver.pop(); count !== undefined; count = handedOver.pop()) {
      cells.count -= 1;
      yield count;
    }
    if (cells.count === 0) return;
    for (const entry of variables.values()) {
      if (entry.feature === undefined) continue;
      for (let count = takeCount(entry, cells); count !== undefined; count = takeCount(entry, cells))
        yield count;
    }
  }

  return { cells, handOver, takeCounts };
}
