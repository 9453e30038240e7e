/** Names of the reasons of evaluations, in lists. */
const names: Readonly<Record<string, string>> = {
  targeting_rule_matched: 'a rule matched',
  self_targeting_override: 'override',
  default_variation: 'default',
  no_rule_matched: 'no rule matched',
  feature_complete: 'feature complete',
  targeting_disabled: 'switched off',
  no_default_variation: 'no default',
  variable_not_found: 'unknown variable',
  feature_deleted: 'feature deleted',
  feature_archived: 'feature archived',
};

/** Returns the name of a reason. One that a newer server has added is shown in its own words. */
export function getReasonName(reason: string): string {
  return names[reason] ?? reason.replaceAll('_', ' ');
}
