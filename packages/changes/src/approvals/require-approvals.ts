import { exemptions, type Exemption } from '@bunting/definitions/approvals';
import { isDeepStrictEqual } from 'node:util';
import type { ChangeTransaction, RecordedChange } from '../change-transaction.ts';
import { ApprovalRequired, CommentRequired } from './approval-errors.ts';
import { findAlteredEnvironments, type AlteredEnvironments } from './find-altered-environments.ts';
import type { GuardedEnvironment } from './guarded-environment.ts';
import type { Passage } from './passage.ts';

/** A revert needs no approval while the change that it reverts is at most this old. */
const revertibleMs = 24 * 60 * 60 * 1_000;

/**
 * Throws `ApprovalRequired` for a change that needs approvals it doesn't have, and `CommentRequired` for one that needs a comment. Call it
 * after the work. Bootstrap documents are exempt.
 */
export async function requireApprovals(
  transaction: ChangeTransaction,
  passage: Passage | undefined,
): Promise<void> {
  if (transaction.source === 'bootstrap') return;
  const altered = await findAlteredEnvironments(transaction);
  const unapproved = await findUnapproved(transaction, altered, passage);
  if (unapproved.length > 0) throw new ApprovalRequired(unapproved);
  // A change request has a title instead.
  if (transaction.comment !== undefined || passage?.kind === 'request') return;
  const uncommented = allOf(altered).filter(({ commentRequired }) => commentRequired);
  if (uncommented.length > 0) throw new CommentRequired(uncommented);
}

/** Finds the environments in which the change would need approvals that it doesn't have. For dry runs, which are not refused. */
export async function findMissingApprovals(
  transaction: ChangeTransaction,
  passage: Passage | undefined,
): Promise<readonly GuardedEnvironment[]> {
  if (transaction.source === 'bootstrap') return [];
  return findUnapproved(transaction, await findAlteredEnvironments(transaction), passage);
}

async function findUnapproved(
  transaction: ChangeTransaction,
  altered: AlteredEnvironments,
  passage: Passage | undefined,
): Promise<readonly GuardedEnvironment[]> {
  const guarded = allOf(altered).filter(({ requiredApprovals }) => requiredApprovals > 0);
  if (guarded.length === 0 || passage === undefined) return guarded;
  if (passage.kind === 'request') return passage.findUnapproved(transaction, guarded);
  const lowered = new Set(altered.lowered);
  const needed = findNeededExemption(transaction, passage);
  return guarded.filter(
    (environment) =>
      lowered.has(environment) || needed === undefined || !exempts(environment.withoutApproval, needed),
  );
}

/** Returns the least exemption that covers the change; undefined = none does. */
function findNeededExemption(
  { recorded, now }: ChangeTransaction,
  passage: Exclude<Passage, { readonly kind: 'request' }>,
): Exemption | undefined {
  if (recorded.every(isSwitchOff)) return 'switch_off';
  const isRecent = passage.kind === 'revert' && now.getTime() - passage.revertedAt.getTime() <= revertibleMs;
  return isRecent ? 'revert' : undefined;
}

function exempts(allowed: Exemption, needed: Exemption): boolean {
  return exemptions.indexOf(allowed) >= exemptions.indexOf(needed);
}

function isSwitchOff({ action, before, after }: RecordedChange): boolean {
  if (action !== 'targeting.updated') return false;
  return isDeepStrictEqual({ ...(before as object), enabled: false }, after);
}

/** Returns the environments that serve something else or are guarded less, each once. */
function allOf({ served, lowered }: AlteredEnvironments): readonly GuardedEnvironment[] {
  return [...new Set([...served, ...lowered])];
}
