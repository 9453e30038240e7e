import {
  type Conflict,
  type DescribedFeature,
  mergeDefaults,
  mergeEnvironment,
  mergeFeature,
  mergeOverrides,
  mergeSegment,
  mergeTargeting,
  type Members,
  type Merged,
  type Pins,
} from '@bunting/history';
import { isDeepStrictEqual } from 'node:util';
import { newId } from '@bunting/database';
import { memberPath } from '@bunting/definitions/checks';
import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import { settingsErrors } from '../framework/errors.ts';
import type { RevertedRecord } from './records.ts';
import { pinsWith, type Served, targetingWith, toIds } from './served-by-id.ts';
import { addNothingServed, rename, servingKey, type ProjectStates } from './states.ts';

/** Takes one record back: merges it backwards into the states. Returns what somebody else has changed since. Throws 409. */
export function takeBack(states: ProjectStates, record: RevertedRecord): readonly Conflict[] {
  const [noun = ''] = record.action.split('.');
  return byNoun[noun]?.(states, record) ?? [];
}

/** Merges a record backwards into the states. */
type TakeBack = (states: ProjectStates, record: RevertedRecord) => readonly Conflict[];

const byNoun: Readonly<Record<string, TakeBack | undefined>> = {
  feature: takeBackFeature,
  segment: takeBackSegment,
  environment: takeBackEnvironment,
  targeting: (states, record) =>
    takeBackServing(states, record, 'targeting', ({ targeting }, { variation }) => {
      const [wanted, base] = [record.before, record.after] as unknown as (TargetingDefinition | null)[];
      return mergeTargeting(
        targetingWith(base ?? null, variation),
        targeting,
        targetingWith(wanted ?? null, variation),
      );
    }),
  defaults: (states, record) =>
    takeBackServing(states, record, 'defaults', ({ defaults }, { variable, variation }) => {
      const pins = (value: JsonValue): Pins => pinsWith((value ?? {}) as Pins, variation, variable);
      return mergeDefaults(pins(record.after), defaults, pins(record.before));
    }),
  overrides: (states, record) =>
    takeBackServing(states, record, 'overrides', ({ overrides }, { variation }) => {
      const pins = (value: JsonValue): Pins => pinsWith((value ?? {}) as Pins, variation);
      return mergeOverrides(pins(record.after), overrides, pins(record.before));
    }),
};

/** Targeting, defaults or overrides of a feature in an environment. */
function takeBackServing(
  states: ProjectStates,
  { featureId, environmentId, subject }: RevertedRecord,
  part: keyof Served,
  merge: (served: Served, from: ReturnType<typeof toIds>) => Merged<Served[keyof Served]>,
): readonly Conflict[] {
  const feature = states.features.get(featureId ?? '');
  const environment = states.environments.get(environmentId ?? '');
  if (!feature?.described) return [goneConflict(subject, 'the feature has been deleted')];
  if (!environment) {
    // A feature that comes back can serve nothing in an environment that is gone.
    const comesBack = feature.stored === undefined;
    return comesBack ? [] : [goneConflict(subject, 'the environment has been deleted')];
  }
  const known = states.serving.get(servingKey(featureId ?? '', environmentId ?? ''));
  const names = states.names.get(featureId ?? '');
  if (known === undefined || names === undefined) return [];
  const { merged, conflicts } = merge(known.served, toIds(names));
  known.served = { ...known.served, [part]: merged };
  const path = ['features', feature.described.slug, 'environments', slugOf(environment.described), part];
  return prefixed(
    conflicts.map((each) => withSlugs(each, states)),
    path,
  );
}

function takeBackFeature(states: ProjectStates, record: RevertedRecord): readonly Conflict[] {
  const id = record.featureId ?? '';
  const known = states.features.get(id);
  if (known === undefined) return [];
  const [before, after] = [record.before, record.after] as unknown as (DescribedFeature | null)[];
  const path = ['features', (known.described ?? before ?? after)?.slug ?? ''];
  if (!before) {
    const isChanged =
      known.described !== null &&
      after !== null &&
      !isFeatureAsRecorded(known.described, after as DescribedFeature);
    const served = isChanged || known.described === null ? undefined : servedIn(states, id);
    if (isChanged) return prefixed([conflict('the feature has changed since', after, known.described)], path);
    if (served !== undefined)
      return prefixed([conflict(`the feature is served in ${served}`, after, known.described)], path);
    known.described = null;
    return [];
  }
  if (!after && [...before.variables, ...before.variations].some((part) => part.id === undefined)) {
    const message = "feature.deleted was recorded by a release that didn't record the ids of its parts";
    throw settingsErrors.notRevertible([{ path: record.subject, message }]);
  }
  const { merged, conflicts } = mergeFeature(after ?? null, known.described, before);
  known.described = merged && withIds(merged);
  if (known.stored === undefined && known.described !== null) addNothingServed(states, id);
  rename(states, id, before);
  return prefixed(conflicts, path);
}

