import type { EvaluationContext } from '../context/context.ts';
import { getMask, type AttributeIndex } from './attribute-index.ts';
import type { Test } from './condition.ts';

/** As many groups as a mask holds while it stays a small integer. */
export const groupsPerBlock = 31;

/**
 * Up to 31 groups with an index in front: the dimensions say which groups may match, and only what they
 * do not answer is tested, group by group.
 */
export interface RuleIndexBlock {
  /** One bit per group. */
  readonly all: number;
  readonly attributeIndexes: readonly AttributeIndex[];
  /** By place in the block: the tests that no dimension answers, cheapest first. */
  readonly tests: readonly (readonly Test[])[];
}

/** Returns the index, among the groups of all blocks, of the group at this position of this block. */
export function groupAt(block: number, position: number): number {
  return block * groupsPerBlock + position;
}

/** Returns a mask of the groups that may match; those without tests do. */
export function findCandidates(block: RuleIndexBlock, context: EvaluationContext): number {
  const { attributeIndexes } = block;
  let candidates = block.all;
  for (let index = 0; index < attributeIndexes.length && candidates !== 0; index++) {
    candidates &= getMask(attributeIndexes[index] as AttributeIndex, context);
  }
  return candidates;
}

export function findLowestBit(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

export function matchesAll(tests: readonly Test[], context: EvaluationContext): boolean {
  for (let index = 0; index < tests.length; index++) {
    if (!(tests[index] as Test)(context)) return false;
  }
  return true;
}

/** Returns whether any group holds. */
export function matchesAny(blocks: readonly RuleIndexBlock[], context: EvaluationContext): boolean {
  for (const block of blocks) {
    for (let mask = findCandidates(block, context); mask !== 0; mask &= mask - 1) {
      if (matchesAll(block.tests[findLowestBit(mask)] as readonly Test[], context)) return true;
    }
  }
  return false;
}
