import { BlockList, isIPv4, isIPv6 } from 'node:net';

import semver from 'semver';

import type {
  ConditionDefinition,
  FeatureFragment,
  GroupDefinition,
  RuleDefinition,
  SegmentFragment,
} from '../src/definition/definition.ts';
import { computeBucket } from '../src/index.ts';
import type { Reason } from '../src/model/evaluation.ts';

/**
 * Evaluates by the simplest reading of decisions §1.1–1.3, for well-formed fragments: without index, compilation and
 * cache, and with other parsers than the evaluator's.
 */
export function evaluateByTheBook(
  feature: FeatureFragment,
  segments: readonly SegmentFragment[],
  user: Readonly<Record<string, unknown>>,
  now: number,
  longest: MaxSearched,
): { variation: string | null; reason: Reason; split: boolean } {
  const byDefault = feature.variables[0]?.default_variation ?? null;
  const userId = attribute(user, 'user_id', '');
  if (feature.status === 'archived') return { variation: null, reason: 'variable_not_found', split: false };
  if (feature.status === 'complete')
    return { variation: byDefault, reason: 'feature_complete', split: false };
  if (feature.targeting !== null && !feature.targeting.enabled)
    return { variation: null, reason: 'targeting_disabled', split: false };
  for (const [id, variation] of Object.entries(feature.overrides)) {
    if (id === userId) return { variation, reason: 'self_targeting_override', split: false };
  }
  if (feature.targeting === null) return { variation: byDefault, reason: 'default_variation', split: false };
  for (const rule of feature.targeting.rules) {
    if (rule.enabled === false || !matchesAnyGroupOf(rule.any_of, segments, user, longest.feature, longest))
      continue;
    const variation = serve(rule, feature.salt, user, now);
    const split = rule.rollout !== undefined || 'split' in rule.serve;
    if (variation !== null) return { variation, reason: 'targeting_rule_matched', split };
  }
  return { variation: byDefault, reason: 'no_rule_matched', split: false };
}

type User = Readonly<Record<string, unknown>>;

function serve(rule: RuleDefinition, salt: string, user: User, now: number): string | null {
  const { from, to } = rule.schedule ?? {};
  if (from != null && now < Date.parse(from)) return null;
  if (to != null && now >= Date.parse(to)) return null;
  const percentage = rule.rollout === undefined ? 100 : percentageAt(rule.rollout, now);
  if (percentage === 0) return null;
  const shares =
    'variation' in rule.serve ? [{ variation: rule.serve.variation, weight: 100 }] : rule.serve.split;
  const sides = [...new Set(shares.filter(({ weight }) => weight > 0).map(({ variation }) => variation))];
  if (percentage === 100 && sides.length === 1) return sides[0]!;
  const keys = (rule.serve.bucket_by ?? ['user_id', 'email']).map((name) => {
    if (name.startsWith('custom.')) return attribute(user, 'custom', name.slice(7));
    const value = attribute(user, name, '');
    return name === 'email' && typeof value === 'string' ? withoutCase(value) : value;
  });
  const key = keys.find(
    (value) => (typeof value === 'string' && value !== '' && !isTooLong(value)) || typeof value === 'number',
  ) as string | number | undefined;
  if (key === undefined) return null;
  if (percentage < 100 && computeBucket(salt, 'rollout', String(key)) >= percentage * 1000) return null;
  const bucket = computeBucket(salt, 'split', String(key));
  let end = 0;
  for (const { variation, weight } of shares) {
    end += Math.round(weight * 1000);
    if (bucket < end) return variation;
  }
  return null;
}

function percentageAt(rollout: NonNullable<RuleDefinition['rollout']>, now: number): number {
  if ('percentage' in rollout) return rollout.percentage;
  const stages = rollout.stages.map(({ at, percentage }) => ({ at: Date.parse(at), percentage }));
  const next = stages.findIndex(({ at }) => now < at);
  const before = stages[(next === -1 ? stages.length : next) - 1];
  const after = next === -1 ? undefined : stages[next];
  if (before === undefined) return 0;
  if (after === undefined) return before.percentage;
  return (
    before.percentage + ((after.percentage - before.percentage) * (now - before.at)) / (after.at - before.at)
  );
}

/** The longest texts that searching conditions look at, as definitions were measured to allow; `undefined` = there are none. */
interface MaxSearched {
  readonly feature: number | undefined;
  readonly segments: ReadonlyMap<SegmentFragment, number | undefined>;
}

