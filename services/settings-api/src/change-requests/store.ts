import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { Role } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import type { JsonValue } from '@bunting/evaluator/definition';
import { settingsErrors } from '../framework/errors.ts';
import type { Proposal, ProposedRecord } from './records.ts';
import { toRequestEvent, type RequestVerb } from './request-event.ts';
import { findRequest, type RequestRow } from './request-row.ts';
import type { Person } from './rights.ts';
import { getStage } from './stage.ts';

/** The members of a request that are written with it. */
export interface WrittenMembers {
  readonly title: string;
  readonly description: string;
  readonly reviewers: readonly string[];
  readonly apply_at: Date | null;
  readonly when_approved: boolean;
  readonly within_minutes: number;
  readonly after_id: string | null;
}

/** Writes a new request, and records it. The project must be locked: its requests are numbered. */
export async function insertRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  by: Person,
  members: WrittenMembers,
  proposal: Proposal,
): Promise<RequestRow> {
  const { client, now } = transaction;
  const { rows } = await client.query<{ number: number }>(
    'UPDATE project SET last_change_request = last_change_request + 1 WHERE id = $1 RETURNING last_change_request AS number',
    [project.id],
  );
  const number = rows[0]?.number as number;
  await client.query(
    `INSERT INTO change_request (id, project_id, number, author, max_role, created_at, updated_at, title, description, reviewers,
       apply_at, when_approved, within_minutes, after_id, records, names, feature_ids, environment_ids)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      newId(),
      project.id,
      number,
      by.email,
      getMaxRole(by, by.email),
      now,
      ...toValues(members),
      ...toContentValues(proposal),
    ],
  );
  const { records } = proposal;
  return recordRequest(transaction, project, { number, verb: 'opened', before: undefined, records });
}

/** Writes members and, if they changed, contents of a request. */
export async function updateRequest(
  { client }: ChangeTransaction,
  { id }: RequestRow,
  members: WrittenMembers,
  proposal: Proposal | undefined,
): Promise<void> {
  await client.query(
    `UPDATE change_request SET title = $2, description = $3, reviewers = $4, apply_at = $5, when_approved = $6,
       within_minutes = $7, after_id = $8 WHERE id = $1`,
    [id, ...toValues(members)],
  );
  if (proposal === undefined) return;
  await client.query(
    'UPDATE change_request SET records = $2, names = $3, feature_ids = $4, environment_ids = $5 WHERE id = $1',
    [id, ...toContentValues(proposal)],
  );
}

/**
 * Makes a request a new revision, so that approvals no longer count, and forgets what was found about the old one. Whoever did it cannot
 * approve the request any more, and it is applied with no higher role than theirs.
 */
export async function addRevision(
  { client }: ChangeTransaction,
  { id, author }: RequestRow,
  by: Person,
): Promise<void> {
  await client.query(
    `UPDATE change_request SET revision = revision + 1, conflicts = NULL, failure = NULL, max_role = $3,
       contributors = CASE WHEN $2 = author OR $2 = ANY(contributors) THEN contributors ELSE contributors || $2 END
     WHERE id = $1`,
    [id, by.email, getMaxRole(by, author)],
  );
}

/** Returns the role that limits what a person has written in the name of an author; null = their own as it is later. */
export function getMaxRole({ email, role, isToken }: Person, author: string): Role | null {
  return email === author && !isToken ? null : role;
}

function toValues(members: WrittenMembers): unknown[] {
  const { title, description, reviewers, apply_at, when_approved, within_minutes, after_id } = members;
  return [title, description, reviewers, apply_at, when_approved, within_minutes, after_id];
}

function toContentValues({ records, names, featureIds, environmentIds }: Proposal): unknown[] {
  return [JSON.stringify(records), JSON.stringify(names), featureIds, environmentIds];
}

/** Locks and reads a request. Throws 404. */
export async function lockRequest(
  { client }: ChangeTransaction,
  project: ProjectState,
  number: number,
): Promise<RequestRow> {
  await client.query('SELECT FROM change_request WHERE project_id = $1 AND number = $2 FOR UPDATE', [
    project.id,
    number,
  ]);
  return requireRequest(await findRequest(client, project, number), number);
}

export function requireRequest(row: RequestRow | undefined, number: number): RequestRow {
  if (row === undefined) throw settingsErrors.unknown('change request', String(number));
  return row;
}

/** Records what became of a request, for the audit log and its webhooks, and returns it as it is now. */
export async function recordRequest(
  transaction: ChangeTransaction,
  project: ProjectState,
  {
    number,
    verb,
    before,
    records,
    also = {},
  }: {
    readonly number: number;
    readonly verb: RequestVerb;
    readonly before: RequestRow | undefined;
    /** The proposed differences, for messages about an opened request. */
    readonly records?: readonly ProposedRecord[];
    /** More members of the state afterwards. */
    readonly also?: Readonly<Record<string, JsonValue>>;
  },
): Promise<RequestRow> {
  const { client, now, recorded } = transaction;
  await client.query('UPDATE change_request SET updated_at = $3 WHERE project_id = $1 AND number = $2', [
    project.id,
    number,
    now,
  ]);
  const after = requireRequest(await findRequest(client, project, number), number);
  recorded.push({
    organisationId: project.organisationId,
    projectId: project.id,
    subject: `${project.slug}/${number}`,
    action: `change_request.${verb}`,
    before: before === undefined ? null : describeRequest(before),
    after: { ...describeRequest(after), ...also },
    event: toRequestEvent(verb, project, after, transaction.actor, records),
  });
  return after;
}

function describeRequest(row: RequestRow): Readonly<Record<string, JsonValue>> {
  return {
    title: row.title,
    description: row.description,
    author: row.author,
    contributors: [...row.contributors],
    reviewers: [...row.reviewers],
    revision: row.revision,
    status: row.status,
    closed_as: row.closed_as,
    stage: getStage(row),
    environments: row.environments.flatMap(({ slug, altered }) => (altered ? [slug] : [])),
    verdicts: Object.fromEntries(
      row.verdicts.map(({ author, verdict, revision }) => [author, `${verdict} of revision ${revision}`]),
    ),
    apply_at: row.apply_at?.toISOString() ?? null,
    when_approved: row.when_approved,
    within_minutes: row.within_minutes,
    after: row.after?.number ?? null,
    failure: row.failure?.message ?? null,
  };
}
