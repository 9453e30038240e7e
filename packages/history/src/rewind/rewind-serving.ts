import { memberPath, type Problem } from '@bunting/definitions/checks';
import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import { isEqual } from '../is-equal.ts';
import { withoutRuleIds } from '../rule-ids.ts';
import {
  namesBefore,
  getNames,
  type NamedFeature,
  type PartNames,
  type RecordedFeature,
} from './part-names.ts';
import { type HistoryRecord, getPins, renamedTargeting } from './serving-records.ts';

/** What an environment serves of a feature, by the slugs of the present. */
export interface ServedNow {
  readonly targeting: TargetingDefinition | null;
  /** Variable → variation. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** What was served at the moment before the last undone record, in the slugs of the present. */
export interface Rewound {
  readonly targeting: TargetingDefinition | null;
  readonly defaults: ReadonlyMap<string, string>;
  /** Of the users whose overrides changed since: the variation then, `null` = none. */
  readonly overrides: ReadonlyMap<string, string | null>;
  /** What is no more, although it was served then. */
  readonly problems: readonly Problem[];
}

/** A way back in time, record by record. */
export interface Rewind {
  /** Whether the record leaves behind what was reached, as far as it is about it; otherwise records are missing between them. */
  leadsTo(record: HistoryRecord): boolean;
  /** Undoes a record of the feature; the newest comes first. False = it does not lead to what was reached. */
  undo(record: HistoryRecord): boolean;
  /** The feature existed at the moment that was reached. */
  exists(): boolean;
  /** What the undone records say that users are pinned to now, to be compared with what is stored: by user, `null` = nothing. */
  overridesNow(): ReadonlyMap<string, string | null>;
  state(): Rewound;
}

/**
 * Goes back in time through what an environment serves for a feature, by its audit records. Records name variables and variations by
 * the slugs of their time; here these are keys, which stay the same when something is renamed. Does not read anything itself.
 * @param served what is served now; its overrides are not read
 */
export function rewindServing(
  feature: NamedFeature,
  environment: { readonly id: string },
  served: ServedNow,
): Rewind {
  const present = presentOf(feature);
  const reached = reachedAtFirst(present, served);
  /** The part of what the environment serves that a record is about. */
  const partOf = ({ action, environmentId }: HistoryRecord) =>
    environmentId === environment.id ? action.split('.')[0] : undefined;
  const leadsTo = (record: HistoryRecord) => isReachedBy(reached, present, partOf(record), record);
  return {
    leadsTo,
    undo(record) {
      if (record.action.startsWith('feature.')) return undoFeature(reached, record);
      if (!leadsTo(record)) return false;
      undoServing(reached, present, partOf(record), record);
      return true;
    },
    exists: () => reached.exists,
    overridesNow: () =>
      new Map(
        [...reached.overridesNow].map(([user, key]) => [user, key && (present.variations.get(key) ?? null)]),
      ),
    state: () => inPresentSlugs(reached, present),
  };
}

/** Key → slug of the present. */
interface Present {
  readonly names: PartNames;
  readonly variables: ReadonlyMap<string, string>;
  readonly variations: ReadonlyMap<string, string>;
}

/** The state at a moment, with keys in place of slugs. */
interface Reached {
  names: PartNames;
  exists: boolean;
  targeting: TargetingDefinition | null;
  readonly defaults: Map<string, string | null>;
  readonly overrides: Map<string, string | null>;
  readonly overridesNow: Map<string, string | null>;
}

function presentOf(feature: NamedFeature): Present {
  const names = getNames(feature);
  const slugsOf = (keys: ReadonlyMap<string, string>) => new Map([...keys].map(([slug, key]) => [key, slug]));
  return { names, variables: slugsOf(names.variables), variations: slugsOf(names.variations) };
}

function reachedAtFirst({ names }: Present, served: ServedNow): Reached {
  const defaults = [...served.defaults].map(([variable, variation]): [string, string] => [
    names.variables.get(variable) ?? variable,
    keyOf(names, variation),
  ]);
  return {
    names,
    exists: true,
    targeting: served.targeting && withKeys(names, served.targeting),
    defaults: new Map(defaults),
    overrides: new Map(),
    overridesNow: new Map(),
  };
}

function keyOf(names: PartNames, variation: string): string {
  return names.variations.get(variation) ?? `deleted ${variation}`;
}

function keyOrNone(names: PartNames, variation: JsonValue | undefined): string | null {
  return typeof variation === 'string' ? keyOf(names, variation) : null;
}

function withKeys(names: PartNames, targeting: TargetingDefinition): TargetingDefinition {
  return renamedTargeting(targeting, (variation) => keyOf(names, variation));
}

function recordedTargeting(names: PartNames, recorded: JsonValue): TargetingDefinition | null {
  return recorded === null ? null : withKeys(names, recorded as unknown as TargetingDefinition);
}

type Pin = [key: string, was: string | null, is: string | null];

/** The defaults of a variable that is no more cannot be brought back, and older releases did not record all of them. */
function defaultsOf({ names }: Reached, present: Present, record: HistoryRecord): Pin[] {
  return getPins(record).flatMap(([slug, was, is]): Pin[] => {
    const key = names.variables.get(slug);
    const isPresent = key !== undefined && present.variables.has(key);
    return isPresent ? [[key, keyOrNone(names, was), keyOrNone(names, is)]] : [];
  });
}

function overridesOf({ names }: Reached, record: HistoryRecord): Pin[] {
  return getPins(record).map(([user, was, is]) => [user, keyOrNone(names, was), keyOrNone(names, is)]);
}

function isReachedBy(
  reached: Reached,
  present: Present,
  part: string | undefined,
  record: HistoryRecord,
): boolean {
  const { names, targeting, defaults, overrides } = reached;
  // Records of older releases have no ids of rules.
  if (part === 'targeting') {
    return isEqual(withoutRuleIds(recordedTargeting(names, record.after)), withoutRuleIds(targeting));
  }
  if (part === 'defaults') {
    return defaultsOf(reached, present, record).every(([key, , is]) => (defaults.get(key) ?? null) === is);
  }
  if (part !== 'overrides') return true;
  return overridesOf(reached, record).every(
    ([user, , is]) => !overrides.has(user) || overrides.get(user) === is,
  );
}

function undoServing(
  reached: Reached,
  present: Present,
  part: string | undefined,
  record: HistoryRecord,
): void {
  if (part === 'targeting') reached.targeting = recordedTargeting(reached.names, record.before);
  if (part === 'defaults') {
    for (const [key, was] of defaultsOf(reached, present, record)) reached.defaults.set(key, was);
  }
  if (part === 'overrides') {
    for (const [user, was, is] of overridesOf(reached, record)) {
      if (!reached.overrides.has(user)) reached.overridesNow.set(user, is);
      reached.overrides.set(user, was);
    }
  }
}

function undoFeature(reached: Reached, { before, after }: HistoryRecord): boolean {
  const earlier = namesBefore(reached.names, {
    before: before as unknown as RecordedFeature | null,
    after: after as unknown as RecordedFeature | null,
  });
  if (earlier === undefined) return false;
  reached.names = earlier;
  reached.exists = before !== null;
  return true;
}

function inPresentSlugs({ names, targeting, defaults, overrides }: Reached, present: Present): Rewound {
  const problems: Problem[] = [];
  const lastSlugs = new Map([...names.variations].map(([slug, key]) => [key, slug]));
  const slugOf = (key: string, path: string): string => {
    const slug = present.variations.get(key);
    if (slug !== undefined) return slug;
    const last = lastSlugs.get(key) ?? key.replace('deleted ', '');
    problems.push({ path, message: `is the variation ${last}, which was deleted since` });
    return last;
  };
  const rules = targeting && renamedTargeting(targeting, slugOf);
  const pins = [...defaults].flatMap(([key, variation]): [string, string][] => {
    const variable = present.variables.get(key);
    if (variable === undefined || variation === null) return [];
    return [[variable, slugOf(variation, memberPath('defaults', variable))]];
  });
  const users = [...overrides].map(([user, key]): [string, string | null] => [
    user,
    key === null ? null : slugOf(key, memberPath('overrides', user)),
  ]);
  return { targeting: rules, defaults: new Map(pins), overrides: new Map(users), problems };
}
