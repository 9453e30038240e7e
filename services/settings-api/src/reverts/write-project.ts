import { isDeepStrictEqual } from 'node:util';
import {
  changeFeatures,
  changeSegments,
  changeServing,
  featureOfDescription,
  readSegmentIds,
  type Change,
  type ChangeTransaction,
  type FeatureState,
  type SegmentState,
  type ServingChange,
  type ServingState,
} from '@bunting/changes';
import {
  changeEnvironments,
  moveEnvironment,
  type describeEnvironmentWithPosition,
} from '@bunting/changes/environments';
import type { Role } from '@bunting/changes/organisations';
import { inSlices } from '@bunting/async';
import { newId } from '@bunting/database';
import { mergeApprovals } from '@bunting/definitions/approvals';
import type { Problem } from '@bunting/definitions/checks';
import type { GroupDefinition } from '@bunting/evaluator/definition';
import {
  checkFeature,
  checkSegment,
  checkServing,
  nothingServed,
  renamePins,
  renameTargeting,
  toSlugs,
  type DescribedFeature,
  type Members,
  type ServedState,
} from '@bunting/history';
import { resealSigningSecret } from '../environments/signing-secret.ts';
import { requireUnprotectedServing } from '../features/protected-serving.ts';
import { may } from '../framework/access/authorisation.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { requireUnprotectedRules, segmentHolders } from '../segments/queries.ts';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import type { RevertedProject } from './read-project.ts';
import { changedSince } from './records.ts';
import { requireFreeSlugs } from './require-free-slugs.ts';

/** The caller's role, and the keys that environments sign with. */
export interface Writing {
  readonly role: Role;
  /** The slugs of the environments whose protection allows the change, because it was approved there. */
  readonly approved?: ReadonlySet<string>;
  readonly userSigningKeys: EnvironmentDependencies['userSigningKeys'];
}

/**
 * Writes what is left when all records are undone, as far as it differs from what is stored, with the checks and the permissions that
 * each part would need if somebody sent it.
 */
export async function writeProject(
  transaction: ChangeTransaction,
  project: RevertedProject,
  writing: Writing,
): Promise<void> {
  const { snapshot } = project.reversal;
  await writeEnvironments(transaction, project, writing);
  const slugs = new Set([...project.segments.keys(), ...snapshot.segments.keys()]);
  const segments = toChanges(slugs, project.segments, snapshot.segments, toSegment);
  await writeSegments(transaction, project, segments, writing);
  const features = toChanges(project.featureIds, project.features, snapshot.features, (described, id) =>
    featureOfDescription(id, described),
  );
  await writeFeatures(transaction, project, features, writing);
  await writeServing(transaction, project, features, writing);
  await deleteSegments(transaction, project, segments);
  await deleteEnvironments(transaction, project, writing);
}

type KeyedChange<Stored, Described> = Change<Stored> & {
  readonly key: string;
  readonly described: Described | undefined;
};

function toChanges<Stored, Described>(
  keys: Iterable<string>,
  stored: ReadonlyMap<string, Stored>,
  left: ReadonlyMap<string, Described>,
  toState: (described: Described, key: string, stored: Stored | undefined) => Stored,
): KeyedChange<Stored, Described>[] {
  return [...keys].flatMap((key) => {
    const [before, described] = [stored.get(key), left.get(key)];
    const after = described && toState(described, key, before);
    return isDeepStrictEqual(before, after) ? [] : [{ key, before, after, described }];
  });
}

function toSegment(described: Members, slug: string, stored: SegmentState | undefined): SegmentState {
  const { id, name, any_of: anyOf } = described as { id?: string; name: string; any_of: unknown };
  return { id: id ?? stored?.id ?? newId(), slug, name, anyOf: anyOf as readonly GroupDefinition[] };
}

async function writeEnvironments(
  transaction: ChangeTransaction,
  { project, environments, stored, reversal }: RevertedProject,
  { role, userSigningKeys }: Writing,
): Promise<void> {
  const changed = [...environments.values()].flatMap((environment) => {
    const settings = reversal.snapshot.environments.get(environment.id);
    if (settings === undefined) return [];
    if (isDeepStrictEqual(stored.environments.get(environment.id), settings)) return [];
    const { name, position, ...others } = settings as unknown as ReturnType<
      typeof describeEnvironmentWithPosition
    >;
    const after = {
      ...environment,
      ...mergeApprovals(environment, others),
      name,
      protected: others.protected,
      allowedOrigins: others.allowed_origins,
      requireSignedUsers: others.require_signed_users,
      datafilePersonalData: others.datafile_personal_data,
    };
    return [{ before: environment, after, position }];
  });
  if (changed.length === 0) return;
  requirePermission(role, 'manage-projects');
  await changeEnvironments(transaction, project, changed);
  for (const { before, position } of changed) {
    await resealSigningSecret(transaction, project, before, userSigningKeys);
    if (position !== before.position) await moveEnvironment(transaction, project, before, position);
  }
}

