import type {
  ConditionDefinition,
  GroupDefinition,
  RolloutDefinition,
  RuleDefinition,
  ServeDefinition,
} from '@bunting/evaluator/definition';
import { formatValue, quoted } from './difference.ts';

// Describes parts of targeting in one line each. Operators and properties keep the names that they have in documents.

/** Returns `rule 2 "Half of Canada"`, counted from 1. */
export function getRuleLabel(index: number, { name }: RuleDefinition): string {
  return `rule ${index + 1}${name === '' ? '' : ` ${quoted(name)}`}`;
}

/** Returns `country is CA, US`, `custom.plan eq 3`, `in_segment canada`. */
export function describeCondition(condition: ConditionDefinition): string {
  const { operator, values = [], ignore_case: ignoreCase = false } = condition;
  const subject = describeAttribute(condition);
  return [
    ...(subject === 'segment' ? [] : [subject]),
    operator,
    ...(values.length === 0 ? [] : [formatValue(values)]),
    ...(ignoreCase ? ['ignoring case'] : []),
  ].join(' ');
}

export function describeAttribute({ property, custom_key: customKey }: ConditionDefinition): string {
  return property === 'custom' ? `custom.${customKey ?? ''}` : property;
}

export function describeGroup({ all_of: allOf }: GroupDefinition): string {
  return allOf.length === 0 ? 'everyone' : allOf.map(describeCondition).join(' and ');
}

/** Describes groups. A rule without groups applies to everyone. */
export function describeGroups(anyOf: readonly GroupDefinition[]): string {
  if (anyOf.length === 0) return 'everyone';
  const needBrackets = anyOf.length > 1;
  return anyOf
    .map((group) =>
      needBrackets && group.all_of.length > 1 ? `(${describeGroup(group)})` : describeGroup(group),
    )
    .join(' or ');
}

/** Returns `one-page`, or `off 50 %, one-page 50 %`. */
export function describeServe(serve: ServeDefinition): string {
  if ('variation' in serve) return serve.variation;
  return serve.split.map(({ variation, weight }) => `${variation} ${weight} %`).join(', ');
}

/** Returns `50 %`, or `10 % at 2026-12-01, 100 % at 2026-12-08`. */
export function describeRollout(rollout: RolloutDefinition | undefined): string {
  if (rollout === undefined) return 'none';
  if ('percentage' in rollout) return `${rollout.percentage} %`;
  return rollout.stages.map(({ at, percentage }) => `${percentage} % at ${at}`).join(', ');
}

/** Returns `50 % of country is CA get one-page`. */
export function describeRule({ any_of: anyOf, rollout, serve }: RuleDefinition): string {
  const share = rollout === undefined ? '' : `${describeRollout(rollout)} of `;
  return `${share}${describeGroups(anyOf)} → ${describeServe(serve)}`;
}
