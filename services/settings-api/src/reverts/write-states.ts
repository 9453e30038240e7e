import type { Members } from '@bunting/history';
import { isDeepStrictEqual } from 'node:util';
import {
  changeFeatures,
  changeSegments,
  changeServing,
  readSegmentIds,
  type Change,
  type ChangeTransaction,
  type FeatureState,
  type SegmentState,
  type ServingChange,
  featureOfDescription,
} from '@bunting/changes';
import {
  changeEnvironments,
  describeEnvironmentWithPosition,
  type EnvironmentState,
  moveEnvironment,
} from '@bunting/changes/environments';
import type { Role } from '@bunting/changes/organisations';
import { inSlices } from '@bunting/async';
import { newId } from '@bunting/database';
import type { Problem } from '@bunting/definitions/checks';
import type { GroupDefinition } from '@bunting/evaluator/definition';
import { resealSigningSecret } from '../environments/signing-secret.ts';
import { requireUnprotectedServing } from '../features/protected-serving.ts';
import { may } from '../framework/access/authorisation.ts';
import { requirePermission } from '../framework/access/require-access.ts';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { requireUnprotectedRules, segmentHolders } from '../segments/queries.ts';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import { checkFeature, checkSegment, checkServing, requireFreeSlugs } from './checks.ts';
import { changedSince } from './records.ts';
import { servingOf, toSlugs } from './served-by-id.ts';
import type { ProjectStates } from './states.ts';

/** Who reverts, and what writing takes. */
export interface Writing {
  readonly role: Role;
  readonly userSigningKeys: EnvironmentDependencies['userSigningKeys'];
}

/**
 * Writes what is left when all records are taken back, as far as it differs from what is stored, with the checks and the permissions
 * that each part would need if somebody sent it.
 */
export async function writeStates(
  transaction: ChangeTransaction,
  states: ProjectStates,
  writing: Writing,
): Promise<void> {
  await writeEnvironments(transaction, states, writing);
  const segments = changesOf(states.segments, segmentOf);
  await writeSegments(transaction, states, segments, writing);
  const features = changesOf(states.features, (described, id) => featureOfDescription(id, described));
  await writeFeatures(transaction, states, features, writing);
  await writeServing(transaction, states, features, writing);
  await deleteSegments(transaction, states, segments);
}

function changesOf<Stored, Described>(
  known: ReadonlyMap<string, { readonly stored: Stored | undefined; readonly described: Described | null }>,
  toState: (described: Described, key: string, stored: Stored | undefined) => Stored,
): (Change<Stored> & { readonly key: string })[] {
  return [...known].flatMap(([key, { stored, described }]) => {
    const after = described === null ? undefined : toState(described, key, stored);
    return isDeepStrictEqual(stored, after) ? [] : [{ key, before: stored, after }];
  });
}

function segmentOf(described: Members, slug: string, stored: SegmentState | undefined): SegmentState {
  const { id, name, any_of: anyOf } = described as { id?: string; name: string; any_of: unknown };
  return { id: id ?? stored?.id ?? newId(), slug, name, anyOf: anyOf as readonly GroupDefinition[] };
}

async function writeEnvironments(
  transaction: ChangeTransaction,
  { project, environments }: ProjectStates,
  { role, userSigningKeys }: Writing,
): Promise<void> {
  const changed = [...environments.values()].flatMap(({ stored, described }) => {
    if (stored === undefined || described === null) return [];
    if (isDeepStrictEqual(describeEnvironmentWithPosition(stored), described)) return [];
    return [{ stored, settings: described as unknown as ReturnType<typeof describeEnvironmentWithPosition> }];
  });
  if (changed.length === 0) return;
  requirePermission(role, 'manage-projects');
  const changes = changed.map(({ stored, settings }) => ({
    before: stored,
    after: withSettings(stored, settings),
  }));
  await changeEnvironments(transaction, project, changes);
  for (const { stored, settings } of changed) {
    await resealSigningSecret(transaction, project, stored, userSigningKeys);
    if (settings.position !== stored.position) {
      await moveEnvironment(transaction, project, stored, settings.position);
    }
  }
}