/** Deletes environments last, because what they serve may have been changed, too. */
async function deleteEnvironments(
  transaction: ChangeTransaction,
  { project, environments, reversal }: RevertedProject,
  { role }: Writing,
): Promise<void> {
  const deleted = [...environments.values()].filter(({ id }) => !reversal.snapshot.environments.has(id));
  if (deleted.length === 0) return;
  requirePermission(role, 'manage-projects');
  await changeEnvironments(
    transaction,
    project,
    deleted.map((before) => ({ before })),
  );
}

async function writeSegments(
  transaction: ChangeTransaction,
  { project }: RevertedProject,
  changes: readonly KeyedChange<SegmentState, Members>[],
  { role, approved }: Writing,
): Promise<void> {
  if (changes.length > 0) requirePermission(role, 'define');
  const written = changes.filter(({ after }) => after !== undefined);
  const problems: Problem[] = [];
  for (const { before, after, key, described } of written) {
    problems.push(...checkSegment(key, described as Members));
    const isForOthers = before !== undefined && !isDeepStrictEqual(before.anyOf, after?.anyOf);
    if (isForOthers && !may(role, 'serve-protected')) {
      await requireUnprotectedRules(transaction, before, approved);
    }
  }
  requireNoProblems(problems);
  await changeSegments(transaction, project, written);
}

async function writeFeatures(
  transaction: ChangeTransaction,
  { project }: RevertedProject,
  changes: readonly KeyedChange<FeatureState, DescribedFeature>[],
  { role, approved }: Writing,
): Promise<void> {
  if (changes.length > 0) requirePermission(role, 'define');
  const problems: Problem[] = [];
  for await (const slice of inSlices(changes)) {
    for (const { before, after, described } of slice) {
      if (described !== undefined) problems.push(...checkFeature(described));
      if (before !== undefined) {
        await requireUnprotectedServing(transaction.client, role, before, after, approved);
      }
    }
  }
  await requireFreeSlugs(transaction, project, changes);
  requireNoProblems(problems);
  await changeFeatures(transaction, project, changes);
}

/** Writes nothing for a feature that is deleted: environments serve nothing of it any more. */
async function writeServing(
  transaction: ChangeTransaction,
  { project, features, environments, stored, reversal }: RevertedProject,
  changed: readonly KeyedChange<FeatureState, DescribedFeature>[],
  { role, approved }: Writing,
): Promise<void> {
  const { snapshot, lastSlugs } = reversal;
  const written = new Map(changed.map(({ key, after }) => [key, after]));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  const changes: ServingChange[] = [];
  const problems: Problem[] = [];
  for await (const slice of inSlices([...snapshot.serving])) {
    for (const [key, served] of slice) {
      const [featureId = '', environmentId = ''] = key.split(' ');
      const before = stored.serving.get(key);
      const environment = environments.get(environmentId);
      const feature = written.has(featureId) ? written.get(featureId) : features.get(featureId);
      const described = snapshot.features.get(featureId);
      if (!environment || !feature || !described || isDeepStrictEqual(before ?? nothingServed, served))
        continue;
      requirePermission(role, 'serve', approved?.has(environment.slug) ? undefined : environment);
      const after = renameServed(served, toSlugs(feature, lastSlugs));
      problems.push(...checkServing(described, environment, after, segments));
      const unmarked = renameServed(before ?? nothingServed, toSlugs(feature, lastSlugs, ''));
      changes.push({ feature, environment, before: toState(unmarked), after: toState(after) });
    }
  }
  requireNoProblems(problems);
  await changeServing(transaction, project, changes);
}

function renameServed(served: ServedState, renaming: ReturnType<typeof toSlugs>): ServedState {
  return {
    targeting: renameTargeting(served.targeting, renaming.variation),
    defaults: renamePins(served.defaults, renaming, renaming.variable),
    overrides: renamePins(served.overrides, renaming),
  };
}

function toState({ targeting, defaults, overrides }: ServedState): ServingState {
  const toMap = (pins: ServedState['defaults']) => new Map(Object.entries(pins) as [string, string][]);
  return { targeting, defaults: toMap(defaults), overrides: toMap(overrides) };
}

/** Deletes segments last, when the rules that the change had made name them no more. Throws 409 `conflict` if other rules do. */
async function deleteSegments(
  transaction: ChangeTransaction,
  { project }: RevertedProject,
  changes: readonly Change<SegmentState>[],
): Promise<void> {
  const deleted = changes.filter(({ after }) => after === undefined);
  for (const { before } of deleted) {
    const holders = before ? await segmentHolders(transaction, before) : [];
    if (holders.length > 0) throw settingsErrors.conflict(changedSince, holders);
  }
  await changeSegments(transaction, project, deleted);
}
