import { maxProblems, type Problem, type ProblemCode } from '@bunting/definitions/checks';
import { HttpError } from '@bunting/service';

/** The errors of change requests. */
export const requestErrors = {
  notAuthor: new HttpError(403, 'Only its author and people who may approve it can do this.', {
    code: 'role_insufficient',
  }),
  /** There is nobody any more in whose name the change would be made. */
  authorLeft: (author: string) =>
    new HttpError(
      409,
      `${author} can no longer make changes here. Somebody else must take over the change request.`,
      { code: 'author_left' },
    ),
  /** A request without its approvals; `missing` says what is missing where. */
  approvalMissing: (missing: readonly Problem[]) =>
    new HttpError(403, 'The change request lacks approvals; see "details".', {
      code: 'approval_required',
      details: withCode('approval_required', missing),
      maxDetails: maxProblems,
    }),
  notAnApprover: (reason: string) => new HttpError(403, reason, { code: 'not_an_approver' }),
  /** A verdict on a revision that is not the latest. */
  revisionChanged: (revision: number) =>
    new HttpError(409, `The change request has changed: it is now revision ${revision}. Read it again.`, {
      code: 'changed_meanwhile',
    }),
  /** A request in another state; `reasons` say in which. */
  notReady: (reasons: readonly Problem[]) =>
    new HttpError(409, 'The change request isn\'t ready for this; see "details".', {
      code: 'not_ready',
      details: withCode('not_ready', reasons),
      maxDetails: maxProblems,
    }),
};

function withCode(code: ProblemCode, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ code, ...problem }));
}
