import type { Explanation } from '../../api/types.ts';

export type ExplainedRule = Explanation['rules'][number];
export type ExplainedGroup = ExplainedRule['any_of'][number];
export type ExplainedCondition = ExplainedGroup['all_of'][number];

/** Why a value is served, in a sentence. */
export const reasonWords: Readonly<Record<string, string>> = {
  targeting_rule_matched: 'A rule matched.',
  self_targeting_override: 'This user is pinned to a variation, whatever the rules say.',
  default_variation: 'There is no targeting: everybody gets the default.',
  no_rule_matched: 'No rule matches: the default is served.',
  feature_complete: 'The feature is complete: rules are skipped, the default is served.',
  targeting_disabled: 'Targeting is off: nothing is served, applications use the value in their code.',
  variable_not_found: 'There is no such variable here, or its feature is archived.',
};

export const outcomeWords: Readonly<Record<string, string>> = {
  serves: 'matches',
  disabled: 'disabled',
  malformed: 'beyond the limits, skipped',
  not_matched: 'not matched',
  outside_schedule: 'outside its schedule',
  no_bucketing_key: 'the user has nothing to be bucketed by',
  outside_rollout: 'outside its rollout',
};

/** One line of the table of precedence (decisions §1.1), as it turned out. */
export interface Step {
  readonly line: number;
  readonly text: string;
  /** passed: it was asked, and the next one was too; rest: it was not come to. */
  readonly state: 'passed' | 'decided' | 'rest';
}

/** The seven steps by which every answer is decided: the first that applies. */
export function stepsOf(
  { result, decided_by: { line: decided, rule }, feature, rules }: Explanation,
  nameOf: (variation: string) => string,
): readonly Step[] {
  const given = (variation: string | null | undefined) => (variation ? nameOf(variation) : 'nothing');
  const name = rules.find(({ number }) => number === rule)?.name;
  const texts: readonly (readonly [passed: string, decides: string, rest: string])[] = [
    [
      `${result.key} is a variable of ${feature?.slug ?? ''}`,
      feature === null
        ? `${result.key} is no variable here: nothing is served`
        : `${feature.slug} is archived: nothing is served`,
      '',
    ],
    [
      'The feature is not complete',
      `The feature is complete: everybody gets the default, ${given(feature?.default)}`,
      'Is the feature complete?',
    ],
    [
      feature?.targeting === 'none' ? 'Nothing is switched off' : 'Targeting is on',
      'Targeting is off: nothing is served',
      'Is targeting off?',
    ],
    [
      'No override pins this user',
      `An override pins this user to ${given(feature?.override)}`,
      feature?.override
        ? `An override would pin this user to ${nameOf(feature.override)}`
        : 'Does an override pin this user?',
    ],
    [
      'There is targeting',
      `There is no targeting: the default, ${given(feature?.default)}`,
      'Is there targeting?',
    ],
    [
      rules.length === 0 ? 'There are no rules' : 'No rule serves this user',
      `Rule ${rule}${name ? ` “${name}”` : ''} serves ${given(result.variation)}`,
      'Does a rule match and serve?',
    ],
    [
      '',
      `Nobody decided before: the default, ${given(feature?.default)}`,
      `The default, ${given(feature?.default)}`,
    ],
  ];
  return texts.map(([passed, decides, rest], index) => {
    const line = index + 1;
    if (line === decided) return { line, text: decides, state: 'decided' };
    return line < decided ? { line, text: passed, state: 'passed' } : { line, text: rest, state: 'rest' };
  });
}

/** Why the answer that is shown is none to what stands in the fields; undefined = it is one. */
export function whyOld(
  { variable, user }: { readonly variable: string; readonly user: { wrong: string } | object },
  asked: string,
): string | undefined {
  const typed = variable.trim().toLowerCase();
  const shown = `Shown is the last answer, for ${asked}`;
  if ('wrong' in user) return `The user cannot be read yet. ${shown}.`;
  if (typed === '') return `No variable is named. ${shown}.`;
  return typed === asked.toLowerCase() ? undefined : `Enter asks for ${typed}. ${shown}.`;
}

/** The user of the address, behind its hash: no server and no log sees it. */
export function userOfHash(hash: string): string | undefined {
  const given = new URLSearchParams(hash.replace(/^#/, '')).get('user');
  return given ?? undefined;
}

export const hashOfUser = (text: string): string => new URLSearchParams({ user: text }).toString();

/** What a condition saw of the user. */
export function sawOf(attribute: unknown): string {
  if (attribute === null || attribute === undefined) return '';
  const { state, reason, given } = attribute as { state?: string; reason?: string; given?: unknown };
  if (reason === 'not_a_path') return 'saw: missing, the name is not a path';
  if (reason !== undefined) return `saw ${shortValue(given)}, ${reason.replaceAll('_', ' ')}`;
  if (state !== undefined && state !== 'present') return `saw: ${state.replaceAll('_', ' ')}`;
  return `saw ${given === undefined ? '' : shortValue(given)}`;
}

/** A value in one line. */
export function shortValue(value: unknown, length = 80): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The same question from a shell. */
export function curlOf(
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