/** Without its position, which `moveEnvironment` changes. */
function withSettings(
  stored: EnvironmentState,
  settings: ReturnType<typeof describeEnvironmentWithPosition>,
): EnvironmentState {
  return {
    ...stored,
    name: settings.name,
    protected: settings.protected,
    allowedOrigins: settings.allowed_origins,
    requireSignedUsers: settings.require_signed_users,
    datafilePersonalData: settings.datafile_personal_data,
  };
}

async function writeSegments(
  transaction: ChangeTransaction,
  { project }: ProjectStates,
  changes: readonly Change<SegmentState>[],
  { role }: Writing,
): Promise<void> {
  if (changes.length > 0) requirePermission(role, 'define');
  const written = changes.filter(({ after }) => after !== undefined);
  const problems: Problem[] = [];
  for (const { before, after } of written) {
    problems.push(...checkSegment(after as SegmentState));
    const isForOthers = before !== undefined && !isDeepStrictEqual(before.anyOf, after?.anyOf);
    if (isForOthers && !may(role, 'serve-protected')) await requireUnprotectedRules(transaction, before);
  }
  requireNoProblems(problems);
  await changeSegments(transaction, project, written);
}

async function writeFeatures(
  transaction: ChangeTransaction,
  { project }: ProjectStates,
  changes: readonly Change<FeatureState>[],
  { role }: Writing,
): Promise<void> {
  if (changes.length > 0) requirePermission(role, 'define');
  const problems: Problem[] = [];
  for await (const slice of inSlices(changes)) {
    for (const { before, after } of slice) {
      if (after !== undefined) problems.push(...checkFeature(after));
      if (before !== undefined) await requireUnprotectedServing(transaction.client, role, before, after);
    }
  }
  await requireFreeSlugs(transaction, project, changes);
  requireNoProblems(problems);
  await changeFeatures(transaction, project, changes);
}

/** Nothing is left to write for a feature that is deleted: nothing of it is served any more. */
async function writeServing(
  transaction: ChangeTransaction,
  states: ProjectStates,
  changed: readonly (Change<FeatureState> & { readonly key: string })[],
  { role }: Writing,
): Promise<void> {
  const { project, features, environments, serving, lastSlugs } = states;
  const written = new Map(changed.map(({ key, after }) => [key, after]));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  const changes: ServingChange[] = [];
  const problems: Problem[] = [];
  for await (const slice of inSlices([...serving.values()])) {
    for (const { featureId, environmentId, stored, served } of slice) {
      const environment = environments.get(environmentId)?.stored;
      const feature = written.has(featureId) ? written.get(featureId) : features.get(featureId)?.stored;
      if (!environment || !feature || isDeepStrictEqual(stored, served)) continue;
      requirePermission(role, 'serve', environment);
      const after = servingOf(served, toSlugs(feature, lastSlugs));
      problems.push(...checkServing(feature, environment, after, segments));
      changes.push({
        feature,
        environment,
        before: servingOf(stored, toSlugs(feature, lastSlugs, '')),
        after,
      });
    }
  }
  requireNoProblems(problems);
  await changeServing(transaction, project, changes);
}

/** Last, when the rules that the change had made name them no more. Throws 409 `conflict` where others do. */
async function deleteSegments(
  transaction: ChangeTransaction,
  { project }: ProjectStates,
  changes: readonly Change<SegmentState>[],
): Promise<void> {
  const deleted = changes.filter(({ after }) => after === undefined);
  for (const { before } of deleted) {
    const holders = before ? await segmentHolders(transaction, before) : [];
    if (holders.length > 0) throw settingsErrors.conflict(changedSince, holders);
  }
  await changeSegments(transaction, project, deleted);
}
