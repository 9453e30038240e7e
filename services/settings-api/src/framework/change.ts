import { runChange, type ChangesMade, type ChangeSource, type ChangeTransaction } from '@bunting/changes';
import type { Passage } from '@bunting/changes/approvals';
import type { ApprovedRequest } from '@bunting/changes/approved-request';
import type { Logger } from '@bunting/observability';
import { may } from './access/authorisation.ts';
import { confirmAccess, type Access } from './access/require-access.ts';
import type { FrameworkDependencies } from './dependencies.ts';
import type { Answer } from './answer.ts';

/** The actor that the audit log names for a change, and how the change came. Every caller is one. */
export interface Author {
  readonly kind: ChangeSource;
  readonly email: string;
}

export const staff: Author = { kind: 'staff', email: 'staff' };

/** The members that the handler of a change gets beside its dependencies. */
export interface Changing {
  readonly change: Change;
  /** For effects outside of the transaction, which cannot be rolled back. */
  readonly isDryRun: boolean;
}

/**
 * Makes the change of a request: runs `work` in one transaction, records it in the caller's name, and announces it (`runChange`). Afterwards
 * it confirms in the same transaction that the caller may still do this; `work` calls `confirmAccess` itself where it may take the caller's
 * own rights. In a dry run everything is rolled back.
 *
 * Whatever follows the commit stands in `answer`, which a dry run does not call.
 */
export type Change = <Result, Body = Result>(
  work: Work<Result>,
  options?: ChangeOptions<Result, Body>,
) => Promise<Changed<Body>>;

export type Work<Result> = (
  transaction: ChangeTransaction,
  confirmAccess: () => Promise<void>,
) => Promise<Result>;

export interface ChangeOptions<Result, Body> {
  /** Absent = the body is the result of the work. A route that `answersChanges` is asked for its other members in a dry run, too. */
  readonly answer?: (made: ChangesMade<Result>) => Answer<Body> | Promise<Answer<Body>>;
  /** The members and headers of the answer to a dry run besides the differences. */
  readonly dryRunAnswer?: (result: Result) => Answer<object>;
  /** Absent = the caller, or staff. */
  readonly author?: Author;
  /** The comment where the request has none. */
  readonly comment?: string;
  /** The service computes the change by reverting one that was made then. */
  readonly revertedAt?: Date;
  /** The change applies a change request. */
  readonly approved?: ApprovedRequest;
  /** The number of the change request that is applied. */
  readonly changeRequest?: number;
}

/** A change that was made, or found by a dry run, and its answer. Only `change` makes one. */
export interface Changed<Body> {
  readonly made: ChangesMade<unknown>;
  /** Absent where a dry run answers only the differences. */
  readonly answer: Answer<Body> | undefined;
}

/** Answers the id of the change, for routes whose body has it: null in a dry run, and where nothing differed. */
export function answerChangeId({ changeId = null }: { readonly changeId?: string | undefined | null }) {
  return { body: { change_id: changeId } };
}

export interface ChangeRequest {
  /** The author unless `change` names another; undefined = anybody may call the route. */
  readonly author: Author | undefined;
  readonly access: Access;
  readonly params: Readonly<Record<string, string>>;
  readonly comment: string | undefined;
  readonly isDryRun: boolean;
  /** `answer` is called in a dry run, too. */
  readonly answersDryRun: boolean;
  readonly log: Logger;
}

/** Creates the `change` of one request. */
export function createChange(dependencies: FrameworkDependencies, request: ChangeRequest): Change {
  const { pool, redis, admitBytes, writeSemaphores, publicUrl, onRecorded = () => {} } = dependencies;
  const { access, isDryRun, log } = request;
  return async <Result, Body>(work: Work<Result>, options: ChangeOptions<Result, Body> = {}) => {
    const { answer, dryRunAnswer, author = request.author, comment, changeRequest } = options;
    if (author === undefined) throw new Error('A change without a caller must name its author.');
    // Per attempt: the work runs again where PostgreSQL breaks a deadlock.
    let isConfirmed = false;
    const confirm = async ({ client }: ChangeTransaction) => {
      if (!isConfirmed) await confirmAccess(access, client);
      isConfirmed = true;
    };
    const made = await runChange(
      {
        pool,
        redis,
        semaphore: writeSemaphores.of(request.params),
        authorise: confirm,
        passage: toPassage(access, options),
        admitBytes,
        actor: author.email,
        source: author.kind,
        comment: request.comment ?? comment,
        publicUrl,
        changeRequest,
        dryRun: isDryRun,
        onError: (error) => log.warn({ err: error }, 'A change was committed, but announcing it failed.'),
      },
      (transaction) => {
        isConfirmed = false;
        return work(transaction, () => confirm(transaction));
      },
    );
    if (!isDryRun) onRecorded(made.recorded);
    const answerMade = answer ?? (({ result }) => ({ body: result as unknown as Body }));
    if (!isDryRun || request.answersDryRun) return { made, answer: await answerMade(made) };
    return { made, answer: dryRunAnswer?.(made.result) as Answer<Body> | undefined };
  };
}

/** Returns what can let the change through where approvals are required; undefined = nothing, because the caller is no admin. */
function toPassage(
  { role }: Access,
  { approved, revertedAt }: Pick<ChangeOptions<unknown, unknown>, 'approved' | 'revertedAt'>,
): Passage | undefined {
  if (approved !== undefined) return approved;
  if (role === undefined || !may(role, 'serve-protected')) return undefined;
  return revertedAt === undefined ? { kind: 'admin' } : { kind: 'revert', revertedAt };
}
