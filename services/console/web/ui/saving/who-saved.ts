/** Who was faster, in words. Pure. */

/** What a 412 says of it, as far as it is known. */
export interface Meanwhile {
  readonly by?: string | undefined;
  readonly at?: string | undefined;
  /** The last of it was saved in this page. */
  readonly isOwn?: boolean;
  readonly changes: readonly { readonly text: string }[];
}

/** "grace@acme.example saved 3 changes 20 s ago." Who it was is not said where it is not known: it may have been the reader. */
export function whoSaved(meanwhile: Meanwhile | undefined, now = new Date()): string {
  if (meanwhile?.by === undefined || meanwhile.at === undefined) {
    return 'This was saved meanwhile. Your changes are kept.';
  }
  const { by, at, isOwn = false, changes } = meanwhile;
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  const when = sinceThen(Math.round((now.getTime() - Date.parse(at)) / 1_000));
  return `${isOwn ? 'You' : by} saved ${count} ${when}.`;
}

function sinceThen(seconds: number): string {
  if (seconds < 2) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3_600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h ago` : `${Math.round(seconds / 86_400)} d ago`;
}
