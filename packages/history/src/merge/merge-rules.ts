import { memberPath } from '@bunting/definitions/checks';
import type { RuleDefinition } from '@bunting/evaluator/definition';
import { ruleLabel } from '../describe/describe-rule.ts';
import { quoted } from '../describe/difference.ts';
import { isEqual } from '../is-equal.ts';
import { createGetTexts, pairRules, type GetTexts } from '../describe/pair-rules.ts';
import { type Conflict, toConflict, type Conflicts, type Sides, pickSides } from './conflict.ts';
import { keysToOrder, type MergedOrder, mergeOrder } from './merge-order.ts';
import { mergeRule } from './merge-rule.ts';

type Rules = readonly RuleDefinition[];

/** Merges rules one by one, their order, and what both changes add. A rule is named by its position in `base`. */
export function mergeRules(sides: Sides<Rules>, path: string, conflicts: Conflicts): Rules {
  const getTexts = createGetTexts();
  const keyed = keyRules(sides, getTexts);
  const merged = new Map<string, RuleDefinition>();
  for (const [index, base] of sides.base.entries()) {
    const key = keyOf(index);
    const rule = { base, now: keyed.now.get(key), wanted: keyed.wanted.get(key) };
    const where = { path: `${path}[${index}]`, label: ruleLabel(index, base) };
    const left = mergePaired(rule, where, getTexts, conflicts);
    if (left !== undefined) merged.set(key, left);
  }
  for (const side of [keyed.now, keyed.wanted]) {
    for (const [key, rule] of side) if (!keyed.base.has(key)) merged.set(key, rule);
  }
  for (const { conflict, keys } of nameConflicts(keyed, path)) {
    const taken = conflicts.taken?.get(conflict.path);
    if (taken === undefined) conflicts.push(conflict);
    else merged.delete(taken === 'now' ? keys.wanted : keys.now);
  }
  const order = orderRules(sides, keyed, path, { merged, conflicts });
  return order.flatMap((key) => merged.get(key) ?? []);
}

/** The keys in their merged order. What is decided of one conflict of the order is decided of all of them. */
function orderRules(
  sides: Sides<Rules>,
  keyed: Sides<Keyed>,
  path: string,
  { merged, conflicts }: { merged: Keyed; conflicts: Conflicts },
): readonly string[] {
  const keys = keysToOrder(keyed, merged);
  const order = mergeOrder(keys);
  const found = orderConflicts(order, sides, keyed, path);
  const taken = found
    .map((conflict) => conflicts.taken?.get(conflict.path))
    .find((each) => each !== undefined);
  if (taken !== undefined) return mergeOrder(keys, taken).order;
  conflicts.push(...found);
  return order.order;
}

type Keyed = ReadonlyMap<string, RuleDefinition>;

/** The rules of each side by keys, in their order: rules that became one another have one key, and so has what both add alike. */
function keyRules({ base, now, wanted }: Sides<Rules>, getTexts: GetTexts): Sides<Keyed> {
  const [toNow, toWanted] = [pairRules(base, now, getTexts), pairRules(base, wanted, getTexts)];
  const both = new Map(alikeAdded(now, toNow.added, wanted, toWanted.added, getTexts));
  const named = (
    rules: Rules,
    pairs: readonly (readonly [number, number])[],
    added: (index: number) => string,
  ) => {
    const indexes = new Map(pairs.map(([from, to]) => [to, from]));
    return new Map(
      rules.map((rule, index): [string, RuleDefinition] => {
        const from = indexes.get(index);
        return [from === undefined ? added(index) : keyOf(from), rule];
      }),
    );
  };
  const shared = new Map([...both].map(([index, other]) => [other, index]));
  return {
    base: new Map(base.map((rule, index) => [keyOf(index), rule])),
    now: named(now, toNow.pairs, (index) => (both.has(index) ? `both ${index}` : `now ${index}`)),
    wanted: named(wanted, toWanted.pairs, (index) =>
      shared.has(index) ? `both ${shared.get(index)}` : `wanted ${index}`,
    ),
  };
}

function keyOf(index: number): string {
  return `${index}`;
}

