/** Describes changes in sentences: "Turned targeting on in Production". Pure, and from values alone: the lines of the audit log are not parsed. */
import { isSameValue } from '../editing/draft-storage.ts';

/** A recorded change, as the audit log has it. */
interface RecordedChange {
  /** Noun and verb: `targeting.updated`. */
  readonly action: string;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The present slugs; null = the change is of no feature, or it was deleted. */
  readonly project: string | null;
  readonly feature: string | null;
}

interface Rule {
  readonly id?: string;
  readonly name?: string;
}
interface Targeting {
  readonly enabled?: boolean;
  readonly prerequisites?: readonly unknown[];
  readonly rules?: readonly Rule[];
}
type Members = Readonly<Record<string, unknown>>;

const pastTense = {
  add: 'added',
  archive: 'archived',
  change: 'changed',
  complete: 'completed',
  make: 'made',
  remove: 'removed',
  reorder: 'reordered',
  turn: 'turned',
} as const;
type Phrase = readonly [verb: keyof typeof pastTense, rest: string];

/** The part of a feature in an environment that its targeting page edits. */
export interface ServingState {
  readonly targeting: Targeting | null;
  readonly defaults: Members;
}

/** Describes a recorded change. `isOfPage` leaves out the feature that the page is about. */
export function describeRecord(
  change: RecordedChange,
  { environment, isOfPage = false }: { environment?: string | undefined; isOfPage?: boolean } = {},
): string {
  const noun = change.action.split('.')[0] ?? '';
  const [before, after] = [toMembers(change.before), toMembers(change.after)];
  const feature = isOfPage ? undefined : getFeature(change);
  const phrases =
    noun === 'feature' ? describeFeature(before, after, feature) : describeServing(noun, before, after);
  if (phrases.length === 0) return describeAction(change, isOfPage);
  if (noun === 'feature') return inPast(phrases);
  const where = [feature && `for ${feature}`, environment && `in ${environment}`];
  return [inPast(phrases), ...where].filter(Boolean).join(' ');
}

/** Describes what saving a draft of targeting and defaults does, or did; empty if nothing differs. */
export function describeServingChange(
  before: ServingState,
  after: ServingState,
  tense: 'past' | 'future',
): string {
  const phrases = [
    ...describeTargeting(before.targeting, after.targeting),
    ...describeDefaults(before.defaults, after.defaults),
  ];
  return (tense === 'past' ? inPast : inImperative)(phrases);
}

const getFeature = ({ project, feature, subject }: RecordedChange) =>
  project === null || feature === null ? subject : `${project}/${feature}`;

function describeServing(noun: string, before: Members | null, after: Members | null): Phrase[] {
  if (before === null && after === null) return [];
  if (noun === 'targeting') return describeTargeting(before, after);
  if (noun === 'defaults') return describeDefaults(before ?? {}, after ?? {});
  return noun === 'overrides' ? describeOverrides(before ?? {}, after ?? {}) : [];
}

function describeTargeting(before: Targeting | null, after: Targeting | null): Phrase[] {
  if (after === null) return before === null ? [] : [['remove', 'targeting']];
  const [was, is] = [before?.rules ?? [], after.rules ?? []];
  const isOn = after.enabled !== false;
  const isSwitched = before === null ? is.length === 0 || !isOn : (before.enabled !== false) !== isOn;
  return [
    ...(isSwitched ? [['turn', `targeting ${isOn ? 'on' : 'off'}`] as const] : []),
    ...(isSameValue(before?.prerequisites ?? [], after.prerequisites ?? [])
      ? []
      : [['change', 'prerequisites'] as const]),
    ...describeRules(was, is),
  ];
}

/** Pairs rules by id. Records of older releases have none, so their rules count as equal only where nothing differs. */
function describeRules(was: readonly Rule[], is: readonly Rule[]): Phrase[] {
  const pairOf = (rule: Rule, others: readonly Rule[]) =>
    others.find((other) => (rule.id === undefined ? isSameValue(rule, other) : rule.id === other.id));
  const added = is.filter((rule) => pairOf(rule, was) === undefined);
  const removed = was.filter((rule) => pairOf(rule, is) === undefined);
  const changed = is.filter((rule) => {
    const pair = pairOf(rule, was);
    return pair !== undefined && !isSameValue(rule, pair);
  });
  const order = (rules: readonly Rule[], others: readonly Rule[]) =>
    rules.filter((rule) => pairOf(rule, others) !== undefined).map(({ id }) => id);
  const isReordered = !isSameValue(order(was, is), order(is, was));
  return [
    ...nameRules('add', added),
    ...nameRules('change', changed),
    ...nameRules('remove', removed),
    ...(isReordered ? [['reorder', 'rules'] as const] : []),
  ];
}

