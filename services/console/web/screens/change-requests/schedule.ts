/** The form of a schedule. Pure. */
import type { ChangeRequest } from '../../api/types.ts';
import { formatCount } from '../../design/count.ts';
import { formatLocalInput, parseLocalInput } from '../../design/forms/local-time.ts';

type Apply = ChangeRequest['apply'];

export interface ScheduleValues {
  readonly kind: 'by_hand' | 'when_approved' | 'at';
  /** In the form of `<input type="datetime-local">`, in the time zone of the user. */
  readonly local: string;
  readonly isLateAllowed: boolean;
  readonly minutes: string;
}

export function toScheduleValues({
  at,
  when_approved: isWhenApproved,
  within_minutes: minutes,
}: Apply): ScheduleValues {
  const kind = at === null ? (isWhenApproved ? 'when_approved' : 'by_hand') : 'at';
  return {
    kind,
    local: at === null ? '' : formatLocalInput(at),
    isLateAllowed: at !== null && isWhenApproved,
    minutes: String(minutes),
  };
}

/** Returns the schedule of the values. An unedited time keeps its seconds, which the field does not show. */
export function toApply({ kind, local, isLateAllowed, minutes }: ScheduleValues, stored: Apply): Apply {
  const within = Number(minutes);
  if (kind !== 'at')
    return { at: null, when_approved: kind === 'when_approved', within_minutes: stored.within_minutes };
  const isSame = stored.at !== null && formatLocalInput(stored.at) === local;
  return {
    at: isSame ? stored.at : (parseLocalInput(local) ?? null),
    when_approved: isLateAllowed,
    within_minutes: within,
  };
}

/** Returns what another schedule means for approvals; undefined = nothing. Only another time makes a new revision. */
export function describeRevisionChange(
  { apply, revision, environments }: Pick<ChangeRequest, 'apply' | 'revision' | 'environments'>,
  next: Apply,
  isAuthor: boolean,
): string | undefined {
  if (next.at === apply.at) return undefined;
  const approvals = new Set(environments.flatMap(({ approved_by: approvedBy }) => approvedBy)).size;
  const voided = approvals > 0 ? ` ${formatCount(approvals, 'approval')} will no longer count.` : '';
  return `Another time makes revision ${revision + 1}.${voided}${isAuthor ? '' : ' You can’t approve it afterwards.'}`;
}
