import {
  defaultBucketBy,
  type PrerequisiteDefinition,
  type RuleDefinition,
  type ServeDefinition,
  type TargetingDefinition,
} from '@bunting/evaluator/definition';
import { anyOfDifferences } from './any-of-differences.ts';
import {
  added,
  changed,
  json,
  moved,
  type Part,
  prefixed,
  quoted,
  removed,
  shortened,
} from './difference.ts';
import { movedPairs } from '../pair-entries.ts';
import { isEqual } from '../is-equal.ts';
import { pairRules } from '../older-records.ts';
import { withoutId, withoutRuleIds } from '../rule-ids.ts';
import { describeRollout, getRuleLabel, describeRule, describeServe } from './describe-rule.ts';

/** Compares two targeting objects rule by rule; `null` = none exists. */
export function targetingDifferences(
  before: TargetingDefinition | null,
  after: TargetingDefinition | null,
): Part[] {
  if (after === null) {
    return before === null ? [] : [shortened('targeting', removed('removed', json(withoutRuleIds(before))))];
  }
  const parts: Part[] = [];
  if (before === null) {
    parts.push(shortened('targeting', added(`created, ${onOrOff(after)}`, json(withoutRuleIds(after)))));
  } else if (before.enabled !== after.enabled) {
    const isOn = changed('', before.enabled, after.enabled, [onOrOff(before), onOrOff(after)]);
    parts.push(shortened('targeting', isOn));
  }
  return [
    ...parts,
    ...prerequisiteDifferences(before?.prerequisites, after.prerequisites),
    ...rulesDifferences(before?.rules ?? [], after.rules),
  ];
}

/** Compares prerequisites by variable. Their order has no meaning, because all must be met. */
function prerequisiteDifferences(
  before: readonly PrerequisiteDefinition[] = [],
  after: readonly PrerequisiteDefinition[] = [],
): Part[] {
  const toVariations = (prerequisites: readonly PrerequisiteDefinition[]) =>
    new Map(prerequisites.map(({ variable, variations }) => [variable, [...variations]]));
  const [were, are] = [toVariations(before), toVariations(after)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((variable) => {
    const [was, is] = [were.get(variable), are.get(variable)];
    if (isEqual(was, is)) return [];
    const what = `prerequisite ${variable}:`;
    if (was === undefined) return [added(`${what} added (${is!.join(', ')})`, is!)];
    if (is === undefined) return [removed(`${what} removed (${was.join(', ')})`, was)];
    return [changed(what, was, is, [was.join(', '), is.join(', ')])];
  });
}

function onOrOff({ enabled = true }: { readonly enabled?: boolean }): string {
  return enabled ? 'on' : 'off';
}

function rulesDifferences(before: readonly RuleDefinition[], after: readonly RuleDefinition[]): Part[] {
  const matched = pairRules(before, after);
  return [
    ...matched.pairs.flatMap(([from, to]) =>
      ofRule(
        after[to]!,
        prefixed(getRuleLabel(from, before[from]!), ruleDifferences(before[from]!, after[to]!)),
      ),
    ),
    ...matched.removed.flatMap((index) => {
      const rule = before[index]!;
      const what = `${getRuleLabel(index, rule)}: removed (${describeRule(rule)})`;
      return ofRule(rule, [removed(what, json(withoutId(rule)))]);
    }),
    ...matched.added.flatMap((index) => {
      const rule = after[index]!;
      const what = `${getRuleLabel(index, rule)}: added (${describeRule(rule)})`;
      return ofRule(rule, [added(what, json(withoutId(rule)))]);
    }),
    ...movedPairs(matched.pairs).flatMap((pair) => {
      const rule = before[pair[0]]!;
      return ofRule(after[pair[1]]!, [moved(getRuleLabel(pair[0], rule), pair)]);
    }),
  ];
}

/** Puts the id of the rule beside the values, not into them: a dry run makes another id for a new rule. */
function ofRule({ id }: RuleDefinition, parts: readonly Part[]): readonly Part[] {
  return id === undefined ? parts : parts.map((part) => ({ ...part, rule_id: id }));
}

function ruleDifferences(before: RuleDefinition, after: RuleDefinition): Part[] {
  const parts: Part[] = [];
  if (before.name !== after.name) {
    parts.push(changed('name', before.name, after.name, [quoted(before.name), quoted(after.name)]));
  }
  if (onOrOff(before) !== onOrOff(after)) {
    parts.push(changed('', before.enabled ?? true, after.enabled ?? true, [onOrOff(before), onOrOff(after)]));
  }
  parts.push(...anyOfDifferences(before.any_of, after.any_of));
  for (const end of ['from', 'to'] as const) {
    const [was, is] = [before.schedule?.[end], after.schedule?.[end]];
    if ((was ?? null) !== (is ?? null)) parts.push(changed(`schedule ${end}`, was, is));
  }
  if (!isEqual(before.rollout, after.rollout)) {
    const [was, is] = [before.rollout, after.rollout];
    parts.push(
      changed('rollout', was && json(was), is && json(is), [describeRollout(was), describeRollout(is)]),
    );
  }
  return [...parts, ...serveDifferences(before.serve, after.serve)];
}

function serveDifferences(before: ServeDefinition, after: ServeDefinition): Part[] {
  const { bucket_by: was = defaultBucketBy, ...served } = before;
  const { bucket_by: is = defaultBucketBy, ...serves } = after;
  return [
    ...(isEqual(served, serves) ? [] : splitDifferences(before, after)),
    ...(isEqual(was, is) ? [] : [changed('bucket_by', [...was], [...is])]),
  ];
}

/** Compares weights if both are splits between the same variations, else the whole serve objects. */
function splitDifferences(before: ServeDefinition, after: ServeDefinition): Part[] {
  if ('split' in before && 'split' in after) {
    const [were, are] = [weights(before.split), weights(after.split)];
    if (were !== undefined && are !== undefined && isEqual([...were.keys()], [...are.keys()])) {
      return [...are]
        .filter(([variation, weight]) => were.get(variation) !== weight)
        .map(([variation, weight]) => changed(`weight of ${variation}`, were.get(variation), weight));
    }
  }
  return [changed('serves', served(before), served(after), [describeServe(before), describeServe(after)])];
}

function served(serve: ServeDefinition): Part['before'] {
  return 'variation' in serve ? serve.variation : serve.split.map((share) => json(share));
}

/** Weights in the order of the split, which the buckets follow; `undefined` when a variation has two shares. */
function weights(
  split: readonly { readonly variation: string; readonly weight: number }[],
): ReadonlyMap<string, number> | undefined {
  const found = new Map(split.map(({ variation, weight }) => [variation, weight]));
  return found.size === split.length ? found : undefined;
}
