import type { RuleDefinition } from '@bunting/evaluator/definition';

/** The beginning of the name of a rule that `PUT …/everyone` wrote. */
const prefix = 'Everyone, by ';

/** Returns the rule that serves a variation to everyone, named after who asked for it and when (UTC, to the minute). */
export function everyoneRule(variation: string, actor: string, now: Date): RuleDefinition {
  const at = `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const name = `${prefix}${actor.slice(0, 160)}, ${at}`;
  return { name, enabled: true, any_of: [], serve: { variation } };
}

/** Returns the variation that the rule for everyone serves, if that stands first; undefined = there is none. */
export function servedToEveryone([first]: readonly RuleDefinition[]): string | undefined {
  if (first === undefined || !first.name.startsWith(prefix)) return undefined;
  // Somebody may have edited it since: with conditions, a schedule, a rollout or a split it is not for everyone any more.
  const { enabled = true, any_of: groups, schedule, rollout, serve } = first;
  const isForEveryone = enabled && groups.length === 0 && schedule === undefined && rollout === undefined;
  return isForEveryone && 'variation' in serve ? serve.variation : undefined;
}

/** Returns the rules without the one for everyone. */
export function withoutEveryoneRule(rules: readonly RuleDefinition[]): readonly RuleDefinition[] {
  return servedToEveryone(rules) === undefined ? rules : rules.slice(1);
}
