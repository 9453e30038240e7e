/** Hints about rules, which never block saving. Pure. */
import type { Condition, Rule, Segment, Share, Variation } from '../../../api/types.ts';
import { isForEveryone, isWithoutValue } from '../../../flags/condition/model.ts';
import { noValue } from '../../../flags/condition/field-errors.ts';
import type { Document } from './model.ts';

interface Known {
  readonly segments: readonly (Pick<Segment, 'slug' | 'any_of'> & { readonly name?: string })[];
  readonly variations: readonly Pick<Variation, 'slug' | 'name'>[];
  /** Milliseconds. */
  readonly now: number;
}

/** Returns the hints of a rule, most important first. */
export function findHints({ targeting }: Document, at: number, known: Known): string[] {
  const rule = targeting?.rules[at];
  if (rule === undefined || rule.enabled === false) return [];
  const blocker = targeting!.rules.slice(0, at).findIndex(isForEveryone);
  const conditions = (rule.any_of ?? []).flatMap(({ all_of: all }) => all);
  const { rollout, schedule, serve } = rule;
  const { segments, variations, now } = known;
  const zero = serve.split?.filter(({ weight }) => weight === 0) ?? [];
  const nameOf = ({ variation }: Share) =>
    variations.find(({ slug }) => slug === variation)?.name || variation;
  const last = rollout?.stages?.at(-1);
  return [
    ...(blocker >= 0 ? [`Never reached: rule ${blocker + 1} applies to everyone.`] : []),
    ...(conditions.some(isWithoutValue) ? [noValue] : []),
    ...(conditions.some(({ property, custom_key: key }) => property === 'custom' && !key)
      ? ['A custom attribute has no name yet.']
      : []),
    ...emptySegments(conditions, segments),
    ...(zero.length > 0 ? [`No one gets ${zero.map(nameOf).join(' or ')}: the share is 0%.`] : []),
    ...(rollout?.percentage === 0 ? ['The rollout is at 0%, so no one gets this rule.'] : []),
    ...(last?.percentage === 0 ? ['The last stage is at 0%, so no one gets this rule after it.'] : []),
    ...scheduleHints(schedule, now),
    ...((rule.any_of ?? []).some(({ all_of: all }) => all.length === 0)
      ? ['A group without conditions matches everyone.']
      : []),
  ];
}

/** Returns hints about segments without conditions, which match everyone. */
function emptySegments(conditions: readonly Condition[], segments: Known['segments']): string[] {
  const named = conditions.flatMap(({ property, values }) => (property === 'segment' ? (values ?? []) : []));
  return [...new Set(named)].flatMap((slug) => {
    const segment = segments.find((each) => each.slug === slug);
    if (segment === undefined) return [];
    const groups = segment.any_of as readonly unknown[];
    return groups.length === 0
      ? [`The segment ${segment.name || slug} has no conditions, so everyone is in it.`]
      : [];
  });
}

function scheduleHints(schedule: Rule['schedule'], now: number): string[] {
  const [from, to] = [schedule?.from, schedule?.to].map((end) => (end ? Date.parse(end) : undefined));
  if (from !== undefined && to !== undefined && from >= to) return ['The schedule ends before it starts.'];
  if (to !== undefined && to <= now) return ['The schedule has ended.'];
  return from !== undefined && from > now ? ['The schedule has not started yet.'] : [];
}

/** Describes what a changed rollout means for users who already get the rule; undefined = nothing. */
export function rolloutChange(before: Rule | undefined, after: Rule): string | undefined {
  if (before === undefined || before.rollout?.stages || after.rollout?.stages) return undefined;
  const [was, is] = [before, after].map(({ rollout }) => rollout?.percentage ?? 100) as [number, number];
  if (was === is) return undefined;
  if (is > was) return 'No one who has it loses it.';
  const lost = Math.round(((was - is) / was) * 1_000) / 10;
  return `${new Intl.NumberFormat('en-GB').format(lost)}% of the users who have it lose it. See the preview.`;
}

/** Returns the share of matching users that get each variation: rollout × split. */
export function computeShares(rule: Rule, percentage: number): { variation: string; share: number }[] {
  const shares = rule.serve.split ?? [{ variation: rule.serve.variation ?? '', weight: 100 }];
  return shares.map(({ variation, weight }) => ({ variation, share: (weight * percentage) / 100 }));
}
