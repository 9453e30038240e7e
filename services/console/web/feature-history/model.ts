export { dayEnd, dayStart } from '../history/days.ts';

/** What `<input type="datetime-local">` gives, as an instant. */
export function instant(local: string): string | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** An instant as `<input type="datetime-local" step="1">` takes it, in the zone of the reader. Cut to seconds, so it is rounded up. */
export function localTime(iso: string): string {
  const at = new Date(Math.ceil(new Date(iso).getTime() / 1_000) * 1_000);
  const two = (part: number) => String(part).padStart(2, '0');
  return (
    `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}` +
    `T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  );
}

/** Whether a record is of what an environment serves, so that its moment can be brought back. */
export function isOfServing(action: string): boolean {
  return /^(targeting|defaults|overrides)\./.test(action);
}
