import type { Explanation } from '../../api/types.ts';

export type ExplainedRule = Explanation['rules'][number];
export type ExplainedGroup = ExplainedRule['any_of'][number];
export type ExplainedCondition = ExplainedGroup['all_of'][number];

/** Sentences for the reasons, except for a rule that matched. */
const reasonWords: Readonly<Record<string, string>> = {
  self_targeting_override: 'An override applies to this user.',
  default_variation: 'No targeting here, so everyone gets the default.',
  no_rule_matched: 'No rule matched, so the user gets the default.',
  feature_complete: 'The feature is complete, so everyone gets the default.',
  targeting_disabled: 'Switched off. Apps use their code defaults.',
  variable_not_found: 'The variable does not exist, or its feature is archived.',
};

/** Explains the result in a sentence, such as "Rule 2 “Half of Canada” matched." */
export function explainReason({
  result,
  rules,
  prerequisites,
  decided_by: { rule, prerequisite },
}: Explanation): string {
  const unmet = prerequisite === null ? undefined : prerequisites[prerequisite - 1];
  if (unmet !== undefined) {
    return `The prerequisite ${unmet.variable} is not met, so the user gets the default.`;
  }
  if (rule === null) return reasonWords[result.reason] ?? result.reason;
  const name = rules.find(({ number }) => number === rule)?.name;
  return `Rule ${rule}${name ? ` “${name}”` : ''} matched.`;
}

/** Formats "Not met: payments-enabled serves off, not on or beta". */
export function describePrerequisite({
  variable,
  wanted,
  serves,
  met,
}: Explanation['prerequisites'][number]): string {
  if (met) return `Met: ${variable} serves ${serves}`;
  return `Not met: ${variable} serves ${serves ?? 'nothing'}, not ${wanted.join(' or ')}`;
}

export const outcomeWords: Readonly<Record<string, string>> = {
  serves: 'matches',
  disabled: 'disabled',
  malformed: 'beyond a limit, skipped',
  not_matched: 'not matched',
  outside_schedule: 'outside its schedule',
  no_bucketing_key: 'the user lacks the bucketing key',
  outside_rollout: 'outside its rollout',
};

/** A step of the precedence (decisions §1.1) and its result. */
export interface Step {
  readonly line: number;
  readonly text: string;
  /** passed: evaluated, and did not decide; rest: not evaluated. */
  readonly state: 'passed' | 'decided' | 'rest';
}

/** Returns the seven steps of the precedence. The first that applies decides. */
export function listSteps(
  { result, decided_by: { line: decided, rule, prerequisite }, feature, rules }: Explanation,
  nameOf: (variation: string) => string,
): readonly Step[] {
  const given = (variation: string | null | undefined) => (variation ? nameOf(variation) : 'nothing');
  const name = rules.find(({ number }) => number === rule)?.name;
  const texts: readonly (readonly [passed: string, decides: string, rest: string])[] = [
    [
      `${result.key} is a variable of ${feature?.slug ?? ''}`,
      feature === null
        ? `${result.key} does not exist, so nothing is served`
        : `${feature.slug} is archived, so nothing is served`,
      '',
    ],
    [
      'Feature is live',
      `Feature is complete: everyone gets the default, ${given(feature?.default)}`,
      'Feature status',
    ],
    ['Feature is on', 'Feature is switched off, so nothing is served', 'Switch'],
    [
      'No override for this user',
      `Override: ${given(feature?.override)}`,
      feature?.override ? `Override that would apply: ${nameOf(feature.override)}` : 'Overrides',
    ],
    [
      'Targeting is set up',
      `No targeting here: everyone gets the default, ${given(feature?.default)}`,
      'Targeting',
    ],
    [
      prerequisite === null
        ? rules.length === 0
          ? 'No rules'
          : 'No rule matched this user'
        : 'A prerequisite is not met, so no rule applies',
      `Rule ${rule}${name ? ` “${name}”` : ''} serves ${given(result.variation)}`,
      'Rules',
    ],
    ['', `Default: ${given(feature?.default)}`, `Default: ${given(feature?.default)}`],
  ];
  return texts.map(([passed, decides, rest], index) => {
    const line = index + 1;
    if (line === decided) return { line, text: decides, state: 'decided' };
    return line < decided ? { line, text: passed, state: 'passed' } : { line, text: rest, state: 'rest' };
  });
}

/** Explains why the shown answer does not match the fields; undefined if it does. */
export function whyOld(
  { variable, user }: { readonly variable: string; readonly user: { wrong: string } | object },
  asked: string,
): string | undefined {
  const typed = variable.trim().toLowerCase();
  const shown = `This is the last answer, for ${asked}`;
  if ('wrong' in user) return `The user is not valid yet. ${shown}.`;
  if (typed === '') return `Choose a variable. ${shown}.`;
  return typed === asked.toLowerCase() ? undefined : `Press Enter to explain ${typed}. ${shown}.`;
}

/** Reads the user from the fragment of the address, which is not sent to servers. */
export function userOfHash(hash: string): string | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('user');
  return given ?? undefined;
}

export const hashOfUser = (text: string): string => new URLSearchParams({ user: text }).toString();

/** Describes the value that a condition saw. */
export function describeAttribute(attribute: unknown): string {
  if (attribute === null || attribute === undefined) return '';
  const { state, reason, given } = attribute as { state?: string; reason?: string; given?: unknown };
  if (reason === 'not_a_path') return 'saw: missing, the name is not a path';
  if (reason !== undefined) return `saw ${shortValue(given)}, ${reason.replaceAll('_', ' ')}`;
  if (state !== undefined && state !== 'present') return `saw: ${state.replaceAll('_', ' ')}`;
  return `saw ${given === undefined ? '' : shortValue(given)}`;
}

/** Formats a value in one line. */
export function shortValue(value: unknown, length = 80): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Returns a cURL command for the question. */
export function createExplainCommand(
  origin: string,
  { org, project, env }: { readonly org: string; readonly project: string; readonly env: string },
  body: object,
): string {
  const path = `/settings/v1/organisations/${org}/projects/${project}/environments/${env}/explain`;
  return [
    `curl '${origin}${path}'`,
    `-H "Authorization: Bearer $BUNTING_TOKEN" -H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
  ].join(' \\\n  ');
}