function nameRules(verb: Phrase[0], rules: readonly Rule[]): Phrase[] {
  if (rules.length === 0) return [];
  const [only] = rules;
  if (rules.length > 1) return [[verb, `${rules.length} rules`]];
  return [[verb, only!.name ? `rule “${only!.name}”` : 'a rule']];
}

function describeDefaults(before: Members, after: Members): Phrase[] {
  const changed = changedNames(before, after);
  if (changed.length === 0) return [];
  const served = new Set(changed.map((name) => after[name] ?? null));
  const [to] = served;
  const what =
    changed.length === 1 ? `the default of ${changed[0]}` : `the defaults of ${changed.length} variables`;
  if (served.size > 1) return [['change', what]];
  return [typeof to === 'string' ? ['change', `${what} to ${to}`] : ['remove', what]];
}

function describeOverrides(before: Members, after: Members): Phrase[] {
  const changed = changedNames(before, after);
  const isSet = (pins: Members, user: string) => (pins[user] ?? null) !== null;
  const phrase = (verb: Phrase[0], users: readonly string[]): Phrase[] => {
    if (users.length === 0) return [];
    return [[verb, users.length === 1 ? `the override of ${users[0]}` : `${users.length} overrides`]];
  };
  return [
    ...phrase(
      'add',
      changed.filter((user) => !isSet(before, user)),
    ),
    ...phrase(
      'change',
      changed.filter((user) => isSet(before, user) && isSet(after, user)),
    ),
    ...phrase(
      'remove',
      changed.filter((user) => !isSet(after, user)),
    ),
  ];
}

/** The names of members where the wire's are not what people say. */
const memberWords: Readonly<Record<string, string>> = {
  expected_until: 'expected end date',
  snoozed_until: 'clean-up snooze',
};

/** Describes an update of a feature; `name` is undefined on its own page. */
function describeFeature(before: Members | null, after: Members | null, name: string | undefined): Phrase[] {
  if (before === null || after === null) return [];
  const changed = changedNames(before, after).filter((member) => member !== 'status');
  const members = listed(changed.map((member) => memberWords[member] ?? words(member)));
  const isOther = before['status'] !== after['status'];
  return [
    ...(isOther ? [describeStatus(after['status'], name ?? 'this feature')] : []),
    ...(changed.length === 0
      ? []
      : [['change', name === undefined ? members : `${members} of ${name}`] as const]),
  ];
}

function describeStatus(status: unknown, name: string): Phrase {
  if (status === 'live') return ['make', `${name} live`];
  return [status === 'archived' ? 'archive' : 'complete', name];
}

const nouns: Readonly<Record<string, string>> = {
  api_token: 'API token',
  targeting: 'targeting of',
  defaults: 'defaults of',
  overrides: 'overrides of',
};
const verbs: Readonly<Record<string, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  redelivered: 'Sent deliveries again to',
  users_forgotten: 'Deleted users of',
};

const memberVerbs: typeof verbs = { created: 'Added', updated: 'Changed', deleted: 'Removed' };

/** Describes a change that has no words of its own: "Created segment shop/canada", "Changed position of environment shop/staging". */
function describeAction({ action, subject, before, after }: RecordedChange, isOfPage: boolean): string {
  const [noun = '', verb = ''] = action.split('.');
  if (verb === 'updated' && toMembers(after)?.['accepted'] === true) return `Accepted ${noun} ${subject}`;
  if (isOfPage && noun === 'feature') return `${verbs[verb] ?? capitalised(words(verb))} this feature`;
  const [was, is] = [toMembers(before), toMembers(after)];
  const changed = verb === 'updated' && was !== null && is !== null ? changedNames(was, is) : [];
  const members = changed.length > 0 && changed.length <= 3 ? `${listed(changed.map(words))} of ` : '';
  const done = (noun === 'member' ? memberVerbs : verbs)[verb] ?? capitalised(words(verb));
  return `${done} ${members}${nouns[noun] ?? words(noun)} ${subject}`;
}

const words = (name: string) => name.replaceAll('_', ' ');
const capitalised = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const list = new Intl.ListFormat('en-GB');
const listed = (parts: readonly string[]) => list.format(parts);
const inPast = (phrases: readonly Phrase[]) =>
  capitalised(listed(phrases.map(([verb, rest]) => `${pastTense[verb]} ${rest}`)));
const inImperative = (phrases: readonly Phrase[]) =>
  capitalised(listed(phrases.map((each) => each.join(' '))));

const toMembers = (value: unknown): Members | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;

function changedNames(before: Members, after: Members): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSameValue(before[name] ?? null, after[name] ?? null));
}