function matchesAnyGroupOf(
  groups: readonly GroupDefinition[],
  segments: readonly SegmentFragment[],
  user: User,
  longestHere: number | undefined,
  longest: MaxSearched,
): boolean {
  return (
    groups.length === 0 ||
    groups.some((group) =>
      group.all_of.every((condition) => matchesCondition(condition, segments, user, longestHere, longest)),
    )
  );
}

function matchesCondition(
  condition: ConditionDefinition,
  segments: readonly SegmentFragment[],
  user: User,
  longestHere: number | undefined,
  longest: MaxSearched,
): boolean {
  const { property, operator } = condition;
  const values = condition.values ?? [];
  if (property === 'segment') {
    const named = segments.filter(({ slug }) => values.includes(slug));
    const isInOne = named.some((segment) =>
      matchesAnyGroupOf(segment.any_of, [], user, longest.segments.get(segment), longest),
    );
    return operator === 'in_segment' ? isInOne : !isInOne;
  }
  const seen = attribute(user, property, condition.custom_key ?? '');
  if (operator === 'exists') return seen !== undefined;
  if (operator === 'not_exists') return seen === undefined;
  if (isTooLong(seen)) return false;
  const fold = (value: unknown): unknown =>
    typeof value === 'string' &&
    (condition.ignore_case === true || property === 'email' || property === 'country')
      ? withoutCase(value)
      : value;
  const searched = /matches/.test(operator) ? seen : fold(seen);
  const isSearching = /^(?:not_)?(?:contains|matches)$/.test(operator);
  if (isSearching && String(searched).length > (longestHere ?? 0)) return false;
  const outcome = compare(operator, fold(seen), values.map(fold), fold);
  return outcome === undefined ? false : outcome;
}

function isTooLong(value: unknown): boolean {
  return (typeof value === 'string' && value.length > 4096) || (Array.isArray(value) && value.length > 1000);
}

/** Folds case; both forms of sigma are one letter. */
function withoutCase(text: string): string {
  return Array.from(text, (character) => (character === 'ς' ? 'σ' : character.toLowerCase())).join('');
}

