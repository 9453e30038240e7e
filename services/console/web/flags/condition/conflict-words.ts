/** Describes the sides of a conflict in targeting, a default or a segment. Pure. */
import type { Group, Rule } from '../../api/types.ts';
import { conditionsInWords, servedInWords } from './words.ts';

interface Saying {
  readonly nameOf: (variation: string) => string;
  /** Formats a time in the time zone of the user. */
  readonly momentOf: (at: string) => string;
}

const groupsInWords = (groups: readonly Group[]) =>
  groups.length === 0 ? 'everyone' : `if ${conditionsInWords(groups)}`;

function rolloutInWords(rollout: Rule['rollout'] | null, { momentOf }: Saying): string {
  if (!rollout) return 'all matching users';
  if (!rollout.stages) return `${rollout.percentage}% of matching users`;
  return rollout.stages
    .map(({ at, percentage }, index) => `${percentage}% ${index === 0 ? 'on' : 'by'} ${momentOf(at)}`)
    .join('; ');
}

function scheduleInWords(schedule: Rule['schedule'] | null, { momentOf }: Saying): string {
  if (!schedule) return 'always';
  const { from, to } = schedule;
  return [from && `from ${momentOf(from)}`, to && `until ${momentOf(to)}`].filter(Boolean).join(' ');
}

/** Formats a rule as `Staff, if email ends with @acme.example, 20% of matching users: One page`. */
function ruleInWords(rule: Rule | null, saying: Saying): string {
  if (rule === null) return 'removed';
  const { name, enabled, any_of: groups = [], rollout, schedule, serve } = rule;
  const who = [
    ...(name ? [name] : []),
    groupsInWords(groups),
    ...(rollout ? [rolloutInWords(rollout, saying)] : []),
    ...(schedule ? [scheduleInWords(schedule, saying)] : []),
    ...(enabled === false ? ['disabled'] : []),
  ];
  const words = `${who.join(', ')}: ${servedInWords(serve, saying.nameOf)}`;
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Formatters for the parts of a rule, by the names in its path. */
const ofRule: Readonly<Record<string, (value: unknown, saying: Saying) => string>> = {
  name: formatText,
  enabled: (value) => (value === false ? 'disabled' : 'enabled'),
  any_of: (value) => groupsInWords((value ?? []) as readonly Group[]),
  rollout: (value, saying) => rolloutInWords(value as Rule['rollout'] | null, saying),
  schedule: (value, saying) => scheduleInWords(value as Rule['schedule'] | null, saying),
  serve: (value, { nameOf }) => servedInWords(value as Rule['serve'], nameOf),
};

/** Describes one side of a conflict by its path. */
export function sideInWords(path: string, value: unknown, saying: Saying): string {
  const part = /^targeting\.rules\[\d+\]\.(\w+)$/.exec(path)?.[1] ?? (path === 'any_of' ? path : undefined);
  if (part !== undefined) return (ofRule[part] ?? formatText)(value, saying);
  if (path === 'targeting.enabled') return value === false ? 'off' : 'on';
  if (path === 'targeting') return value === null ? 'no rules: everyone gets the default' : 'rules';
  if (path === 'targeting.rules') return (value as readonly string[]).join(', ');
  if (Array.isArray(value)) return (value as Rule[]).map((rule) => ruleInWords(rule, saying)).join('; ');
  if (path.startsWith('targeting.rules')) return ruleInWords(value as Rule | null, saying);
  if (/^defaults[.[]/.test(path)) return value === null ? 'none' : saying.nameOf(formatText(value));
  return formatText(value);
}

function formatText(value: unknown): string {
  if (value === '') return 'empty';
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? 'none' : JSON.stringify(value);
}
