/** Records by the day on which they were made, where the reader is; newest first, as they come. */
export function byDay<Entry extends { readonly at: string }>(
  records: readonly Entry[],
): [day: string, Entry[]][] {
  const days = new Map<string, Entry[]>();
  for (const record of records) {
    const at = new Date(record.at);
    const day = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
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

/** Why a record cannot be reverted, whoever asks; undefined = it can, unless others changed the same since. */
export function notRevertible({ action }: { readonly action: string }): string | undefined {
  if (revertible.test(action)) return undefined;
  return 'Only targeting, defaults, overrides, features, segments and settings of environments are reverted.';
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
