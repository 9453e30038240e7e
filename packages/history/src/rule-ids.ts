import type { RuleDefinition, TargetingDefinition } from '@bunting/evaluator/definition';

/**
 * Returns `after` with the ids of its rules. A rule that came without one keeps the id of the stored rule that equals it, or else of
 * one with its name, so that a document without ids can be applied again and again. Otherwise it gets a new one, if `newId` makes any.
 */
export function withRuleIds(
  after: TargetingDefinition | null,
  before: TargetingDefinition | null,
  newId: () => string | undefined = () => undefined,
): TargetingDefinition | null {
  if (after === null || after.rules.every(({ id }) => id !== undefined)) return after;
  const given = new Set(after.rules.flatMap(({ id }) => id ?? []));
  const left = (before?.rules ?? []).filter(({ id }) => id !== undefined && !given.has(id));
  const equal = takeIds(left, contentOf);
  const rules = after.rules.map((rule) => (rule.id === undefined ? withId(rule, equal(rule)) : rule));
  const taken = new Set(rules.flatMap(({ id }) => id ?? []));
  const named = takeIds(
    left.filter(({ id }) => !taken.has(id as string)),
    ({ name }) => name,
  );
  return {
    ...after,
    rules: rules.map((rule) =>
      rule.id === undefined ? withId(rule, (rule.name === '' ? undefined : named(rule)) ?? newId()) : rule,
    ),
  };
}

/** Returns the targeting without the ids of its rules, for a copy: its rules are others. */
export function withoutRuleIds<Targeting extends TargetingDefinition | null>(
  targeting: Targeting,
): Targeting {
  return targeting && { ...targeting, rules: targeting.rules.map(withoutId) };
}

/** Returns the rule without its id, as it is compared with another. */
export function withoutId({ id: _id, ...rule }: RuleDefinition): RuleDefinition {
  return rule;
}

function withId(rule: RuleDefinition, id: string | undefined): RuleDefinition {
  return id === undefined ? rule : { id, ...rule };
}

/** Members stand in the order of `storedTargeting`, but for those of a stage, which stand as their author wrote them. */
function contentOf({ id: _id, rollout, ...rule }: RuleDefinition): string {
  const stages =
    rollout && 'stages' in rollout ? rollout.stages.map(({ at, percentage }) => [at, percentage]) : rollout;
  return JSON.stringify({ ...rule, rollout: stages });
}

/** Hands out the id of each rule once, to the first that asks with the same text. */
function takeIds(
  rules: readonly RuleDefinition[],
  textOf: (rule: RuleDefinition) => string,
): (rule: RuleDefinition) => string | undefined {
  const ids = new Map<string, string[]>();
  for (const rule of rules) {
    const text = textOf(rule);
    const known = ids.get(text);
    if (known === undefined) ids.set(text, [rule.id as string]);
    else known.push(rule.id as string);
  }
  return (rule) => ids.get(textOf(rule))?.shift();
}
