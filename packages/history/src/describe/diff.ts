import { isObject } from '@bunting/definitions/checks';
import type { GroupDefinition, JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import { anyOfDifferences } from './any-of-differences.ts';
import {
  added,
  changed,
  type Difference,
  differencesIn,
  formatValue,
  type Part,
  shortened,
  quoted,
  removed,
} from './difference.ts';
import { type FeatureDescription, featureDifferences } from './feature-differences.ts';
import { isEqual } from '../is-equal.ts';
import { describeGroups } from './describe-rule.ts';
import { targetingDifferences } from './targeting-differences.ts';

/** A recorded change, from a transaction or read back from the audit log. */
export interface DescribedChange {
  /** Noun and verb: `feature.updated`. */
  readonly action: string;
  /** The changed thing in words: `web/checkout in production`. */
  readonly subject: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Describes what the changes make different, one line for each thing, in the order of the changes. */
export function diff(changes: Iterable<DescribedChange>): Difference[] {
  return [...changes].flatMap(differencesOf);
}

/**
 * Returns the differences of records that were read back from the audit log. Somebody may have changed them by hand, or a newer release may
 * have written them: a record that cannot be described gets one line that says so, and the others get theirs.
 */
export function diffRecords(records: Iterable<DescribedChange>): Difference[] {
  return [...records].flatMap((record) => {
    try {
      return differencesOf(record);
    } catch {
      return [wholeOf(record, 'recorded in an unknown format')];
    }
  });
}

function differencesOf(change: DescribedChange): Difference[] {
  const noun = nounOf(change);
  const differencesOfNoun = Object.hasOwn(diffByNoun, noun) ? diffByNoun[noun] : undefined;
  const differences = differencesOfNoun?.(change) ?? diffMembers(noun, change);
  // Every record has at least one line, also when the functions here see no difference in it.
  return differences.length > 0 ? differences : [wholeOf(change, 'updated')];
}

function wholeOf(change: DescribedChange, what: string): Difference {
  const subject = `${nounOf(change).replaceAll('_', ' ')} ${change.subject}`;
  return { subject, text: `${subject}: ${what}`, what, before: change.before, after: change.after };
}

function nounOf({ action }: DescribedChange): string {
  return action.split('.')[0] ?? '';
}

const diffByNoun: Readonly<Record<string, ((change: DescribedChange) => Difference[]) | undefined>> = {
  targeting: ({ subject, before, after }) =>
    differencesIn(
      `targeting of ${inProject(subject)}`,
      targetingDifferences(before as TargetingDefinition | null, after as TargetingDefinition | null),
    ),
  defaults: ({ subject, before, after }) =>
    getPins(before, after).flatMap(([variable, was, is]) =>
      differencesIn(`default of ${variable} in ${environmentOf(subject)}`, [
        shortened(`default of ${variable}`, changed('', was, is)),
      ]),
    ),
  overrides: ({ subject, before, after }) =>
    getPins(before, after).flatMap(([userId, was, is]) => {
      const part = is === null ? removed('removed', was) : changed('', was, is);
      return differencesIn(`override of ${formatValue(userId)} of ${inProject(subject)}`, [
        shortened(formatValue(userId), part),
      ]);
    }),
  feature: ({ subject, before, after }) =>
    differencesIn(
      `feature ${inProject(subject)}`,
      featureDifferences(
        before as unknown as FeatureDescription | null,
        after as unknown as FeatureDescription | null,
      ),
    ),
  segment: ({ subject, before, after }) =>
    differencesIn(`segment ${inProject(subject)}`, segmentDifferences(withoutId(before), withoutId(after))),
  environment: ({ subject, before, after }) =>
    differencesIn(
      `environment ${inProject(subject)}`,
      memberDifferences(membersOf(before), membersOf(after)),
    ),
  signing_secret: ({ subject, before, after }) =>
    differencesIn(
      `signing secret of ${inProject(subject)}`,
      memberDifferences(membersOf(before), membersOf(after)),
    ),
};

function diffMembers(noun: string, { subject, before, after }: DescribedChange): Difference[] {
  const parts = memberDifferences(membersOf(before), membersOf(after));
  return differencesIn(`${noun.replaceAll('_', ' ')} ${subject}`, parts);
}

type Members = Readonly<Record<string, JsonValue>>;

function memberDifferences(before: Members | null, after: Members | null): Part[] {
  if (before === null) return after === null ? [] : [added('created', after)];
  if (after === null) return [removed('deleted', before)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !isEqual(before[name], after[name]))
    .map((name) => {
      const [was, is] = [before[name], after[name]];
      const areNames = name === 'name' && typeof was === 'string' && typeof is === 'string';
      return areNames ? changed(name, was, is, [quoted(was), quoted(is)]) : changed(name, was, is);
    });
}

interface SegmentDescription {
  readonly slug: string;
  readonly name: string;
  readonly any_of: readonly GroupDefinition[];
}

function segmentDifferences(before: JsonValue, after: JsonValue): Part[] {
  const [was, is] = [before, after] as unknown as (SegmentDescription | null)[];
  if (!was) return is ? [added(`created (${describeGroups(is.any_of)})`, after)] : [];
  if (!is) return [removed('deleted', before)];
  return [
    ...(was.name === is.name
      ? []
      : [changed('name', was.name, is.name, [quoted(was.name), quoted(is.name)])]),
    ...anyOfDifferences(was.any_of, is.any_of),
  ];
}

/** Records contain the defaults or overrides that differ; `null` = none. */
function getPins(before: JsonValue, after: JsonValue): [name: string, before: JsonValue, after: JsonValue][] {
  const [was, is] = [membersOf(before) ?? {}, membersOf(after) ?? {}];
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].map((name) => [name, own(was, name), own(is, name)]);
}

function own(members: Members, name: string): JsonValue {
  return Object.hasOwn(members, name) ? (members[name] ?? null) : null;
}

/** Removes the id, which means nothing to readers. Records of older releases have none. */
function withoutId(state: JsonValue): JsonValue {
  const { id: _id, ...members } = membersOf(state) ?? {};
  return isObject(state) ? members : state;
}

function membersOf(value: JsonValue): Members | null {
  return isObject(value) ? value : null;
}

/** Turns `web/checkout in production` into `checkout in production`: the reader knows the project. */
function inProject(subject: string): string {
  return subject.slice(subject.indexOf('/') + 1);
}

function environmentOf(subject: string): string {
  return subject.slice(subject.lastIndexOf(' ') + 1);
}
