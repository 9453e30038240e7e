import { alwaysFoldsCase, parseAttribute } from '../definition/attribute.ts';
import { limits } from '../definition/limits.ts';
import type { StoredRecord } from '../definition/stored.ts';

/**
 * The worst cost of each part of a definition, in nanoseconds on the slowest machine we know. test/hostile.release.test.ts checks that the
 * costliest definitions stay below them. They depend on the definition alone.
 */
export const costs = {
  feature: 500,
  /** Looking at what a prerequisite serves; the evaluation itself counts where it is made. */
  prerequisite: 100,
  rule: 150,
  group: 20,
  /** Looking an attribute up, asking a test. */
  condition: 80,
  /** Finding what was derived from an attribute: its lower case, its version, … */
  derived: 60,
  /** The same of an address, or of a list's set. */
  derivedSet: 130,
  /** Looking an operand up in a user's list. */
  listOperand: 36,
  /** One step of a binary search. */
  searchStep: 15,
  /** Comparing one character of an operand. */
  comparedCharacter: 0.5,
  /** The same from the end, or of the parts of a version. */
  readCharacter: 3,
  bucketing: 250,
  bucketByName: 30,
  /** Hashing a key of the longest text for rollout and split. */
  bucketingAttribute: 40_000,
  splitPart: 3,
  stage: 3,
  /** Up to this a segment is asked anew by each condition that names it. */
  namedSegment: 300,
} as const;

/** Up to so many operands, each no longer than this, are looked for one by one; more of them by an automaton. */
export const singlySearchedOperands = 2;
export const maxSinglySearched = 200;

/**
 * Returns the cost of a condition that looks at every character of a text, in nanoseconds per character; 0 for all
 * others.
 */
export function estimateSearchCost(
  operator: unknown,
  operands: readonly unknown[],
  programSize: number,
): number {
  switch (operator) {
    case 'contains':
    case 'not_contains': {
      const isSingly =
        operands.length <= singlySearchedOperands &&
        operands.every((operand) => typeof operand !== 'string' || operand.length <= maxSinglySearched);
      return isSingly ? 7 * operands.length : 15 + 7 * Math.log2(operands.length + 1);
    }
    case 'matches':
    case 'not_matches':
      return 15 + 7 * programSize;
    default:
      return 0;
  }
}

/**
 * Returns the cost of a condition, without the part that grows with its text and without the segments that it names.
 */
export function estimateConditionCost(condition: StoredRecord, operands: readonly unknown[]): number {
  const attribute = parseAttribute(condition['property'], condition['custom_key']);
  const foldsCase =
    condition['ignore_case'] === true || (attribute !== undefined && alwaysFoldsCase(attribute));
  const base = costs.condition + (foldsCase ? costs.derived : 0);
  switch (condition['operator']) {
    case 'contains_any':
    case 'contains_all':
    case 'contains_none':
      return base + costs.derivedSet + costs.listOperand * operands.length;
    case 'is':
    case 'is_not':
      return base + costs.comparedCharacter * longestOf(operands);
    case 'starts_with':
    case 'not_starts_with':
      return base + textEndCost(operands, costs.comparedCharacter);
    case 'ends_with':
    case 'not_ends_with':
      return base + textEndCost(operands, costs.readCharacter);
    case 'in_cidr':
    case 'not_in_cidr':
      return base + costs.derivedSet + costs.searchStep * Math.log2(operands.length + 1);
    case 'in_segment':
    case 'not_in_segment':
      return base + costs.namedSegment * operands.length;
    case 'exists':
    case 'not_exists':
      return base;
    default:
      return base + costs.derived + costs.readCharacter * longestOf(operands);
  }
}

function textEndCost(operands: readonly unknown[], character: number): number {
  const steps = Math.log2(operands.length + 1) + 1;
  return costs.derived + steps * (costs.searchStep + character * longestOf(operands));
}

/** The budget that the searching conditions of a definition share. */
export interface SearchAllowance {
  /** As long a text as this much allows … */
  readonly cheap: number;
  /** … or one of this length, if that costs no more than … */
  readonly ordinaryText: number;
  readonly most: number;
}

export const featureSearch: SearchAllowance = {
  cheap: 60_000,
  ordinaryText: 1_024,
  most: limits.featureSearchCost,
};
export const segmentSearch: SearchAllowance = {
  cheap: 15_000,
  ordinaryText: 256,
  most: limits.segmentSearchCost,
};

/**
 * Returns the length of the longest text that searching conditions look at, when together they cost this much per
 * character.
 */
export function findMaxSearchedLength(
  searchCost: number,
  { cheap, ordinaryText, most }: SearchAllowance,
): number {
  const length = Math.max(cheap / searchCost, Math.min(ordinaryText, most / searchCost));
  return Math.floor(Math.min(limits.maxTextLength, length));
}

function longestOf(operands: readonly unknown[]): number {
  let longest = 0;
  for (const operand of operands) {
    if (typeof operand === 'string' && operand.length > longest) longest = operand.length;
  }
  return longest;
}
