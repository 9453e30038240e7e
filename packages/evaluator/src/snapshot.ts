import type { EvaluationContext } from './context.ts';
import type { Variable } from './compile/feature.ts';
import type { LazyFeature } from './compile/lazy-feature.ts';
import type { CellTotal } from './count-cell.ts';
import { askedWithAll, cellOf } from './counts.ts';
import { notFound } from './decision.ts';
import { evaluateVariable } from './evaluate-variable.ts';
import type { Evaluation } from './evaluation.ts';

/**
 * Variables of a datafile at the moment of the first call of `evaluate`. An answer that is evaluated in several turns of the event loop is of that
 * moment, whatever is applied to the datafile meanwhile.
 */
export interface DatafileSnapshot {
  /** In the order of `positions`; complete once `evaluate` has returned true. */
  readonly found: readonly Evaluation[];
  /**
   * Evaluates variables, at least one, until `isDone` or the end, and counts nothing. True = all are evaluated. `isDone` is asked whenever what was
   * evaluated since may have cost 50 µs by the estimate of its definition, so after every costly feature.
   */
  evaluate(isDone: () => boolean, context: EvaluationContext, now: number): boolean;
  /** Counts what was found, as asked for by their keys, or with all others. */
  count(asked: 'by key' | 'with all'): void;
  /** From now on the datafile keeps nothing for it. */
  close(): void;
}

/** The variables of a snapshot. */
export interface SnapshotVariables {
  /** In the order in which they are evaluated. */
  readonly slugs: readonly string[];
  /** Where each of them stands in `found`; absent = in the same order. */
  readonly positions?: readonly number[] | undefined;
  /** Variables that client keys do not get are as if they did not exist. */
  readonly isClientOnly: boolean;
}

/** The segments of a datafile at one moment. */
export interface SegmentSnapshot {
  /** Runs the work, which is synchronous, with the segments of that moment. */
  within<Result>(work: () => Result): Result;
  close(): void;
}

/** Nanoseconds between two looks at the clock, which takes up to a tenth of a microsecond. */
const lookedAfter = 50_000;
/** Compiling a feature may take as long as evaluating it, or longer. */
const compilationCost = lookedAfter;

interface SnapshotParts extends SnapshotVariables {
  readonly entryOf: (slug: string) => Variable | LazyFeature | undefined;
  readonly openSegments: () => SegmentSnapshot;
  readonly compileOf: (lazy: LazyFeature, slug: string) => Variable | undefined;
  readonly cells: CellTotal;
  /** A variable that may have been replaced since was counted. */
  readonly onCounted: (variable: Variable) => void;
}

export function createSnapshot(parts: SnapshotParts): DatafileSnapshot {
  const { slugs, positions, isClientOnly, entryOf, compileOf } = parts;
  const { length } = slugs;
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from takes a fifth of the time of the evaluations
  const found = new Array<Evaluation>(length);
  /** Those that were evaluated, by their order. */
  const variables: (Variable | undefined)[] = [];
  /** The others, from the second call of `evaluate` on, by their order. */
  let kept: readonly (Variable | LazyFeature | undefined)[] | undefined;
  let segments: SegmentSnapshot | undefined;

  function evaluateSome(isDone: () => boolean, context: EvaluationContext, now: number): void {
    let estimate = 0;
    for (let next = variables.length; next < length;) {
      const slug = slugs[next]!;
      const entry = kept === undefined ? entryOf(slug) : kept[next];
      let variable: Variable | undefined;
      if (entry !== undefined && entry.feature === undefined) {
        variable = compileOf(entry, slug);
        estimate += compilationCost;
      } else variable = entry;
      if (isClientOnly && !isForClients(variable)) variable = undefined;
      found[positions === undefined ? next : positions[next]!] = evaluateVariable(
        variable,
        slug,
        context,
        now,
      );
      variables.push(variable);
      next += 1;
      if (variable !== undefined) estimate += variable.feature.cost;
      if (estimate < lookedAfter) continue;
      if (isDone()) return;
      estimate = 0;
    }
  }

  return {
    found,
    evaluate(isDone, context, now) {
      if (segments === undefined) evaluateSome(isDone, context, now);
      else segments.within(() => evaluateSome(isDone, context, now));
      if (variables.length === length) return true;
      if (segments === undefined) {
        segments = parts.openSegments();
        kept = slugs.map(entryOf);
      }
      return false;
    },
    count(asked) {
      const askedIndex = asked === 'by key' ? 0 : askedWithAll;
      for (let index = 0; index < variables.length; index++) {
        const variable = variables[index];
        const { decision } = found[positions === undefined ? index : positions[index]!]!;
        if (variable === undefined || decision === notFound) continue;
        cellOf(variable, decision | askedIndex, parts.cells).n += 1;
        // In one turn nothing can have been replaced.
        if (kept !== undefined) parts.onCounted(variable);
      }
    },
    close: () => segments?.close(),
  };
}

function isForClients(variable: Variable | undefined): boolean {
  return variable?.feature.shared.variables[variable.index]?.isClient ?? false;
}
