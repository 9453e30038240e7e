import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import { emailFromStorage } from '@bunting/definitions';
import { settingsErrors } from '../framework/errors.ts';
import { requireTime } from '../framework/schemas.ts';
import { readPredecessors } from './predecessors.ts';
import type { WrittenRequest } from './representation.ts';
import type { RequestRow } from './request-row.ts';
import type { WrittenMembers } from './store.ts';

/**
 * Returns the members that a body writes; those that it leaves out stay as they are in `stored`. Throws 400 for a time in the past, for
 * reviewers who are no members, and for a predecessor that is not open.
 */
export async function readMembers(
  transaction: ChangeTransaction,
  project: ProjectState,
  body: Omit<WrittenRequest, 'changes'>,
  stored?: RequestRow,
): Promise<WrittenMembers> {
  const { title = '', description = '' } = { ...stored, ...body };
  const reviewers =
    body.reviewers === undefined
      ? (stored?.reviewers ?? [])
      : await requireReviewers(transaction, project, body.reviewers);
  return {
    title,
    description,
    reviewers,
    ...(await readSchedule(transaction, body, stored)),
    after_id:
      body.after === undefined
        ? (stored?.after?.id ?? null)
        : await requireOpen(transaction, project, body.after, stored),
  };
}

async function readSchedule({ client }: ChangeTransaction, { apply }: WrittenRequest, stored?: RequestRow) {
  const {
    at,
    when_approved = stored?.when_approved ?? false,
    within_minutes = stored?.within_minutes ?? 60,
  } = apply ?? {};
  if (typeof at !== 'string') {
    return { apply_at: at === undefined ? (stored?.apply_at ?? null) : null, when_approved, within_minutes };
  }
  const time = requireTime(at, 'apply.at');
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  const isSame = stored?.apply_at?.getTime() === time.getTime();
  if (!isSame && time <= (rows[0]?.now as Date)) {
    throw settingsErrors.invalid([{ path: 'apply.at', message: 'must be in the future' }]);
  }
  return { apply_at: time, when_approved, within_minutes };
}

async function requireReviewers(
  { client }: ChangeTransaction,
  { organisationId }: ProjectState,
  given: readonly string[],
): Promise<readonly string[]> {
  const emails = [...new Set(given.map(emailFromStorage))];
  const { rows } = await client.query<{ email: string }>(
    `SELECT account.email FROM member JOIN account ON account.id = member.account_id
     WHERE member.organisation_id = $1 AND account.email = ANY($2)`,
    [organisationId, emails],
  );
  const members = new Set(rows.map(({ email }) => email));
  const index = emails.findIndex((email) => !members.has(email));
  if (index === -1) return emails;
  const message = 'is not a member of the organisation';
  throw settingsErrors.invalid([{ path: `reviewers[${index}]`, message, code: 'unknown_reference' }]);
}

async function requireOpen(
  { client }: ChangeTransaction,
  project: ProjectState,
  number: number | null,
  stored: RequestRow | undefined,
): Promise<string | null> {
  if (number === null) return null;
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM change_request WHERE project_id = $1 AND number = $2 AND status = 'open'`,
    [project.id, number],
  );
  const id = rows[0]?.id;
  if (id === undefined) {
    const message = 'is not an open change request of this project';
    throw settingsErrors.invalid([{ path: 'after', message, code: 'unknown_reference' }]);
  }
  await readPredecessors(client, id, stored?.id);
  return id;
}
