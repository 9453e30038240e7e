import type { DescribedFeature, Members } from '@bunting/history';
import {
  readFeatures,
  readSegments,
  readServing,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
  type SegmentState,
  describeRecordedFeature,
} from '@bunting/changes';
import {
  describeEnvironmentWithPosition,
  readEnvironments,
  type EnvironmentState,
} from '@bunting/changes/environments';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import type { RecordHeader, RevertedRecord } from './records.ts';
import { namesOf, nothing, pinsWith, targetingWith, toIds, type Names, type Served } from './served-by-id.ts';
import { isUnderstood, strangeRecord } from './understood-record.ts';

/** What is stored of a thing, and its description, from which records are taken back one by one. `null` = there is none. */
export interface Known<Stored, Described> {
  readonly stored: Stored | undefined;
  described: Described | null;
}

export interface KnownServing {
  readonly featureId: string;
  readonly environmentId: string;
  readonly stored: Served;
  served: Served;
}

/** What the records of one project name, as it is now, under the project's lock. */
export interface ProjectStates {
  readonly project: ProjectState;
  readonly features: Map<string, Known<FeatureState, DescribedFeature>>;
  /** By feature and environment. */
  readonly serving: Map<string, KnownServing>;
  readonly segments: Map<string, Known<SegmentState, Members>>;
  readonly environments: Map<string, Known<EnvironmentState, Members>>;
  /** Of a feature, by which names the records speak of its parts. */
  readonly names: Map<string, Names>;
  /** The last slug of every variable and variation that a record or a row has named, by id. */
  readonly lastSlugs: Map<string, string>;
  /** Overrides of features that the change created, which no record of it has named yet. */
  readonly otherOverrides: Map<string, number>;
}

export function servingKey(featureId: string, environmentId: string): string {
  return `${featureId} ${environmentId}`;
}

/** Reads everything but overrides, of which there may be a hundred thousand: those that records name are read with the records. */
export async function readStates(
  transaction: ChangeTransaction,
  project: ProjectState,
  headers: readonly RecordHeader[],
): Promise<ProjectStates> {
  const states: ProjectStates = {
    project,
    features: new Map(),
    serving: new Map(),
    segments: new Map(),
    environments: new Map(),
    names: new Map(),
    lastSlugs: new Map(),
    otherOverrides: new Map(),
  };
  for (const [position, environment] of (await readEnvironments(transaction, project)).entries()) {
    const stored = { ...environment, position };
    states.environments.set(stored.id, { stored, described: describeEnvironmentWithPosition(stored) });
  }
  if (headers.some(({ action }) => action.startsWith('segment.'))) {
    for (const stored of await readSegments(transaction, project)) {
      states.segments.set(stored.slug, { stored, described: describeSegment(stored) });
    }
  }
  const ids = [...new Set(headers.flatMap(({ featureId }) => featureId ?? []))];
  for (const id of ids) states.features.set(id, { stored: undefined, described: null });
  for (let start = 0; start < ids.length; start += featuresAtOnce) {
    await readFeaturesInto(transaction, states, ids.slice(start, start + featuresAtOnce));
  }
  await readNames(transaction.client, states, project.organisationId, headers);
  await countOverrides(transaction.client, states, headers);
  return states;
}

const featuresAtOnce = 500;

async function readFeaturesInto(
  transaction: ChangeTransaction,
  states: ProjectStates,
  ids: readonly string[],
): Promise<void> {
  for (const stored of await readFeatures(transaction, ids)) {
    const described = describeRecordedFeature(stored) as unknown as DescribedFeature;
    states.features.set(stored.id, { stored, described });
    rename(states, stored.id, described);
  }
  for (const { featureId, environmentId, targeting, defaults } of await readServing(transaction, ids, {
    withOverrides: false,
  })) {
    const names = states.names.get(featureId);
    if (names === undefined) continue;
    const { variable, variation } = toIds(names);
    const stored: Served = {
      targeting: targetingWith(targeting, variation),
      defaults: pinsWith(Object.fromEntries(defaults), variation, variable),
      overrides: {},
    };
    const key = servingKey(featureId, environmentId);
    states.serving.set(key, { featureId, environmentId, stored, served: stored });
  }
}

/** From now on records speak of the feature's parts by the slugs that they have in this description. */
export function rename(states: ProjectStates, featureId: string, described: DescribedFeature): void {
  states.names.set(featureId, namesOf(described));
  for (const { id, slug } of [...described.variables, ...described.variations]) {
    if (id !== undefined && !states.lastSlugs.has(id)) states.lastSlugs.set(id, slug);
  }
}

