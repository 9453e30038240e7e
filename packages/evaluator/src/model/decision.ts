import { reasons, type Reason } from './evaluation.ts';
import { packServed } from './served.ts';

/**
 * The decision about a variable, as one number: the index of the reason (three bits), and the served variation (served.ts). Bit 3 is left
 * for the way of requesting (counts.ts). A number suffices to look up an evaluation and its count, and needs no object for each evaluation.
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

/** Added to a served number for its slot: that of no variation is -2. */
const slotOfNone = 2;
const reasonBits = 0b0111;
const slotShift = 4;

/** Returns the decision. `served` is a number of served.ts, but not `nothingServed`. */
export function packDecision(reason: number, served: number): Decision {
  return ((served + slotOfNone) << slotShift) | reason;
}

/** Returns the slot that caches evaluations with this decision: one for everything that may be served. */
export function getSlot(decision: Decision): number {
  return decision >> slotShift;
}

/** Returns the number of slots of a feature with so many variations. */
export function slotCount(variations: number): number {
  return slotOfNone + packServed(variations);
}

/** Returns the served number (served.ts). */
export function servedIn(decision: Decision): number {
  return (decision >> slotShift) - slotOfNone;
}

export function getReasonIndex(decision: Decision): number {
  return decision & reasonBits;
}

export function getReason(decision: Decision): FoundReason {
  return reasons[getReasonIndex(decision)] as FoundReason;
}
