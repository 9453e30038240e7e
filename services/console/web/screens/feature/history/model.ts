import { localInputOf } from '../../../design/forms/local-time.ts';

/** An instant as `<input type="datetime-local" step="1">` takes it, in the zone of the reader. Cut to seconds, so it is rounded up. */
export function localTime(iso: string): string {
  const at = new Date(Math.ceil(new Date(iso).getTime() / 1_000) * 1_000);
  return `${localInputOf(at.toISOString())}:${String(at.getSeconds()).padStart(2, '0')}`;
}

/** Whether a record is of what an environment serves, so that its moment can be brought back. */
export function isOfServing(action: string): boolean {
  return /^(targeting|defaults|overrides)\./.test(action);
}
