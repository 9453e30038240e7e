import {
  describeRecordedFeature,
  describeSegment,
  readFeatures,
  readSegments,
  readServing,
  type ChangeTransaction,
  type FeatureState,
  type ProjectState,
  type SegmentState,
} from '@bunting/changes';
import {
  describeEnvironmentWithPosition,
  readEnvironments,
  type EnvironmentState,
} from '@bunting/changes/environments';
import { newId } from '@bunting/database';
import type { JsonValue } from '@bunting/evaluator/definition';
import {
  addNames,
  copySnapshot,
  getNames,
  getServingKey,
  parseRecord,
  renamePins,
  renameTargeting,
  toIds,
  unreadableRecord,
  type DescribedFeature,
  type Members,
  type ProjectSnapshot,
  type Reversal,
} from '@bunting/history';
import type { PoolClient } from 'pg';
import { settingsErrors } from '../framework/errors.ts';
import type { RecordHeader, RevertedRecord } from './records.ts';

/** A project whose records are undone: what is stored, under the project's lock, and what is left. */
export interface RevertedProject {
  readonly project: ProjectState;
  /** By id, with their position. */
  readonly environments: ReadonlyMap<string, EnvironmentState>;
  /** By slug. */
  readonly segments: ReadonlyMap<string, SegmentState>;
  /** The features that the records name, the last record first. */
  readonly featureIds: readonly string[];
  /** By id. */
  readonly features: ReadonlyMap<string, FeatureState>;
  readonly stored: ProjectSnapshot;
  readonly reversal: Reversal;
}

/** The members of records that say what has to be read. */
type Named = Pick<RecordHeader, 'action' | 'featureId'>;

/**
 * Reads everything but overrides, of which there may be a hundred thousand: those that records name are read with the records. The names are
 * those of now.
 */
export async function readRevertedProject(
  transaction: ChangeTransaction,
  project: ProjectState,
  headers: readonly Named[],
): Promise<RevertedProject> {
  const { client } = transaction;
  const environments = new Map(
    (await readEnvironments(transaction, project)).map((each, position) => [each.id, { ...each, position }]),
  );
  const hasSegments = headers.some(({ action }) => action.startsWith('segment.'));
  const segments = new Map(
    (hasSegments ? await readSegments(transaction, project) : []).map((segment) => [segment.slug, segment]),
  );
  const ids = [...new Set(headers.flatMap(({ featureId }) => featureId ?? []))];
  const features = new Map<string, FeatureState>();
  const stored: ProjectSnapshot = {
    features: new Map(),
    serving: new Map(),
    segments: new Map(
      [...segments].map(([slug, segment]) => [slug, describeSegment(segment) as unknown as Members]),
    ),
    environments: new Map(
      [...environments].map(([id, environment]) => [id, describeEnvironmentWithPosition(environment)]),
    ),
  };
  const names: Pick<Reversal, 'names' | 'lastSlugs'> = { names: new Map(), lastSlugs: new Map() };
  for (let start = 0; start < ids.length; start += featuresAtOnce) {
    const slice = ids.slice(start, start + featuresAtOnce);
    for (const feature of await readFeatures(transaction, slice)) {
      const described = describeRecordedFeature(feature) as unknown as DescribedFeature;
      features.set(feature.id, feature);
      stored.features.set(feature.id, described);
      addNames(names, feature.id, described, getNames(described));
    }
    await readServingInto(transaction, stored, slice);
  }
  const deletedFeatures = new Set(ids.filter((id) => !features.has(id)));
  const unreadOverrides = await countOverrides(client, headers);
  const reversal = { snapshot: copySnapshot(stored), ...names, deletedFeatures, unreadOverrides, newId };
  return { project, environments, segments, featureIds: ids, features, stored, reversal };
}

const featuresAtOnce = 500;

async function readServingInto(
  transaction: ChangeTransaction,
  { features, serving }: ProjectSnapshot,
  ids: readonly string[],
): Promise<void> {
  for (const each of await readServing(transaction, ids, { withOverrides: false })) {
    const feature = features.get(each.featureId);
    if (feature === undefined) continue;
    const renaming = toIds(getNames(feature));
    serving.set(getServingKey(each.featureId, each.environmentId), {
      targeting: renameTargeting(each.targeting, renaming.variation),
      defaults: renamePins(Object.fromEntries(each.defaults), renaming, renaming.variable),
      overrides: {},
    });
  }
}

/** Reads the slugs that the change left: those of the first record of each feature after it. */
export async function readNames(
  { client }: ChangeTransaction,
  { project: { organisationId }, featureIds: ids, reversal }: RevertedProject,
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
    [organisationId, ids, headers[0]?.id],
  );
  for (const { feature_id: featureId, ...record } of rows) {
    const parsed = parseRecord({ ...record, after: null });
    // With names of another time other parts could be meant.
    if (parsed?.noun !== 'feature') throw settingsErrors.notRevertible([unreadableRecord(record)]);
    if (featureId === null || parsed.before === null) continue;
    addNames(reversal, featureId, parsed.before, getNames(parsed.before));
  }
}

/** Counts the stored overrides of features that the change created, to know later which ones no record has named. */
async function countOverrides(client: PoolClient, headers: readonly Named[]): Promise<Map<string, number>> {
  const created = headers.flatMap(({ action, featureId }) =>
    action === 'feature.created' && featureId !== null ? [featureId] : [],
  );
  if (created.length === 0) return new Map();
  const { rows } = await client.query<{ featureId: string; count: number }>(
    `SELECT feature_id AS "featureId", count(*)::int AS count FROM override
     WHERE feature_id = ANY($1) GROUP BY feature_id`,
    [created],
  );
  return new Map(rows.map(({ featureId, count }) => [featureId, count]));
}

/** Reads the overrides that the records name and that were not read yet. */
export async function readOverrides(
  { client }: ChangeTransaction,
  { stored, reversal }: RevertedProject,
  records: readonly RevertedRecord[],
): Promise<void> {
  const unread = records
    .filter(({ action }) => action.startsWith('overrides.'))
    .flatMap(({ featureId, environmentId, before, after }) => {
      const known = stored.serving.get(getServingKey(featureId ?? '', environmentId ?? ''))?.overrides;
      const users = Object.keys({ ...(before as object | null), ...(after as object | null) });
      return known === undefined
        ? []
        : users
            .filter((user) => !Object.hasOwn(known, user))
            .map((user) => ({ featureId, environmentId, user }));
    });
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
      unread.map(({ environmentId }) => environmentId),
      unread.map(({ featureId }) => featureId),
      unread.map(({ user }) => user),
    ],
  );
  const found = new Map<string, Record<string, string>>();
  for (const { feature, environment, user_id: user, variation } of rows) {
    const key = getServingKey(feature, environment);
    const pins = found.get(key) ?? {};
    // Also a user with the name `__proto__`.
    Object.defineProperty(pins, user, { value: variation, enumerable: true });
    found.set(key, pins);
    reversal.unreadOverrides.set(feature, (reversal.unreadOverrides.get(feature) ?? 0) - 1);
  }
  for (const { serving } of [stored, reversal.snapshot]) {
    for (const [key, pins] of found) {
      const served = serving.get(key);
      if (served !== undefined) serving.set(key, { ...served, overrides: { ...served.overrides, ...pins } });
    }
  }
}
