import { reasons, type Reason } from './evaluation.ts';
import { servedOf } from './served.ts';

/**
 * What was decided about a variable, as one number: why (the index of the reason, three bits), and what is served (served.ts). Bit 3 is left
 * for how the variable was asked for (counts.ts). A number, because the look-up of an evaluation and of its count needs no other one, and
 * nothing is made for an evaluation.
 */
export type Decision = number;

/** The variable's feature is archived: its key resolves to nothing. */
export const notFound: Decision = -1;

/** The reasons of variables that were found. */
export type FoundReason = Exclude<Reason, 'variable_not_found'>;

// Constants instead of look-ups in `reasons`: the compiler of V8 puts them into the code.
export const ruleMatched = 0;
export const overridden = 1;
export const defaultServed = 2;
export const noRuleMatched = 3;
export const complete = 4;
export const disabled = 5;

/** What is added to a served number for its slot: that of no variation is -2. */
const slotOfNone = 2;
const reasonBits = 0b0111;
const slotShift = 4;

/** `served` is what served.ts says, but not `nothingServed`. */
export function decisionOf(reason: number, served: number): Decision {
  return ((served + slotOfNone) << slotShift) | reason;
}

/** Where evaluations with this decision are kept: one place for everything that may be served. */
export function slotOf(decision: Decision): number {
  return decision >> slotShift;
}

/** How many slots a feature with so many variations has. */
export function slotCount(variations: number): number {
  return slotOfNone + servedOf(variations);
}

/** What was served (served.ts). */
export function servedIn(decision: Decision): number {
  return (decision >> slotShift) - slotOfNone;
}

export function reasonIndexOf(decision: Decision): number {
  return decision & reasonBits;
}

export function reasonOf(decision: Decision): FoundReason {
  return reasons[reasonIndexOf(decision)] as FoundReason;
}
