import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue, RuleDefinition } from '@bunting/evaluator/definition';
import { getRuleLabel } from '../describe/describe-rule.ts';
import { quoted } from '../describe/difference.ts';
import { isEqual } from '../is-equal.ts';
import { createRuleTexts, pairNewRules, pairRules } from '../older-records.ts';
import { keyEntries } from './key-entries.ts';
import { inOrder, type Keyed, mergeKeyed, mergeMembers } from './merge-keyed.ts';
import type { Members } from '../snapshot.ts';
import { type MergedOrder, mergeOrder } from './merge-order.ts';
import { type Conflicts, pickSides, resolve, type Sides } from './three-way.ts';

type Rules = readonly RuleDefinition[];

/** The members of a rule in their stored order, and their names in messages. */
const members: Readonly<Record<string, string>> = {
  id: 'the id of',
  name: 'the name of',
  enabled: 'the switch of',
  any_of: 'the conditions of',
  schedule: 'the schedule of',
  rollout: 'the rollout of',
  serve: 'the serving of',
};

/** Merges rules by id, one by one, and their order. Paths name a rule by its index in `base`. */
export function mergeRules(sides: Sides<Rules>, path: string, conflicts: Conflicts): Rules {
  const keyed = keyRules(sides);
  const indexes = new Map([...keyed.base.keys()].map((id, index) => [id, index]));
  const describe = (id: string, rule: Sides<RuleDefinition | undefined>) => {
    const index = indexes.get(id);
    const [name = ''] = [rule.theirs, rule.ours].flatMap((each) => each?.name ?? []).toSorted();
    const rulePath =
      index === undefined ? memberPath(`${path}.added`, name === '' ? id : name) : `${path}[${index}]`;
    const label = rule.base && index !== undefined ? getRuleLabel(index, rule.base) : describeNew(name);
    const merge = (each: Sides<RuleDefinition>) => mergeRule(each, rulePath, label, conflicts);
    return { path: rulePath, label, merge };
  };
  const merged = mergeKeyed(keyed, describe, conflicts);
  const order = orderRules(keyed, merged, path, conflicts);
  return [...inOrder(merged, order).values()];
}

function keyRules(sides: Sides<Rules>): Sides<Keyed<RuleDefinition>> {
  const getTexts = createRuleTexts();
  const pair = (side: 'theirs' | 'ours') => pairRules(sides.base, sides[side], getTexts);
  const paired = { theirs: pair('theirs'), ours: pair('ours') };
  const getKey = (side: 'theirs' | 'ours', index: number) => sides[side][index]?.id ?? `${side} ${index}`;
  const { theirs, ours } = sides;
  const newRules = pairNewRules(theirs, paired.theirs.added, ours, paired.ours.added, getTexts);
  const shared = new Map(newRules.map(([from, to]) => [to, getKey('theirs', from)]));
  return keyEntries(sides, {
    pair: (side) => paired[side].pairs,
    getAddedKey: (_, side, index) => (side === 'ours' ? shared.get(index) : undefined) ?? getKey(side, index),
  });
}

function mergeRule(
  sides: Sides<RuleDefinition>,
  path: string,
  label: string,
  conflicts: Conflicts,
): RuleDefinition {
  const merged = mergeMembers(
    sides as unknown as Sides<Members>,
    path,
    (name) => `${members[name] ?? `the ${name} of`} ${label}`,
    conflicts,
  );
  const rest = Object.entries(merged).filter(([name]) => !Object.hasOwn(members, name));
  const known = Object.keys(members).flatMap((name): [string, JsonValue | undefined][] =>
    Object.hasOwn(merged, name) ? [[name, merged[name]]] : [],
  );
  return Object.fromEntries([...known, ...rest]) as unknown as RuleDefinition;
}

/** Returns the ids in their merged order. One choice for a conflict of the order counts for all of them. */
function orderRules(
  keyed: Sides<Keyed<RuleDefinition>>,
  merged: Keyed<RuleDefinition>,
  path: string,
  conflicts: Conflicts,
): readonly string[] {
  const order = mergeOrder(keyed, merged);
  const found: Conflicts = { found: [], resolutions: new Map() };
  addOrderConflicts(order, keyed, path, found);
  const [chosen] = found.found.flatMap((conflict) => conflicts.resolutions.get(conflict.path) ?? []);
  if (chosen !== undefined) return mergeOrder(keyed, merged, chosen).order;
  conflicts.found.push(...found.found);
  return order.order;
}

/** Adds a conflict for rules whose position nobody has seen. The first rule that serves decides, so positions count. */
function addOrderConflicts(
  order: MergedOrder,
  keyed: Sides<Keyed<RuleDefinition>>,
  path: string,
  conflicts: Conflicts,
): void {
  for (const { position, theirs, ours } of order.collisions) {
    const rules = {
      base: null,
      theirs: theirs.flatMap((id) => keyed.theirs.get(id) ?? []),
      ours: ours.flatMap((id) => keyed.ours.get(id) ?? []),
    };
    const message = `${describeRules(rules.ours)} would be added where the other change added ${describeRules(rules.theirs)}`;
    resolve(rules, `${path}.added[${position}]`, message, conflicts);
  }
  const message = describeOrder(order, keyed);
  if (message === undefined) return;
  const labels = pickSides(keyed, (rules) =>
    [...rules.values()].map((rule, index) => getRuleLabel(index, rule)),
  );
  resolve(labels, path, message, conflicts);
}

function describeOrder(
  { areBothMoved, displaced, addedTwice }: MergedOrder,
  { theirs, ours }: Sides<Keyed<RuleDefinition>>,
): string | undefined {
  if (areBothMoved) return 'the rules were reordered on both sides, differently';
  const [displacedId] = displaced;
  if (displacedId !== undefined) {
    const added = ours.get(displacedId);
    return added === undefined
      ? `rules would be moved across ${describeRules([theirs.get(displacedId)])}, which the other change added`
      : `${describeRules([added])} would be added where the other change moved rules`;
  }
  // A rule that both sides added differently is a conflict of its own.
  const twiceId = addedTwice.find((id) => isEqual(theirs.get(id), ours.get(id)));
  if (twiceId === undefined) return undefined;
  return `${describeRules([theirs.get(twiceId)])} was added on both sides, at different positions`;
}

function describeRules(rules: readonly (RuleDefinition | undefined)[]): string {
  if (rules.length > 1) return `${rules.length} rules`;
  const name = rules[0]?.name ?? '';
  return name === '' ? 'a rule' : `the rule ${quoted(name)}`;
}

function describeNew(name: string): string {
  return name === '' ? 'a rule' : `a rule ${quoted(name)}`;
}
