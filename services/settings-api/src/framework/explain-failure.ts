import { ResourceInUse } from '@bunting/changes';
import { ApprovalRequired, CommentRequired, TooFewApprovers } from '@bunting/changes/approvals';
import { isDatabaseAway } from '@bunting/database';
import { ProblemsFound } from '@bunting/definitions/checks';
import { errors } from '@bunting/service';
import { approvalErrors } from './approval-errors.ts';
import { settingsErrors } from './errors.ts';

/**
 * Turns what `runChange` or the database refused into an answer. Routes check first, under their locks, and name what is in the
 * way; what they cannot see was changed by somebody else meanwhile, and PostgreSQL refuses some of it as late as the COMMIT.
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ResourceInUse) return settingsErrors.inUse(error.resource, error.problems);
  if (error instanceof ProblemsFound) return settingsErrors.invalid(error.problems);
  if (error instanceof ApprovalRequired) return approvalErrors.approvalRequired(error);
  if (error instanceof CommentRequired) return approvalErrors.commentRequired(error);
  if (error instanceof TooFewApprovers) return approvalErrors.tooFewApprovers(error);
  switch ((error as { code?: unknown }).code) {
    case '23505': // unique_violation
      return settingsErrors.takenMeanwhile;
    case '23503': // foreign_key_violation
      return settingsErrors.usedMeanwhile;
    default:
      // A deadlock among them, which runChange has already retried.
      return isDatabaseAway(error) ? errors.unavailable : error;
  }
}