/** Rules that both changes add with the same in them, each with its first equal. */
function alikeAdded(
  now: Rules,
  added: readonly number[],
  wanted: Rules,
  others: readonly number[],
  getTexts: GetTexts,
): [number, number][] {
  const pick = (rules: Rules, indexes: readonly number[]) =>
    indexes.map((index) => getTexts(rules[index]!).whole);
  const remaining = new Map<string, number[]>();
  for (const [position, text] of pick(wanted, others).entries()) {
    const known = remaining.get(text);
    if (known === undefined) remaining.set(text, [others[position] as number]);
    else known.push(others[position] as number);
  }
  return pick(now, added).flatMap((text, position): [number, number][] => {
    const other = remaining.get(text)?.shift();
    return other === undefined ? [] : [[added[position] as number, other]];
  });
}

interface Where {
  readonly path: string;
  readonly label: string;
}

/** A rule of `base`; `undefined` = it is removed. */
function mergePaired(
  { base, now, wanted }: Sides<RuleDefinition | undefined> & { readonly base: RuleDefinition },
  { path, label }: Where,
  getTexts: GetTexts,
  conflicts: Conflicts,
): RuleDefinition | undefined {
  if (now !== undefined && wanted !== undefined)
    return mergeRule({ base, now, wanted }, { path, label, getTexts }, conflicts);
  const left = now ?? wanted;
  if (left !== undefined && getTexts(left).whole !== getTexts(base).whole && !isEqual(base, left)) {
    const message =
      now === undefined
        ? `${label} was removed by the other change, but changed by yours`
        : `${label} was changed by the other change, but removed by yours`;
    const taken = conflicts.taken?.get(path);
    if (taken !== undefined) return taken === 'now' ? now : wanted;
    conflicts.push(toConflict({ base, now, wanted }, path, message));
  }
  return undefined;
}

/** Two rules of one name that both changes add: which one of them was meant? */
function nameConflicts({ base, now, wanted }: Sides<Keyed>, path: string) {
  const added = (rules: Keyed, others: Keyed) =>
    [...rules]
      .filter(([key, { name }]) => name !== '' && !base.has(key) && !others.has(key))
      .map(([key, rule]) => ({ key, rule }));
  const wantedByName = new Map(added(wanted, now).map((each) => [each.rule.name, each]));
  const nowByName = new Map(added(now, wanted).map((each) => [each.rule.name, each]));
  return [...nowByName].flatMap(([name, { key, rule }]) => {
    const other = wantedByName.get(name);
    if (other === undefined) return [];
    const message = `a rule ${quoted(name)} was added on both sides, differently`;
    const sides = { base: null, now: rule, wanted: other.rule };
    return [
      {
        conflict: toConflict(sides, memberPath(`${path}.added`, name), message),
        keys: { now: key, wanted: other.key },
      },
    ];
  });
}

/** Rules whose positions in the merged order nobody has seen. The first rule that serves decides, so that positions count. */
function orderConflicts(
  order: MergedOrder,
  sides: Sides<Rules>,
  keyed: Sides<Keyed>,
  path: string,
): Conflict[] {
  const conflicts = order.collisions.map(({ position, now, wanted }) => {
    const rules = {
      base: null,
      now: now.map((key) => keyed.now.get(key)),
      wanted: wanted.map((key) => keyed.wanted.get(key)),
    };
    const message = `${getNames(rules.wanted)} would be added where the other change added ${getNames(rules.now)}`;
    return toConflict(rules, `${path}.added[${position}]`, message);
  });
  const message = describeOrder(order, keyed);
  if (message !== undefined) conflicts.push(toConflict(pickSides(sides, labelsOf), path, message));
  return conflicts;
}

function describeOrder(
  { areBothMoved, displaced, addedTwice }: MergedOrder,
  { now, wanted }: Sides<Keyed>,
): string | undefined {
  if (areBothMoved) return 'the rules were reordered on both sides, differently';
  const [displacedKey, twiceKey] = [displaced[0], addedTwice[0]];
  if (displacedKey !== undefined) {
    const added = wanted.get(displacedKey);
    return added === undefined
      ? `rules would be moved across ${getNames([now.get(displacedKey)])}, which the other change added`
      : `${getNames([added])} would be added where the other change moved rules`;
  }
  if (twiceKey !== undefined)
    return `${getNames([now.get(twiceKey)])} was added on both sides, at different positions`;
  return undefined;
}

function getNames(rules: readonly (RuleDefinition | undefined)[]): string {
  if (rules.length > 1) return `${rules.length} rules`;
  const name = rules[0]?.name ?? '';
  return name === '' ? 'a rule' : `the rule ${quoted(name)}`;
}

function labelsOf(rules: Rules): string[] {
  return rules.map((rule, index) => ruleLabel(index, rule));
}
