/** Documents of independent fields. Only changed fields are sent, so that concurrent changes of other fields are kept. Pure. */
import { isSameValue } from './draft-storage.ts';

/** Returns the fields that a value changes. */
export function getChangedFields<Fields extends object>(
  base: Fields,
  value: Partial<Fields>,
): Partial<Fields> {
  const isChanged = ([name, field]: readonly [string, unknown]) =>
    !isSameValue(field, base[name as keyof Fields]);
  return Object.fromEntries(Object.entries(value).filter(isChanged)) as unknown as Partial<Fields>;
}

/** Returns the stored version with the changed fields of a draft. If both changed a field, the draft wins. */
export const mergeFields = <Fields extends object>(base: Fields, stored: Fields, value: Fields): Fields => ({
  ...stored,
  ...getChangedFields(base, value),
});

export interface FieldDifference {
  readonly label: string;
  readonly stored: string;
  readonly own: string;
}

/** Returns the stored and the own value of each changed field, in words. */
export function describeFields<Fields extends object>(
  labels: { readonly [Name in keyof Fields]: string },
  stored: Fields,
  changes: Partial<Fields>,
): FieldDifference[] {
  return (Object.keys(changes) as (keyof Fields & string)[]).map((name) => ({
    label: labels[name],
    stored: toWords(stored[name]),
    own: toWords(changes[name]),
  }));
}

function toWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? value.join(', ') : value;
  return typeof text === 'string' && text !== '' ? text : 'none';
}
