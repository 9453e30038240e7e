import { formatLocalInput } from '../../../design/forms/local-time.ts';

/** Formats an instant for `<input type="datetime-local" step="1">`, in the time zone of the user, rounded up to seconds. */
export function localTime(iso: string): string {
  const at = new Date(Math.ceil(new Date(iso).getTime() / 1_000) * 1_000);
  return `${formatLocalInput(at.toISOString())}:${String(at.getSeconds()).padStart(2, '0')}`;
}

/** Returns true if the version after this record can be restored. */
export function isOfServing(action: string): boolean {
  return /^(targeting|defaults|overrides)\./.test(action);
}
