import type { Condition } from '../conditions/condition.ts';
import type { EvaluationContext } from '../context.ts';

/** What became of a condition. */
export interface Outcome {
  readonly holds: boolean;
  /** Its patterns were not run: the text would have cost more than the request had left (decisions §1.2). */
  readonly isBeyondBudget: boolean;
}

/**
 * What became of each stored condition, so that all that is told of it is the same. What evaluation asks is what it was there,
 * with what its patterns had left to spend; what it does not come to is asked once, alone, with all of it.
 */
export interface Outcomes {
  /** For a catalogue: hears of every condition that is compiled with it, however often. */
  readonly observed: (stored: object, condition: Condition) => Condition;
  /** Evaluation is over: what was not asked by now is asked with a context of its own. */
  readonly close: (newContext: () => EvaluationContext) => void;
  readonly of: (stored: object) => Outcome | undefined;
}

export function createOutcomes(): Outcomes {
  const known = new Map<object, Outcome>();
  let contextOfItsOwn: (() => EvaluationContext) | undefined;

  function ask(stored: object, { test }: Condition, context: EvaluationContext): boolean {
    const refusalsBefore = context.patternRefusals;
    const holds = test(context);
    known.set(stored, { holds, isBeyondBudget: context.patternRefusals > refusalsBefore });
    return holds;
  }

  return {
    observed: (stored, condition) => ({
      ...condition,
      test(context) {
        if (contextOfItsOwn === undefined) return ask(stored, condition, context);
        return known.get(stored)?.holds ?? ask(stored, condition, contextOfItsOwn());
      },
    }),
    close(newContext) {
      contextOfItsOwn = newContext;
    },
    of: (stored) => known.get(stored),
  };
}
