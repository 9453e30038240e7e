/** Words for change requests, as every screen shows them. Pure. */
import type { ChangeRequestSummary } from '../../api/types.ts';
import { formatMoment } from '../../design/format-time.ts';

export type Stage = NonNullable<ChangeRequestSummary['stage']>;

export const stageNames: Readonly<Record<Stage, string>> = {
  conflicting: 'Conflicts',
  changes_requested: 'Changes requested',
  waiting: 'Waiting for approval',
  following: 'Follows another request',
  scheduled: 'Scheduled',
  ready: 'Ready to apply',
};

const closedNames: Readonly<Record<NonNullable<ChangeRequestSummary['closed_as']>, string>> = {
  withdrawn: 'Withdrawn',
  rejected: 'Rejected',
  expired: 'Expired',
};

/** The part of a request that its stage follows from. */
export type StagedRequest = Pick<ChangeRequestSummary, 'status' | 'stage' | 'closed_as' | 'after'>;

/** Returns the stage of an open request, or how it ended: the kind is for its colour. */
export function describeStage({ status, stage, closed_as: closedAs, after }: StagedRequest): {
  readonly kind: string;
  readonly text: string;
} {
  if (status === 'open' && stage === 'following') return { kind: stage, text: `Follows #${after}` };
  if (status === 'open' && stage !== null) return { kind: stage, text: stageNames[stage] };
  if (status === 'applied') return { kind: 'applied', text: 'Applied' };
  return { kind: 'closed', text: closedAs === null ? 'Closed' : closedNames[closedAs] };
}

/** Returns when a request is applied: "applies 1 Dec 2026, 10:00 UTC". */
export function describeSchedule({ apply }: Pick<ChangeRequestSummary, 'apply'>): string {
  const { at, when_approved: isWhenApproved } = apply;
  if (at === null) return isWhenApproved ? 'applies when approved' : 'is applied by hand';
  return `applies ${formatMoment(at)}${isWhenApproved ? ', or when approved after that' : ''}`;
}
