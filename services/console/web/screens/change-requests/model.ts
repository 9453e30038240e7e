/** Change requests in words. Pure. */
import type { ChangeRequestSummary } from '../../api/types.ts';
import { formatCount } from '../../design/count.ts';
import type { ConflictPart } from '../../flags/audit-records/model.ts';
import { ago, formatMoment } from '../../design/format-time.ts';

type Approvals = ChangeRequestSummary['environments'][number];

/** Returns the approvals in an environment: "1 of 2". */
export function describeApprovals({ required, approved_by: approvedBy }: Approvals): string {
  if (required === 0) return approvedBy.length === 0 ? 'None needed' : `${approvedBy.length}, none needed`;
  return `${approvedBy.length} of ${required}`;
}

/** Returns when a request is applied, or was, for a cell of the list. */
export function describeApplication({
  status,
  apply: { at, when_approved: isWhenApproved },
  applied_at: appliedAt,
  failure,
}: Pick<ChangeRequestSummary, 'status' | 'apply' | 'applied_at' | 'failure'>): string {
  if (appliedAt !== null) return `Applied ${ago(new Date(appliedAt))}`;
  if (status === 'closed') return 'Not applied';
  if (failure !== null) return `Failed ${ago(new Date(failure.at))}`;
  if (at !== null) return `${formatMoment(at)}${isWhenApproved ? ', or when approved' : ''}`;
  return isWhenApproved ? 'When approved' : 'By hand';
}

interface Line {
  readonly subject: string;
  readonly text: string;
  readonly environment: string | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Groups lines by their subjects, in their order, without the subject in each line. */
export function groupChanges(
  changes: readonly Line[],
): readonly { readonly subject: string; readonly lines: readonly Line[] }[] {
  const groups = new Map<string, Line[]>();
  for (const line of changes) {
    const { subject, text } = line;
    const lead = `${subject}: `;
    const lines = groups.get(subject) ?? [];
    lines.push(text.startsWith(lead) ? { ...line, text: text.slice(lead.length) } : line);
    groups.set(subject, lines);
  }
  return [...groups].map(([subject, lines]) => ({ subject, lines }));
}

/** Returns what to do about a failed application. */
export function describeRemedy(code: string): string {
  switch (code) {
    case 'conflict':
      return 'Resolve the conflicts, then apply it again.';
    case 'author_left':
      return 'Take it over, so that it is applied in your name.';
    case 'late':
      return 'Choose another time, or apply it by hand.';
    case 'role_insufficient':
      return 'Its author may no longer make this change. Take it over, so that it is applied in your name.';
    default:
      return 'Propose the change again in a form that fits what is there now, and close this request.';
  }
}

/** Returns the schedule of a request in a sentence. */
export function describePlan({
  apply: { at, when_approved: isWhenApproved, within_minutes: within },
}: Pick<ChangeRequestSummary, 'apply'>): string {
  if (at === null) return isWhenApproved ? 'As soon as it is approved' : 'By hand';
  const late = isWhenApproved
    ? 'or as soon as it is approved after that'
    : `at most ${describeMinutes(within)} later`;
  return `${formatMoment(at)}, ${late}`;
}

/** Formats "90 minutes", or "2 hours" and "7 days" for whole ones. */
export function describeMinutes(minutes: number): string {
  if (minutes % 1440 === 0) return formatCount(minutes / 1440, 'day');
  if (minutes % 60 === 0) return formatCount(minutes / 60, 'hour');
  return formatCount(minutes, 'minute');
}

/**
 * Sorts conflicts into those that the user decides and the others: a predecessor that was closed, which a rebase drops, and parts that no
 * longer exist, for which nothing can be decided.
 */
export function sortConflicts(conflicts: readonly ConflictPart[]): {
  readonly decidable: readonly ConflictPart[];
  readonly others: readonly ConflictPart[];
  readonly isHopeless: boolean;
} {
  const isDecidable = ({ now, wanted }: ConflictPart) => (now ?? wanted ?? null) !== null;
  const others = conflicts.filter((each) => !isDecidable(each));
  return {
    decidable: conflicts.filter(isDecidable),
    others,
    isHopeless: others.some(({ path }) => path !== 'after'),
  };
}
