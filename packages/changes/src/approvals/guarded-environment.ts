import type { ApprovalSettings } from '@bunting/definitions/approvals';

/** An environment with the settings that say who must approve a change of what it serves. `id` is a UUID. */
export interface GuardedEnvironment extends ApprovalSettings {
  readonly id: string;
  readonly slug: string;
  readonly protected: boolean;
}

/** Returns true if a change of what the environment serves needs approvals or a comment. */
export function isGuarded({ requiredApprovals, commentRequired }: GuardedEnvironment): boolean {
  return requiredApprovals > 0 || commentRequired;
}
