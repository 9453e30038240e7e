import type { Constant } from './constant.ts';
import { dayMs, windowDays, type FeatureSignals, type ProjectSignals } from './signals.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayOfYearFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const plurals = new Intl.PluralRules('en-GB');
const list = new Intl.ListFormat('en-GB');
/** Names of environments and repositories in one sentence; of more their number is told. */
const maxNames = 3;
const maxSentences = 8;
const maxLength = 300;

/** Returns the sentences that are defined, up to the number and length of an answer. */
export function sentences(...given: readonly (string | undefined)[]): string[] {
  const found = given.filter((sentence) => sentence !== undefined).slice(0, maxSentences);
  return found.map((sentence) =>
    sentence.length <= maxLength ? sentence : `${sentence.slice(0, maxLength - 1)}…`,
  );
}

/** Formats `1 September`, in UTC, with the year if it is not that of `now`. */
export function dayText(at: number, now: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? dayFormat : dayOfYearFormat).format(at);
}

/** Formats `since 1 September (82 days)`. */
export function sinceText(at: number, now: number): string {
  return `since ${dayText(at, now)} (${formatCount(daysBetween(at, now), 'day')})`;
}

/** Returns the number of full days. */
export function daysBetween(from: number, to: number): number {
  return Math.max(0, Math.floor((to - from) / dayMs));
}

/** The nouns that are counted, with their plurals. */
const nouns = {
  day: 'days',
  environment: 'environments',
  feature: 'features',
  reference: 'references',
  repository: 'repositories',
  time: 'times',
} as const;

/** Formats `1 day` and `1,204 times`. */
export function formatCount(count: number, noun: keyof typeof nouns): string {
  return `${count.toLocaleString('en-GB')} ${plurals.select(count) === 'one' ? noun : nouns[noun]}`;
}

/** Formats `production`, `production and staging` and `5 environments`. */
export function formatNames(names: readonly string[], noun: keyof typeof nouns): string {
  return names.length > maxNames ? formatCount(names.length, noun) : list.format(names);
}

export function constantSentence(constant: Constant | null, now: number): string | undefined {
  if (constant === null) return undefined;
  const where = `in ${formatNames(constant.environments, 'environment')} ${sinceText(constant.since, now)}`;
  if (constant.isOff) return `is off ${where}`;
  if (constant.forward === null) return `serves nothing ${where}`;
  return `serves ${constant.variation ?? 'the same values'} to everybody ${where}`;
}

export function formatRequests(
  { lastEvaluated, evaluations30d }: FeatureSignals,
  { now }: ProjectSignals,
): string | undefined {
  if (evaluations30d === null) return undefined;
  const last =
    lastEvaluated === null
      ? ''
      : `, last on ${dayText(lastEvaluated.at, now)} in ${lastEvaluated.environment}`;
  return `asked for ${formatCount(evaluations30d, 'time')} in ${windowDays} days${last}`;
}

/** Returns the reason why counts are no evidence; undefined = they are. */
export function uncountedSentence({ counts, settings }: ProjectSignals): string | undefined {
  const { environments, uncounted, silent } = counts;
  const days = formatCount(settings.unused_days, 'day');
  if (environments === 0) return 'unknown: there is no environment whose evaluations could be counted';
  if (uncounted.length > 0) {
    return `unknown: evaluations were not counted for all of ${days} in ${formatNames(uncounted, 'environment')}`;
  }
  if (silent.length > 0) {
    return `unknown: nothing at all was asked for in ${formatNames(silent, 'environment')} in ${days}`;
  }
  return undefined;
}

/** Returns the reason why code references are no evidence; undefined = they are. */
export function unscannedSentence({ now, repositories }: ProjectSignals): string | undefined {
  if (repositories.length === 0) return 'unknown: no repository pushes code references';
  const old = repositories.filter(
    ({ scannedAt }) => scannedAt === null || now - scannedAt > windowDays * dayMs,
  );
  if (old.length === 0) return undefined;
  const names = formatNames(
    old.map(({ name }) => name),
    'repository',
  );
  return `unknown: ${names} ${old.length === 1 ? 'was' : 'were'} not scanned in ${windowDays} days`;
}

export function referencesSentence(feature: FeatureSignals, project: ProjectSignals): string | undefined {
  if (feature.references > 0) return `${formatCount(feature.references, 'reference')} in the code`;
  const unknown = unscannedSentence(project);
  if (unknown !== undefined) return unknown;
  const { now, repositories } = project;
  const oldest = Math.min(...repositories.map(({ scannedAt }) => scannedAt ?? 0));
  const when = now - oldest <= 7 * dayMs ? 'this week' : `since ${dayText(oldest, now)}`;
  const all = repositories.length === 1 ? '' : 'all ';
  return `no reference in ${formatCount(repositories.length, 'repository')}, ${all}scanned ${when}`;
}
