import type { AttributeIndex } from '../../model/attribute-index.ts';
import type { Condition, ConditionGroup, Equality, Test } from '../../model/condition.ts';
import { groupsPerBlock, type RuleIndexBlock } from '../../model/rule-index-block.ts';
import type { Steps } from '../steps.ts';
import { createAttributeIndex, expectedCandidates } from './create-attribute-index.ts';

/** One for all: most blocks have none. */
const noAttributeIndexes: readonly AttributeIndex[] = [];

/** A look-up costs about as much as refusing two groups by their first condition. */
const candidatesWorthALookup = 2;

/** A block of groups seldom has equalities on more attributes, and a hostile one on thousands. */
const maxDimensionsLookedAt = 16;

export function* createBlocks(groups: readonly ConditionGroup[]): Steps<readonly RuleIndexBlock[]> {
  const blocks: RuleIndexBlock[] = [];
  for (let from = 0; from < groups.length; from += groupsPerBlock) {
    blocks.push(createBlock(groups.slice(from, from + groupsPerBlock)));
    yield;
  }
  return blocks.slice();
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

/** Returns the tests of some conditions, cheapest first. */
function testsOf(conditions: readonly Condition[]): readonly Test[] {
  return conditions.toSorted((left, right) => left.cost - right.cost).map((condition) => condition.test);
}