/** Compares values; returns `undefined` if the attribute is missing or of a wrong type. */
function compare(
  operator: ConditionDefinition['operator'],
  seen: unknown,
  values: readonly unknown[],
  fold: (value: unknown) => unknown,
): boolean | undefined {
  const negated = /^not_|_not$|neq$/.test(operator);
  const positive = operator.replace(/^not_|_not$/, '').replace(/neq$/, 'eq');
  const some = (test: (value: unknown) => boolean): boolean => values.some(test) !== negated;
  const text = typeof seen === 'string' ? seen : undefined;
  const time = (value: unknown): number => {
    // The basic form written as the extended one, which the platform reads.
    const given = String(value)
      .toUpperCase()
      .replace(/^(\d{4}|[+-]\d{6})(\d\d)(\d\d)(T\d\d)?(\d\d)?(\d\d)?/, (_all, ...parts: string[]) =>
        [parts.slice(0, 3).join('-'), parts.slice(3, 6).filter(Boolean).join(':')].join(''),
      );
    const [, date, clock, offset = 'Z'] =
      /^((?:\d{4}|[+-]\d{6})-\d\d-\d\d)(T[\d:.]+)?(Z|[+-]\d\d:\d\d)?$/.exec(given) ?? [];
    if (clock === undefined) return Date.parse(date ?? '');
    const whole = /^T\d\d$/.test(clock) ? `${clock}:00` : clock;
    return Date.parse(`${date}${whole}${offset}`);
  };
  // A condition with an operand that is no date is malformed and never holds.
  const isTime = (value: unknown): boolean => typeof value === 'string' && !Number.isNaN(time(value));
  switch (positive) {
    case 'is':
      return values.some((value) => typeof value === typeof seen)
        ? some((value) => value === seen)
        : undefined;
    case 'contains':
      return text === undefined ? undefined : some((value) => text.includes(String(value)));
    case 'starts_with':
      return text === undefined ? undefined : some((value) => text.startsWith(String(value)));
    case 'ends_with':
      return text === undefined ? undefined : some((value) => text.endsWith(String(value)));
    case 'matches':
      return text === undefined ? undefined : some((value) => new RegExp(String(value), 'u').test(text));
    case 'contains_any':
    case 'contains_all':
    case 'contains_none': {
      if (!Array.isArray(seen)) return undefined;
      const isPresent = (value: unknown): boolean =>
        seen.some((element) => !isTooLong(element) && fold(element) === value);
      if (positive === 'contains_all') return values.every(isPresent);
      return values.some(isPresent) === (positive === 'contains_any');
    }
    case 'before':
      return isTime(text) && values.every(isTime) ? some((value) => time(text) < time(value)) : undefined;
    case 'after':
      return isTime(text) && values.every(isTime) ? some((value) => time(text) > time(value)) : undefined;
    case 'in_cidr': {
      const address = text?.replace(/^\[(.*:.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
      return address === undefined || !(isIPv4(address) || isIPv6(address))
        ? undefined
        : some((value) => isInNetwork(address, String(value)));
    }
    default:
      if (positive.startsWith('semver_')) {
        if (text === undefined || !semver.valid(shortened(text))) return undefined;
        return some((value) => ordered(positive.slice(7), compareVersions(text, String(value))));
      }
      return typeof seen === 'number'
        ? some((value) => ordered(positive, seen - (value as number)))
        : undefined;
  }
}

function ordered(operator: string, order: number): boolean {
  if (operator === 'eq') return order === 0;
  if (operator === 'gt') return order > 0;
  if (operator === 'gte') return order >= 0;
  return operator === 'lt' ? order < 0 : order <= 0;
}

function fullVersion(given: string): string {
  const text = given.replace(/^v(?=\d)/i, '');
  return /^\d+$/.test(text) ? `${text}.0.0` : /^\d+\.\d+$/.test(text) ? `${text}.0` : text;
}

/** Shortens numbers for the semver package, which reads those below 2^53; the last digits suffice to recognise a version. */
function shortened(text: string): string {
  return fullVersion(text).replace(/\d{16,}/g, (number) => `1${number.slice(-10).replace(/^0+/, '')}`);
}

/** Compares by SemVer 2.0.0, §11, with numbers as BigInt. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [readVersion(one), readVersion(other)];
  const position = left.numbers.findIndex((number, index) => number !== right.numbers[index]);
  if (position !== -1) return left.numbers[position]! > right.numbers[position]! ? 1 : -1;
  if (left.identifiers.length === 0) return right.identifiers.length === 0 ? 0 : 1;
  if (right.identifiers.length === 0) return -1;
  for (const [index, identifier] of left.identifiers.entries()) {
    const facing = right.identifiers[index];
    if (facing === undefined) return 1;
    if (identifier === facing) continue;
    const [isNumber, isFacingNumber] = [/^\d+$/.test(identifier), /^\d+$/.test(facing)];
    if (isNumber && isFacingNumber) return BigInt(identifier) > BigInt(facing) ? 1 : -1;
    if (isNumber !== isFacingNumber) return isNumber ? -1 : 1;
    return identifier > facing ? 1 : -1;
  }
  return left.identifiers.length - right.identifiers.length;
}

function readVersion(text: string): ReadVersion {
  const [, numbers = '', preRelease] = /^([\d.]+)(?:-([^+]+))?/.exec(fullVersion(text)) ?? [];
  return { numbers: numbers.split('.').map(BigInt), identifiers: preRelease?.split('.') ?? [] };
}

interface ReadVersion {
  readonly numbers: readonly bigint[];
  readonly identifiers: readonly string[];
}

function isInNetwork(given: string, network: string): boolean {
  const [base = '', prefix] = network.split('/');
  const address = given.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(base) !== isIPv4(address)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(prefix), isIPv4(base) ? 'ipv4' : 'ipv6');
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

function attribute(user: User, property: string, customKey: string): unknown {
  if (property === 'custom') {
    const data = user['custom_data'];
    if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
    return Object.entries(data).find(([key]) => key === customKey && key !== '__proto__')?.[1] ?? undefined;
  }
  const members: Record<string, string> = { user_id: 'id', ip_address: 'ip', audience: 'audiences' };
  const value = user[members[property] ?? property];
  if (property === 'audience') {
    if (!Array.isArray(value)) return undefined;
    return value.filter((entry) => ['string', 'number'].includes(typeof entry)).map(String);
  }
  if (typeof value === 'number') return String(value);
  if ((property === 'user_id' || property === 'email') && value === '') return undefined;
  return typeof value === 'string' ? value : undefined;
}
