import type { LazyFeature } from '../compile/lazy-feature.ts';
import type { EvaluationContext } from '../context/context.ts';
import { requestedWithAll, getCell } from '../count/counts.ts';
import type { CellTotal } from '../model/count-cell.ts';
import { notFound } from '../model/decision.ts';
import type { Evaluation } from '../model/evaluation.ts';
import type { Variable } from '../model/feature.ts';
import { evaluateVariable } from './evaluate-variable.ts';
import type { CellSnapshot } from './cells.ts';

/**
 * Variables of a datafile at the moment of the first call of `evaluate`. An answer that is evaluated in several turns of the event loop is of that
 * moment, whatever is applied to the datafile meanwhile.
 */
export interface DatafileSnapshot {
  /** In the order of `positions`; complete once `evaluate` has returned true. */
  readonly found: readonly Evaluation[];
  /** Returns the estimated cost of the evaluations so far, in nanoseconds, an upper bound. */
  cost(): number;
  /**
   * Evaluates variables, at least one, until no time is left or the end, and counts nothing. True = all are evaluated. `timeLeft` returns
   * nanoseconds. It is called first, and again whenever the evaluations since may have taken all of it by the estimates of the definitions, but
   * at least 50 µs. So one feature and these 50 µs may exceed the time.
   */
  evaluate(timeLeft: () => number, context: EvaluationContext, now: number): boolean;
  /** Counts what was found, as asked for by their keys, or with all others. */
  count(asked: 'by key' | 'with all'): void;
  /** Ends the snapshot: the datafile keeps nothing for it any more. */
  close(): void;
}

/** The variables of a snapshot. */
export interface SnapshotVariables {
  /** In the order in which they are evaluated. */
  readonly slugs: readonly string[];
  /** The position of each of them in `found`; absent = in the same order. */
  readonly positions?: readonly number[] | undefined;
  /** Variables that client keys do not get are as if they did not exist. */
  readonly isClientOnly: boolean;
}

/**
 * Nanoseconds. A look at the clock takes a tenth of a microsecond, and a cheap evaluation as long, although it may cost eighty of them by its
 * estimate, which is that of the longest texts.
 */
const leastLeft = 50_000;

/** The datafile, as snapshots need it. */
interface SnapshotSource {
  readonly entryOf: (slug: string) => Variable | LazyFeature | undefined;
  readonly openReferences: () => CellSnapshot;
  readonly compileOf: (lazy: LazyFeature, slug: string) => Variable | undefined;
  readonly cells: CellTotal;
  /** A variable that may have been replaced since was counted. */
  readonly onCounted: (variable: Variable) => void;
}

export function createSnapshot(
  { slugs, positions, isClientOnly }: SnapshotVariables,
  source: SnapshotSource,
): DatafileSnapshot {
  const { entryOf, compileOf, cells } = source;
  const { length } = slugs;
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from takes a fifth of the time of the evaluations
  const found = new Array<Evaluation>(length);
  /** The first `done` of them were evaluated, by their order. */
  // oxlint-disable-next-line unicorn/no-new-array -- as above
  const variables = new Array<Variable | undefined>(length);
  let done = 0;
  let cost = 0;
  /** The others, from the second call of `evaluate` on, by their order. */
  let kept: readonly (Variable | LazyFeature | undefined)[] | undefined;
  let references: CellSnapshot | undefined;

  function evaluateSome(timeLeft: () => number, context: EvaluationContext, now: number): void {
    let left = Math.max(leastLeft, timeLeft());
    while (done < length) {
      const slug = slugs[done]!;
      const entry = kept === undefined ? entryOf(slug) : kept[done];
      let variable: Variable | undefined;
      if (entry !== undefined && entry.feature === undefined) {
        variable = compileOf(entry, slug);
        // Compiling a feature may take as long as evaluating it, or longer.
        left = 0;
      } else variable = entry;
      if (isClientOnly && !isForClients(variable)) variable = undefined;
      const position = positions === undefined ? done : positions[done]!;
      const spent = context.prerequisiteCost;
      found[position] = evaluateVariable(variable, slug, context, now);
      variables[done] = variable;
      done += 1;
      if (variable !== undefined) {
        const { feature } = variable;
        const used = feature.cost + context.prerequisiteCost - spent;
        left -= used;
        cost += used;
      }
      if (left > 0) continue;
      left = timeLeft();
      if (left <= 0) return;
      left = Math.max(leastLeft, left);
    }
  }

  return {
    found,
    cost: () => cost,
    evaluate(timeLeft, context, now) {
      if (references === undefined) evaluateSome(timeLeft, context, now);
      else references.within(() => evaluateSome(timeLeft, context, now));
      if (done === length) return true;
      if (references === undefined) {
        references = source.openReferences();
        kept = slugs.map(entryOf);
      }
      return false;
    },
    count(asked) {
      const askedIndex = asked === 'by key' ? 0 : requestedWithAll;
      for (let index = 0; index < done; index++) {
        const variable = variables[index];
        const { decision } = found[positions === undefined ? index : positions[index]!]!;
        if (variable === undefined || decision === notFound) continue;
        getCell(variable, decision | askedIndex, cells).n += 1;
        // In one turn nothing can have been replaced.
        if (kept !== undefined) source.onCounted(variable);
      }
    },
    close: () => references?.close(),
  };
}

function isForClients(variable: Variable | undefined): boolean {
  return variable?.feature.shared.variables[variable.index]?.isClient ?? false;
}
