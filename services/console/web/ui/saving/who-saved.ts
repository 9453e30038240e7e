/** Who was faster, in words. Pure. */

/** What a 412 says of it, as far as it is known. */
export interface Meanwhile {
  readonly by?: string | undefined;
  readonly at?: string | undefined;
  /** The last of it was saved in this page. */
  readonly isOwn?: boolean;
  /** Who else saved some of it. */
  readonly others?: readonly string[] | undefined;
  /** A line without a subject says that there are more. */
  readonly changes: readonly { readonly subject?: string; readonly text: string }[];
}

/**
 * "grace@acme.example saved 3 changes 20 s ago." A change is a line of the audit log. Who it was is not said where it is not known: it may have
 * been the reader.
 */
export function whoSaved(meanwhile: Meanwhile | undefined, now = new Date()): string {
  if (meanwhile?.by === undefined || meanwhile.at === undefined) {
    return 'This was saved meanwhile. Your changes are kept.';
  }
  const { by, at, isOwn = false, others = [], changes } = meanwhile;
  const when = sinceThen(Math.round((now.getTime() - Date.parse(at)) / 1_000));
  const last = isOwn ? 'You' : by;
  if (others.length === 0) return `${last} saved ${countOf(changes)} ${when}.`;
  const rest = others.length === 1 ? others[0] : `${others.length} others`;
  return `${last} and ${rest} saved ${countOf(changes)}, ${isOwn ? 'you' : by} the last ${when}.`;
}

function countOf(changes: Meanwhile['changes']): string {
  const count = changes.filter(({ subject }) => subject !== '').length;
  const text = count === 1 ? '1 change' : `${count} changes`;
  return count < changes.length ? `more than ${text}` : text;
}

function sinceThen(seconds: number): string {
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} d ago`;
}
