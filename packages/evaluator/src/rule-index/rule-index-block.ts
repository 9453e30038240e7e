import { matchesAll, testsOf, type ConditionGroup } from './groups.ts';
import { createAttributeIndex, expectedCandidates, maskOf, type AttributeIndex } from './attribute-index.ts';
import type { Equality, Test } from '../conditions/condition.ts';
import type { EvaluationContext } from '../context.ts';
import type { Steps } from '../compile/steps.ts';

/** One for all: most blocks have none. */
const noAttributeIndexes: readonly AttributeIndex[] = [];

/** As many groups as a mask holds while it stays a small integer. */
const groupsPerBlock = 31;

/** A look-up costs about as much as refusing two groups by their first condition. */
const candidatesWorthALookup = 2;

/** A block of groups seldom has equalities on more attributes, and a hostile one on thousands. */
const maxDimensionsLookedAt = 16;

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

export function* createBlocks(groups: readonly ConditionGroup[]): Steps<readonly RuleIndexBlock[]> {
  const blocks: RuleIndexBlock[] = [];
  for (let from = 0; from < groups.length; from += groupsPerBlock) {
    blocks.push(createBlock(groups.slice(from, from + groupsPerBlock)));
    yield;
  }
  return blocks.slice();
}

/** Returns the index, among the groups of all blocks, of the group at this position of this block. */
export function groupAt(block: number, position: number): number {
  return block * groupsPerBlock + position;
}

/** Returns a mask of the groups that may match; those without tests do. */
export function candidatesOf(block: RuleIndexBlock, context: EvaluationContext): number {
  const { attributeIndexes } = block;
  let candidates = block.all;
  for (let index = 0; index < attributeIndexes.length && candidates !== 0; index++) {
    candidates &= maskOf(attributeIndexes[index] as AttributeIndex, context);
  }
  return candidates;
}

export function lowestBitOf(mask: number): number {
  return 31 - Math.clz32(mask & -mask);
}

/** Returns whether any group holds. */
export function matchesAny(blocks: readonly RuleIndexBlock[], context: EvaluationContext): boolean {
  for (const block of blocks) {
    for (let mask = candidatesOf(block, context); mask !== 0; mask &= mask - 1) {
      if (matchesAll(block.tests[lowestBitOf(mask)] as readonly Test[], context)) return true;
    }
  }
  return false;
}

function createBlock(groups: readonly ConditionGroup[]): RuleIndexBlock {
  const chosen = chooseAttributeIndexes(groups);
  const attributeIndexes = chosen.length === 0 ? noAttributeIndexes : chosen;
  const isAnswered = (equality: Equality | undefined): boolean =>
    equality !== undefined &&
    attributeIndexes.some((attributeIndex) => keyOf(attributeIndex) === keyOf(equality));
  return {
    // An integer to the engine too, not a double that happens to be whole.
    all: (2 ** groups.length - 1) | 0,
    attributeIndexes,
    tests: groups.map((group) => testsOf(group.filter((condition) => !isAnswered(condition.equality)))),
  };
}

/** Chooses the most selective attributes, as long as each saves more than its look-up costs. */
function chooseAttributeIndexes(groups: readonly ConditionGroup[]): readonly AttributeIndex[] {
  let remaining = groups.length;
  const chosen: AttributeIndex[] = [];
  if (remaining <= candidatesWorthALookup) return chosen;
  const ranked = possibleAttributeIndexes(groups)
    .map((attributeIndex) => ({ attributeIndex, share: expectedCandidates(attributeIndex) / groups.length }))
    .toSorted((left, right) => left.share - right.share);
  for (const { attributeIndex, share } of ranked) {
    if (remaining * (1 - share) < candidatesWorthALookup) break;
    remaining *= share;
    chosen.push(attributeIndex);
  }
  return chosen;
}

/**
 * Returns the attributes that are worth an index. One that a single group names saves no look-up; of many attributes,
 * those that most groups name are considered.
 */
function possibleAttributeIndexes(groups: readonly ConditionGroup[]): readonly AttributeIndex[] {
  const byKey = new Map<string, Equality[][]>();
  for (const [position, group] of groups.entries()) {
    for (const { equality } of group) {
      if (equality === undefined) continue;
      const key = keyOf(equality);
      let named = byKey.get(key);
      if (named === undefined) byKey.set(key, (named = []));
      (named[position] ??= []).push(equality);
    }
  }
  return [...byKey.values()]
    .map((named) => ({ named, groupCount: named.reduce((count) => count + 1, 0) }))
    .filter(({ groupCount }) => groupCount > 1)
    .toSorted((left, right) => right.groupCount - left.groupCount)
    .slice(0, maxDimensionsLookedAt)
    .map(({ named }) => {
      const { attribute, foldsCase } = named.find((each) => each !== undefined)![0]!;
      return createAttributeIndex(
        attribute,
        foldsCase,
        groups.map((_group, position) => named[position] ?? []),
      );
    });
}

function keyOf({ attribute, foldsCase }: Pick<Equality, 'attribute' | 'foldsCase'>): string {
  return `${attribute.slot} ${foldsCase} ${attribute.customKey}`;
}
