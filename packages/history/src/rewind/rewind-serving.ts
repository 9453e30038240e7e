import { memberPath, type Problem } from '@bunting/definitions/checks';
import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import { isEqual } from '../is-equal.ts';
import {
  type FeatureRecord,
  getNames,
  getNamesBefore,
  type NamedFeature,
  type PartNames,
  renameTargeting,
  toIds,
} from '../part-names.ts';
import { withoutRuleIds } from '../rule-ids.ts';
import type { Pins } from '../snapshot.ts';

/** A record of a feature, or of what an environment serves of it. */
export interface HistoryRecord {
  readonly action: string;
  readonly environmentId: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The current state of a feature in an environment, by the current slugs. Overrides are not needed. */
export interface ServedNow {
  readonly targeting: TargetingDefinition | null;
  /** Variable → variation. */
  readonly defaults: ReadonlyMap<string, string>;
}

/** The state of a feature in an environment before the last undone record, by the current slugs. */
export interface Rewound {
  readonly targeting: TargetingDefinition | null;
  readonly defaults: ReadonlyMap<string, string>;
  /** The earlier variation of each user whose override has changed since; `null` = none. */
  readonly overrides: ReadonlyMap<string, string | null>;
  /** Parts that were served then and do not exist any more. */
  readonly problems: readonly Problem[];
}

/** The way back in time, record by record. */
export interface Rewind {
  /** Returns whether the record leads to the state that was reached. If not, records are missing between them. */
  leadsTo(record: HistoryRecord): boolean;
  /** Undoes a record; the newest comes first. Returns false if it does not lead to the state that was reached. */
  undo(record: HistoryRecord): boolean;
  /** Returns whether the feature existed then. */
  exists(): boolean;
  /** Returns the overrides of now by the undone records, to compare them with the stored ones; `null` = none. */
  getOverridesNow(): ReadonlyMap<string, string | null>;
  getState(): Rewound;
}

/** The state at a moment, with ids in place of slugs. */
interface Reached {
  names: PartNames;
  exists: boolean;
  targeting: TargetingDefinition | null;
  readonly defaults: Map<string, string | null>;
  readonly overrides: Map<string, string | null>;
  readonly overridesNow: Map<string, string | null>;
}

/** A default or an override in a record, by ids. */
type Pin = readonly [key: string, before: string | null, after: string | null];

/** Goes back in time through what an environment serves of a feature, by the audit records of both. */
export function rewindServing(
  feature: NamedFeature,
  environment: { readonly id: string },
  served: ServedNow,
): Rewind {
  const present = getNames(feature);
  const { variable, variation } = toIds(present);
  const reached: Reached = {
    names: present,
    exists: true,
    targeting: renameTargeting(served.targeting, variation),
    defaults: new Map([...served.defaults].map(([slug, name]) => [variable(slug), variation(name, slug)])),
    overrides: new Map(),
    overridesNow: new Map(),
  };
  const leadsTo = (record: HistoryRecord): boolean => {
    const noun = getNoun(record, environment);
    const { targeting, defaults, overrides } = reached;
    if (noun === 'targeting') {
      // Records of older releases have no ids of rules.
      const after = readTargeting(record.after, reached.names);
      return isEqual(withoutRuleIds(after), withoutRuleIds(targeting));
    }
    if (noun === 'defaults') {
      return readDefaults(record, reached, present).every(
        ([key, , after]) => (defaults.get(key) ?? null) === after,
      );
    }
    if (noun !== 'overrides') return true;
    return readPins(record, reached).every(
      ([user, , after]) => (overrides.has(user) ? overrides.get(user) : after) === after,
    );
  };
  return {
    leadsTo,
    undo(record) {
      if (getNoun(record, environment) === 'feature') return undoFeature(reached, record);
      if (!leadsTo(record)) return false;
      undoServing(reached, present, getNoun(record, environment), record);
      return true;
    },
    exists: () => reached.exists,
    getOverridesNow: () => {
      const slugs = invert(present.variations);
      return new Map([...reached.overridesNow].map(([user, id]) => [user, id && (slugs.get(id) ?? null)]));
    },
    getState: () => toPresentSlugs(reached, present),
  };
}

/** Returns what a record is about, if it concerns the environment. */
function getNoun(
  { action, environmentId }: HistoryRecord,
  environment: { readonly id: string },
): string | undefined {
  const [noun] = action.split('.');
  return noun === 'feature' || environmentId === environment.id ? noun : undefined;
}

function readTargeting(state: JsonValue, names: PartNames): TargetingDefinition | null {
  return renameTargeting(state as unknown as TargetingDefinition | null, toIds(names).variation);
}

function readPins({ before, after }: HistoryRecord, { names }: Reached): Pin[] {
  const { variation } = toIds(names);
  const [was, is] = [before, after].map((state) => new Map(Object.entries((state ?? {}) as Pins)));
  const rename = (name: string | null | undefined) => (name ? variation(name, '') : null);
  return [...new Set([...was!.keys(), ...is!.keys()])].map((key) => [
    key,
    rename(was!.get(key)),
    rename(is!.get(key)),
  ]);
}

/** Reads the defaults of a record. Those of a variable that no longer exists cannot be restored, and older releases did not record all of them. */
function readDefaults(record: HistoryRecord, reached: Reached, present: PartNames): Pin[] {
  const variables = new Set(present.variables.values());
  return readPins(record, reached).flatMap(([slug, before, after]): Pin[] => {
    const id = reached.names.variables.get(slug);
    return id !== undefined && variables.has(id) ? [[id, before, after]] : [];
  });
}

function undoServing(
  reached: Reached,
  present: PartNames,
  noun: string | undefined,
  record: HistoryRecord,
): void {
  if (noun === 'targeting') reached.targeting = readTargeting(record.before, reached.names);
  if (noun === 'defaults') {
    for (const [key, before] of readDefaults(record, reached, present)) reached.defaults.set(key, before);
  }
  if (noun === 'overrides') {
    for (const [user, before, after] of readPins(record, reached)) {
      if (!reached.overrides.has(user)) reached.overridesNow.set(user, after);
      reached.overrides.set(user, before);
    }
  }
}

function undoFeature(reached: Reached, { before, after }: HistoryRecord): boolean {
  const names = getNamesBefore(reached.names, { before, after } as unknown as FeatureRecord);
  if (names === undefined) return false;
  reached.names = names;
  reached.exists = before !== null;
  return true;
}

function toPresentSlugs({ names, targeting, defaults, overrides }: Reached, present: PartNames): Rewound {
  const problems: Problem[] = [];
  const [slugs, lastSlugs] = [invert(present.variations), invert(names.variations)];
  const variables = invert(present.variables);
  const toSlug = (id: string, path: string): string => {
    const slug = slugs.get(id);
    if (slug !== undefined) return slug;
    const last = lastSlugs.get(id) ?? id;
    problems.push({ path, message: `is the variation ${last}, which was deleted since` });
    return last;
  };
  const rules = renameTargeting(targeting, toSlug);
  const pins = [...defaults].flatMap(([id, variation]): [string, string][] => {
    const variable = variables.get(id);
    if (variable === undefined || variation === null) return [];
    return [[variable, toSlug(variation, memberPath('defaults', variable))]];
  });
  const users = [...overrides].map(([user, id]): [string, string | null] => [
    user,
    id && toSlug(id, memberPath('overrides', user)),
  ]);
  return { targeting: rules, defaults: new Map(pins), overrides: new Map(users), problems };
}

function invert(names: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...names].map(([slug, id]) => [id, slug]));
}
