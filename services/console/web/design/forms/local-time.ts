/** Times as fields have them: in the zone that the reader prefers, or else in the browser's, as every time that is shown. */
import { preferences } from '../preferences.ts';

/** An instant as `<input type="datetime-local">` has it. */
export function localInputOf(at: string, zone = preferences().timeZone): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return '';
  return new Date(instant + offsetMs(instant, zone)).toISOString().slice(0, 16);
}

/** And back, in UTC; undefined = it is empty or no time. */
export function instantOf(local: string, zone = preferences().timeZone): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset of a moment nearby is that of the moment itself, unless clocks are changed between the two.
  const near = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(near, zone)).toISOString();
}

/** The first instant of a day. Undefined = it is no day. */
export const dayStart = (day: string, zone?: string): string | undefined => instantOf(`${day}T00:00`, zone);

/** The first instant after a day. Undefined = it is no day. */
export function dayEnd(day: string, zone?: string): string | undefined {
  const asUtc = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(asUtc)
    ? undefined
    : dayStart(new Date(asUtc + 86_400_000).toISOString().slice(0, 10), zone);
}

/** What the clocks there add to UTC. It has seconds before 1900, and whoever types 2026 passes the year 2. */
function offsetMs(instant: number, zone: string | undefined): number {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(zone && { timeZone: zone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day, hour, minute, second } = parts;
  // Date.UTC takes the year 2 for 1902.
  const asUtc =
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour! * 60 + minute!) * 60 + second!) * 1000;
  return asUtc - Math.floor(instant / 1000) * 1000;
}
