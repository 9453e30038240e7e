import { everyOrigin } from '@bunting/definitions';
import { describeApprovals, noApprovals, type ApprovalSettings } from '@bunting/definitions/approvals';
import { isDeepStrictEqual } from 'node:util';
import {
  differences,
  eitherState,
  record,
  removedStates,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { checkApprovalSettings } from '../approvals/check-approval-settings.ts';
import { deleteRows, defineTable, writeRows } from '../rows.ts';
import type { ProjectState } from '../projects/lock-project.ts';

/** An environment of a project. `id` is a UUID, `slug` is lower-cased and unique in the project. */
export interface EnvironmentState extends ApprovalSettings {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Only admins and owners may change what is served here. */
  readonly protected: boolean;
  /** The sites whose pages can use client keys, as `storedOrigins` of @bunting/definitions returns them. */
  readonly allowedOrigins: readonly string[];
  /** Requests with a client key sign the identity of their user. */
  readonly requireSignedUsers: boolean;
  /** Datafiles for evaluation elsewhere hold what names users. */
  readonly datafilePersonalData: boolean;
  /** True if there is a secret to sign users; `changeSigningSecret` creates it. */
  readonly hasSigningSecret: boolean;
  /** Its place among the environments of the project, from 0; a new one is the last. `moveEnvironment` changes it. */
  readonly position: number;
}

/** The settings of a new environment. */
export const newEnvironment = {
  protected: false,
  ...noApprovals,
  allowedOrigins: everyOrigin,
  requireSignedUsers: false,
  datafilePersonalData: true,
  hasSigningSecret: false,
  position: 0,
} as const;

const environments = defineTable('environment', [
  'id',
  'project_id',
  'slug',
  'name',
  'protected',
  'required_approvals',
  'approvers',
  'without_approval',
  'comment_required',
  'allowed_origins',
  'require_signed_users',
  'datafile_personal_data',
  'updated_at',
]);

/** Reads all environments of a project in their order: by position, then slug. `project.id` is a UUID. */
export async function readEnvironments(
  { client }: Pick<ChangeTransaction, 'client'>,
  project: { readonly id: string },
): Promise<EnvironmentState[]> {
  const { rows } = await client.query<EnvironmentState>(
    `SELECT id, slug, name, protected, required_approvals AS "requiredApprovals", approvers,
            without_approval AS "withoutApproval", comment_required AS "commentRequired", allowed_origins AS "allowedOrigins",
            require_signed_users AS "requireSignedUsers", datafile_personal_data AS "datafilePersonalData",
            signing_secret IS NOT NULL AS "hasSigningSecret", position
     FROM environment WHERE project_id = $1 ORDER BY position, slug`,
    [project.id],
  );
  return rows;
}

/**
 * Writes environments of a project, new ones behind the others. Deleting one deletes its keys and what it serves. `getPath` says where in
 * the request an environment stands.
 */
export async function changeEnvironments(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly Change<EnvironmentState>[],
  getPath: (slug: string) => string = () => '',
): Promise<void> {
  const { client, now, touched } = transaction;
  const different = differences(changes);
  await checkApprovalSettings(transaction, { id: project.organisationId }, different, getPath);
  for (const { before } of different) {
    if (before !== undefined && !touched.environmentsBefore.has(before.id)) {
      touched.environmentsBefore.set(before.id, before);
    }
  }
  await deleteRows(client, environments, ['id'], removedStates(different));
  await writeRows(
    client,
    environments,
    writtenStates(different).map((environment) => ({
      id: environment.id,
      project_id: project.id,
      slug: environment.slug,
      name: environment.name,
      protected: environment.protected,
      ...describeApprovals(environment),
      allowed_origins: environment.allowedOrigins,
      require_signed_users: environment.requireSignedUsers,
      datafile_personal_data: environment.datafilePersonalData,
      updated_at: now,
    })),
  );
  const isUpdate = ({ before, after }: Change<EnvironmentState>) =>
    before !== undefined && after !== undefined;
  if (!different.every(isUpdate)) {
    await numberEnvironments(transaction, project, {
      last: different.flatMap(({ before, after }) => (before === undefined && after ? [after.id] : [])),
    });
  }
  for (const change of different) {
    const { id, slug } = eitherState(change);
    if (change.before === undefined) touched.environments.add(id);
    else if (change.after === undefined) touched.deletedEnvironments.add(id);
    else if (!isDeepStrictEqual(seenByEvaluators(change.before), seenByEvaluators(change.after))) {
      touched.access.add(id);
    }
    record(transaction, 'environment', change, describeEnvironment, {
      organisationId: project.organisationId,
      projectId: project.id,
      environmentId: id,
      subject: `${project.slug}/${slug}`,
    });
  }
}

/** Puts an environment at a place among those of its project, from 0; the others move along. */
export async function moveEnvironment(
  transaction: ChangeTransaction,
  project: ProjectState,
  { id }: Pick<EnvironmentState, 'id'>,
  position: number,
): Promise<EnvironmentState> {
  const stored = await readEnvironments(transaction, project);
  // Its stored position may be another number: rows of an earlier release share the 0 or have gaps.
  const from = stored.findIndex((each) => each.id === id);
  const to = Math.min(position, stored.length - 1);
  const environment = stored[from]!;
  const order = stored.toSpliced(from, 1).toSpliced(to, 0, environment);
  await numberEnvironments(transaction, project, { last: order.map((each) => each.id) });
  const [before, after] = [from, to].map((index) => ({ ...environment, position: index }));
  // Only the requested move is recorded: the new positions of the other environments follow from it.
  if (from !== to) {
    record(transaction, 'environment', { before, after }, describeEnvironmentWithPosition, {
      organisationId: project.organisationId,
      projectId: project.id,
      environmentId: id,
      subject: `${project.slug}/${environment.slug}`,
    });
  }
  return after!;
}

/** Numbers the environments of a project from 0 without gaps: those of `last` in their order behind the others. */
async function numberEnvironments(
  { client }: ChangeTransaction,
  project: { readonly id: string },
  { last }: { readonly last: readonly string[] },
): Promise<void> {
  await client.query(
    `UPDATE environment SET position = numbered.slot FROM (
       SELECT id, row_number() OVER (ORDER BY coalesce(array_position($2::uuid[], id), 0), position, slug) - 1 AS slot
       FROM environment WHERE project_id = $1) AS numbered
     WHERE environment.id = numbered.id AND environment.position <> numbered.slot`,
    [project.id, last],
  );
}

/** Returns the members in the fragment of access. */
function seenByEvaluators({ slug, ...environment }: EnvironmentState) {
  const { allowedOrigins, requireSignedUsers, datafilePersonalData, hasSigningSecret } = environment;
  return { slug, allowedOrigins, requireSignedUsers, datafilePersonalData, hasSigningSecret };
}

/** Describes an environment as documents and audit records show it. */
export function describeEnvironment({ slug, name, ...environment }: EnvironmentState) {
  return {
    slug,
    name,
    protected: environment.protected,
    ...describeApprovals(environment),
    allowed_origins: environment.allowedOrigins,
    require_signed_users: environment.requireSignedUsers,
    datafile_personal_data: environment.datafilePersonalData,
  };
}

/** Describes an environment as the records of a move show it. */
export function describeEnvironmentWithPosition(environment: EnvironmentState) {
  return { ...describeEnvironment(environment), position: environment.position };
}
