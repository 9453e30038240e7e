/** Records by the day on which they were made, as the reader has days; newest first, as they come. */
export function byDay<Entry extends { readonly at: string }>(
  records: readonly Entry[],
  dayOf: (at: Date) => string,
): [day: string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const record of records) {
    const day = dayOf(new Date(record.at));
    const ofDay = days.get(day);
    if (ofDay === undefined) days.set(day, [record]);
    else ofDay.push(record);
  }
  return [...days];
}

/** How it was done. */
export const sourceWords: Readonly<Record<string, string>> = {
  session: 'in the console or by a session',
  api_token: 'with a token',
  staff: 'as staff',
  import: 'by an import',
  bootstrap: 'by the bootstrap document',
};

/** What merging backwards is defined for (lifecycle 5.1). */
const revertible =
  /^(targeting\.\w+|defaults\.updated|overrides\.updated|(feature|segment)\.\w+|environment\.updated)$/;

/** Why a record can't be reverted, whoever asks; undefined = it can, unless others changed the same since. */
export function notRevertible({ action }: { readonly action: string }): string | undefined {
  if (revertible.test(action)) return undefined;
  return 'Only targeting, defaults, overrides, features, segments and settings of environments are reverted.';
}

/** What whoever reverts a record must be allowed, as for the change itself. The server asks for the others of its change, too. */
export function permissionOf(
  { action }: { readonly action: string },
  environment: { readonly protected: boolean } | undefined,
): 'define' | 'manage-projects' | 'serve-protected' {
  if (action.startsWith('environment.')) return 'manage-projects';
  return environment?.protected ? 'serve-protected' : 'define';
}

/** A part that was changed since, with what is there, and what reverting wants there. */
export interface ConflictPart {
  readonly path: string;
  readonly message: string;
  readonly base?: unknown;
  readonly now?: unknown;
  readonly wanted?: unknown;
}

/** How a part of a conflict is shown. Nothing is said as such, and text as it was written. */
export function shownPart(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** By what the audit log is filtered for later changes of what a record is of; ids, because it may have been renamed or deleted. */
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

/** The change that a comment of the server says is reverted, and what follows; undefined = another comment. */
export function revertedBy(comment: string): { readonly change: string; readonly rest: string } | undefined {
  const [, change, rest] = /^Reverts ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}): (.*)$/s.exec(comment) ?? [];
  return change === undefined || rest === undefined ? undefined : { change, rest };
}