/** The first record of a feature after the change has the slugs that it left. */
async function readNames(
  client: PoolClient,
  states: ProjectStates,
  organisationId: string,
  headers: readonly RecordHeader[],
): Promise<void> {
  const { rows } = await client.query<{
    feature_id: string | null;
    action: string;
    subject: string;
    before: JsonValue;
  }>(
    `SELECT DISTINCT ON (feature_id) feature_id, action, subject, before FROM audit_record
     WHERE organisation_id = $1 AND feature_id = ANY($2) AND id > $3
       AND action IN ('feature.created', 'feature.updated', 'feature.deleted')
     ORDER BY feature_id, id`,
    [organisationId, [...states.features.keys()], headers[0]?.id],
  );
  for (const { feature_id: featureId, before, ...record } of rows) {
    // With names of another time other parts could be meant.
    if (!isUnderstood({ ...record, before, after: null })) {
      throw settingsErrors.notRevertible([strangeRecord(record)]);
    }
    if (featureId !== null && before !== null)
      rename(states, featureId, before as unknown as DescribedFeature);
  }
}

async function countOverrides(
  client: PoolClient,
  states: ProjectStates,
  headers: readonly RecordHeader[],
): Promise<void> {
  const created = headers.flatMap(({ action, featureId }) =>
    action === 'feature.created' && featureId !== null ? [featureId] : [],
  );
  if (created.length === 0) return;
  const { rows } = await client.query<{ featureId: string; count: number }>(
    `SELECT feature_id AS "featureId", count(*)::int AS count FROM override
     WHERE feature_id = ANY($1) GROUP BY feature_id`,
    [created],
  );
  for (const { featureId, count } of rows) states.otherOverrides.set(featureId, count);
}

/** Reads the overrides that the records name and that are not read yet. */
export async function readOverrides(
  { client }: ChangeTransaction,
  statesOf: (record: RevertedRecord) => ProjectStates,
  records: readonly RevertedRecord[],
): Promise<void> {
  const named = records
    .filter(({ action }) => action.startsWith('overrides.'))
    .flatMap((record) => {
      const { serving } = statesOf(record);
      const known = serving.get(servingKey(record.featureId ?? '', record.environmentId ?? ''));
      const users = Object.keys({ ...(record.before as object | null), ...(record.after as object | null) });
      return known === undefined ? [] : users.map((user) => ({ record, known, user }));
    });
  const unread = named.filter(({ known, user }) => !Object.hasOwn(known.stored.overrides, user));
  if (unread.length === 0) return;
  const { rows } = await client.query<{
    feature: string;
    environment: string;
    user_id: string;
    variation: string;
  }>(
    `SELECT override.feature_id AS feature, override.environment_id AS environment, user_id, variation_id AS variation
     FROM override JOIN (
       SELECT DISTINCT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given(environment_id, feature_id, user_id)
     ) AS given USING (environment_id, feature_id, user_id)`,
    [
      unread.map(({ known }) => known.environmentId),
      unread.map(({ known }) => known.featureId),
      unread.map(({ user }) => user),
    ],
  );
  const states = new Map(
    unread.map(({ record, known }) => [
      servingKey(known.featureId, known.environmentId),
      { of: statesOf(record), known },
    ]),
  );
  for (const { feature, environment, user_id: user, variation } of rows) {
    const found = states.get(servingKey(feature, environment));
    if (found === undefined) continue;
    pin(found.known.stored, user, variation);
    if (found.known.served !== found.known.stored) pin(found.known.served, user, variation);
    found.of.otherOverrides.set(feature, (found.of.otherOverrides.get(feature) ?? 0) - 1);
  }
}

/** The map is this module's own; `Object.defineProperty` also takes a user with the name `__proto__`. */
function pin(served: Served, user: string, variation: string): void {
  Object.defineProperty(served.overrides, user, {
    value: variation,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** A feature that comes back serves nothing before the records of what it served. */
export function addNothingServed(states: ProjectStates, featureId: string): void {
  for (const environmentId of states.environments.keys()) {
    const key = servingKey(featureId, environmentId);
    if (states.serving.has(key)) continue;
    const stored = { ...nothing, overrides: {} };
    states.serving.set(key, { featureId, environmentId, stored, served: stored });
  }
}

export function describeSegment({ id, slug, name, anyOf }: SegmentState): Members {
  return { id, slug, name, any_of: anyOf as unknown as JsonValue };
}
