/** What was changed of the fields of a form: only that is saved, and whatever others save meanwhile of the rest stays theirs. */

/** The patch with a change; what is as the server has it is no part of it. */
export function patchWith<Fields extends object>(
  stored: Fields,
  patch: Partial<Fields>,
  changed: Partial<Fields>,
): Partial<Fields> {
  const isChanged = ([name, value]: readonly [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(stored[name as keyof Fields]);
  return Object.fromEntries(
    Object.entries({ ...patch, ...changed }).filter(isChanged),
  ) as unknown as Partial<Fields>;
}

/** What is still to be saved once `sent` was: what was changed since, also what was changed back to what was there `before`. */
export function patchAfter<Fields extends object>(
  stored: Fields,
  patch: Partial<Fields>,
  { sent, before }: { sent: Partial<Fields>; before: Fields },
): Partial<Fields> {
  const back = Object.keys(sent).filter((name) => !(name in patch)) as (keyof Fields)[];
  const changedBack = Object.fromEntries(back.map((name) => [name, before[name]])) as Partial<Fields>;
  return patchWith(stored, changedBack, patch);
}

export interface Difference {
  readonly label: string;
  readonly now: string;
  readonly own: string;
}

/** What is there now and what would be saved, field by field, in words. */
export function differencesOf<Fields extends object>(
  labels: { readonly [Name in keyof Fields]: string },
  stored: Fields,
  patch: Partial<Fields>,
): Difference[] {
  return (Object.keys(patch) as (keyof Fields & string)[]).map((name) => ({
    label: labels[name],
    now: said(stored[name]),
    own: said(patch[name]),
  }));
}

function said(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : 'none';
}