/** A part of which a record of an older release told no id comes back as a new one. */
function withIds(feature: DescribedFeature): DescribedFeature {
  const withId = <Part extends { readonly id?: string }>(part: Part): Part =>
    part.id === undefined ? { ...part, id: newId() } : part;
  return { ...feature, variables: feature.variables.map(withId), variations: feature.variations.map(withId) };
}

/** The environment that serves something of the feature, in words; undefined = none does. */
function servedIn(states: ProjectStates, featureId: string): string | undefined {
  for (const { stored, described } of states.environments.values()) {
    const served = stored && states.serving.get(servingKey(featureId, stored.id))?.served;
    if (served && !isNothing(served)) return slugOf(described);
  }
  return (states.otherOverrides.get(featureId) ?? 0) > 0 ? 'an environment to some users' : undefined;
}

function isNothing({ targeting, defaults, overrides }: Served): boolean {
  return targeting === null && Object.keys(defaults).length === 0 && Object.keys(overrides).length === 0;
}

function takeBackSegment(states: ProjectStates, { before, after }: RevertedRecord): readonly Conflict[] {
  const [was, is] = [before, after] as (Members | null)[];
  const slug = slugOf(was ?? is ?? null);
  const known = states.segments.get(slug) ?? { stored: undefined, described: null };
  states.segments.set(slug, known);
  const path = ['segments', slug];
  if (!was) {
    if (known.described !== null && !isDeepStrictEqual(alike(known.described, is ?? {}), is)) {
      return prefixed([conflict('the segment has changed since', is, known.described)], path);
    }
    known.described = null;
    return [];
  }
  // Rules name segments by slug, so that another one with this slug would be meant.
  if (!is && known.described !== null && known.described['id'] !== was['id'])
    throw settingsErrors.taken('segment', slug);
  const { merged, conflicts } = mergeSegment(is ?? null, known.described, was);
  known.described = merged;
  return prefixed(conflicts, path);
}

function takeBackEnvironment(states: ProjectStates, record: RevertedRecord): readonly Conflict[] {
  const known = states.environments.get(record.environmentId ?? '');
  if (known === undefined) return [goneConflict(record.subject, 'the environment has been deleted')];
  const { merged, conflicts } = mergeEnvironment(
    record.after as Members | null,
    known.described,
    record.before as Members | null,
  );
  known.described = merged;
  return prefixed(conflicts, ['environments', slugOf(merged)]);
}

function slugOf(described: Members | null): string {
  const slug = described?.['slug'];
  return typeof slug === 'string' ? slug : '';
}

/** Whether a feature is as the record left it, as far as the record says: an older release did not record all of it. */
function isFeatureAsRecorded(now: DescribedFeature, recorded: DescribedFeature): boolean {
  const parts = (list: readonly object[], known: readonly object[]) =>
    list.map((part, index) => alike(part, known[index] ?? part));
  const seen = {
    ...now,
    variables: parts(now.variables, recorded.variables),
    variations: parts(now.variations, recorded.variations),
  };
  return isDeepStrictEqual(alike(seen, recorded), recorded);
}

/** What the first object has of the members that the second one has. */
function alike(now: object, recorded: object): object {
  return Object.fromEntries(Object.entries(now).filter(([name]) => Object.hasOwn(recorded, name)));
}

/** A conflict over the whole: it was made, and is to be unmade. */
function conflict(message: string, base: unknown, now: unknown): Conflict {
  return { path: '', message, base: base as JsonValue, now: now as JsonValue, wanted: null };
}

function goneConflict(subject: string, message: string): Conflict {
  return { path: subject, message, base: null, now: null, wanted: null };
}

function prefixed(conflicts: readonly Conflict[], names: readonly string[]): Conflict[] {
  const prefix = names.reduce((path, name) => memberPath(path, name), '');
  return conflicts.map((each) => ({
    ...each,
    path: each.path === '' || each.path.startsWith('[') ? `${prefix}${each.path}` : `${prefix}.${each.path}`,
  }));
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/** With the slugs of variables and variations in place of their ids. */
function withSlugs({ path, message, ...values }: Conflict, { lastSlugs }: ProjectStates): Conflict {
  const rename = (text: string): string => text.replaceAll(uuid, (id) => lastSlugs.get(id) ?? id);
  const named = JSON.parse(rename(JSON.stringify(values))) as Pick<Conflict, 'base' | 'now' | 'wanted'>;
  return { path: rename(path), message: rename(message), ...named };
}
