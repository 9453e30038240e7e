import type { ApprovalRequired, CommentRequired, TooFewApprovers } from '@bunting/changes/approvals';
import { HttpError } from '@bunting/service';

/** The answers to changes that need approvals or a comment (decisions §7.1). */
export const approvalErrors = {
  approvalRequired: ({ environments }: ApprovalRequired) =>
    new HttpError(
      403,
      `Changes to what ${nameAll(environments)} ${environments.length === 1 ? 'serves' : 'serve'} need approvals. Open a change request.`,
      {
        code: 'approval_required',
        details: environments.map(({ slug, requiredApprovals }) => ({
          path: '',
          message: `needs ${countApprovals(requiredApprovals)}`,
          code: 'approval_required',
          resource: { kind: 'environment', slug },
        })),
      },
    ),

  commentRequired: ({ environments }: CommentRequired) =>
    new HttpError(
      400,
      `Changes to what ${nameAll(environments)} ${environments.length === 1 ? 'serves' : 'serve'} need a comment. Add "comment" to the query.`,
      {
        code: 'comment_required',
        details: environments.map(({ slug }) => ({
          path: 'query.comment',
          message: 'is required',
          code: 'comment_required',
          resource: { kind: 'environment', slug },
        })),
      },
    ),

  tooFewApprovers: ({ environment: { slug, requiredApprovals }, eligible }: TooFewApprovers) =>
    new HttpError(
      409,
      `"${slug}" can't require ${countApprovals(requiredApprovals)}: only ${eligible} ${eligible === 1 ? 'member' : 'members'} can approve, and nobody approves their own changes.`,
      {
        code: 'too_few_approvers',
        resource: { kind: 'environment', slug },
        details: [
          {
            path: 'required_approvals',
            message: describeMissing(requiredApprovals + 1 - eligible),
            code: 'too_few_approvers',
          },
        ],
      },
    ),
};

function describeMissing(count: number): string {
  return `needs ${count} more ${count === 1 ? 'person' : 'people'} who can approve`;
}

function countApprovals(count: number): string {
  return count === 1 ? '1 approval' : `${count} approvals`;
}

/** Returns `"production"`, or `"live" and "production"`. */
function nameAll(environments: readonly { readonly slug: string }[]): string {
  return new Intl.ListFormat('en-GB').format(environments.map(({ slug }) => `"${slug}"`));
}
