/** Groups records by day, in the time zone of the user. */
export function byDay<Entry extends { readonly at: string }>(
  records: readonly Entry[],
  formatDay: (at: Date) => string,
): [day: string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const record of records) {
    const day = formatDay(new Date(record.at));
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [record]);
    else ofDay.push(record);
  }
  return [...days];
}

/** The source of a change. */
export const sourceWords: Readonly<Record<string, string>> = {
  session: 'via console',
  api_token: 'via API token',
  staff: 'by an administrator',
  import: 'via import',
  bootstrap: 'via bootstrap',
  change_request: 'via change request',
};

/** Resources whose changes can be reverted (lifecycle 5.1). */
const revertible =
  /^(targeting\.\w+|defaults\.updated|overrides\.updated|(feature|segment)\.\w+|environment\.updated)$/;

/** Returns the reason why nobody can revert a record; undefined if it can be reverted unless there are conflicts. */
export function getRevertReason({ action }: { readonly action: string }): string | undefined {
  if (revertible.test(action)) return undefined;
  return 'You can revert only targeting, defaults, overrides, features, segments and environment settings.';
}

/** Returns the permission that reverting this record requires. The server checks the other records of the change, too. */
export function getPermission(
  { action }: { readonly action: string },
  environment: { readonly protected: boolean } | undefined,
): 'define' | 'manage-projects' | 'serve-protected' {
  if (action.startsWith('environment.')) return 'manage-projects';
  return environment?.protected ? 'serve-protected' : 'define';
}

/** A conflict: the current value, and the value that the revert would set. */
export interface ConflictPart {
  readonly path: string;
  readonly message: string;
  readonly base?: unknown;
  readonly now?: unknown;
  readonly wanted?: unknown;
}

/** Formats a side of a conflict. Text is shown without quotes. */
export function shownPart(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Returns the filter for later changes of the same resource. It uses ids, because the resource may have been renamed or deleted. */
export function laterThan({
  at,
  project_id: project,
  feature_id: feature,
  subject,
}: {
  readonly at: string;
  readonly project_id: string | null;
  readonly feature_id: string | null;
  readonly subject: string;
}) {
  const of = feature === null ? { text: subject } : { feature };
  return { from: at, ...(project !== null && { project }), ...of };
}

/** Returns the change that a revert's comment names, with the rest of the comment; undefined for other comments. */
export function revertedBy(comment: string): { readonly change: string; readonly rest: string } | undefined {
  const [, change, rest] = /^Reverts ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}): (.*)$/s.exec(comment) ?? [];
  return change === undefined || rest === undefined ? undefined : { change, rest };
}
