import type { CellTotal, CountCell } from '../model/count-cell.ts';
import { getReasonIndex, servedIn, type Decision } from '../model/decision.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Variable } from '../model/feature.ts';
import { unpackVariation } from '../model/served.ts';
import { getEvaluation, getCachedEvaluation } from '../model/shared-feature.ts';

/** The content of a cell, in terms that survive a replacement of its feature. */
export interface EvaluationCount {
  readonly variableId: string;
  /** `null` = no variation was served. */
  readonly variationId: string | null;
  /** The index in `reasons`. */
  readonly reason: number;
  /** 0 = by its key, 1 = with all others. */
  readonly asked: 0 | 1;
  readonly count: number;
}

/** Added to a decision where everything was asked for. */
export const requestedWithAll = 0b1000;

class Cell implements CountCell {
  readonly index: number;
  n: number;
  readonly evaluation: Evaluation | undefined;
  next: CountCell | undefined;

  constructor(index: number, evaluation: Evaluation | undefined, next: CountCell | undefined) {
    this.index = index;
    this.n = 0;
    this.evaluation = evaluation;
    this.next = next;
  }
}

/**
 * Returns the variable's cell of that index, to which the caller adds. Most variables have one to three; there are at most as many as
 * variations times reasons, twice, and taking removes them. The sums of a minute are integers of 31 bits, which V8 stores in the cell itself.
 */
export function getCell(variable: Variable, index: number, cells: CellTotal): CountCell {
  let cell = variable.counts;
  while (cell !== undefined) {
    if (cell.index === index) return cell;
    cell = cell.next;
  }
  return addCell(variable, index, cells);
}

function addCell(variable: Variable, index: number, cells: CellTotal): CountCell {
  const { feature, index: position, counts } = variable;
  // Evaluated first, for what was never asked for is not kept yet.
  const decision: Decision = index & ~requestedWithAll;
  getEvaluation(feature.shared, position, decision);
  const cell = new Cell(index, getCachedEvaluation(feature.shared, position, decision), counts);
  variable.counts = cell;
  cells.count += 1;
  return cell;
}

/** Removes one cell of the variable and returns what it says; undefined = it has none. */
export function takeCount(variable: Variable, cells: CellTotal): EvaluationCount | undefined {
  const cell = variable.counts;
  if (cell === undefined) return undefined;
  variable.counts = cell.next;
  cells.count -= 1;
  const { shared } = variable.feature;
  const decision: Decision = cell.index & ~requestedWithAll;
  return {
    variableId: shared.variables[variable.index]?.id ?? '',
    variationId: shared.variations[unpackVariation(servedIn(decision))]?.id ?? null,
    reason: getReasonIndex(decision),
    asked: (cell.index & requestedWithAll) === 0 ? 0 : 1,
    count: cell.n,
  };
}
