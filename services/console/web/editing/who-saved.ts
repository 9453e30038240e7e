/** Sentences about concurrent saves. Pure. */

import type { ConcurrentChange } from '../api/api-error.ts';

/** The fields of a concurrent change that its sentence needs. */
type Known = Omit<ConcurrentChange, 'etag' | 'changes'> & {
  readonly changes: readonly { readonly subject?: string; readonly text: string }[];
};

/**
 * Formats "Grace saved 3 changes 20 s ago." Counts lines if the number of changes is unknown. Names nobody if the author is unknown,
 * because it may be the user.
 */
export function whoSaved(meanwhile: Known | undefined, now = new Date()): string {
  if (meanwhile?.by === undefined || meanwhile.at === undefined) {
    return 'This has changed since you started editing. Your changes are kept.';
  }
  const { by, at, isOwn = false, others = [] } = meanwhile;
  const when = sinceThen(Math.round((now.getTime() - Date.parse(at)) / 1_000));
  return `${savedBy({ by, others, isOwn }, countOf(meanwhile))} ${when}.`;
}

/** Formats "Grace saved 2 changes" or "Grace and Ada saved 3 changes, the last by Grace", for errors and live updates. */
export function savedBy(
  { by, others, isOwn = false }: { by: string; others: readonly string[]; isOwn?: boolean },
  changes: string,
): string {
  const last = isOwn ? 'You' : by;
  if (others.length === 0) return `${last} saved ${changes}`;
  const rest = others.length === 1 ? others[0] : `${others.length} others`;
  return `${last} and ${rest} saved ${changes}, the last by ${isOwn ? 'you' : by}`;
}

export const formatChanges = (count: number): string => (count === 1 ? '1 change' : `${count} changes`);

function countOf({ count, changes }: Known): string {
  if (count !== undefined) return formatChanges(count);
  const lines = changes.filter(({ subject }) => subject !== '').length;
  return lines < changes.length ? `more than ${formatChanges(lines)}` : formatChanges(lines);
}

function sinceThen(seconds: number): string {
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} d ago`;
}
