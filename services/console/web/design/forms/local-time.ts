/** Times in input fields, in the time zone of the user's preferences, else of the browser. */
import { preferences } from '../preferences.ts';

/** Formats an instant for `<input type="datetime-local">`. */
export function formatLocalInput(at: string, zone = preferences().timeZone): string {
  const instant = Date.parse(at);
  if (Number.isNaN(instant)) return '';
  return new Date(instant + offsetMs(instant, zone)).toISOString().slice(0, 16);
}

/** Parses a local time to an instant in UTC; undefined = empty or invalid. */
export function parseLocalInput(local: string, zone = preferences().timeZone): string | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // The offset nearby equals the offset of the moment itself, unless clocks change between the two.
  const near = asUtc - offsetMs(asUtc, zone);
  return new Date(asUtc - offsetMs(near, zone)).toISOString();
}

/** Returns the first instant of a day; undefined = invalid. */
export const dayStart = (day: string, zone?: string): string | undefined =>
  parseLocalInput(`${day}T00:00`, zone);

/** Returns the first instant after a day; undefined = invalid. */
export function dayEnd(day: string, zone?: string): string | undefined {
  const asUtc = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(asUtc)
    ? undefined
    : dayStart(new Date(asUtc + 86_400_000).toISOString().slice(0, 10), zone);
}

/** Returns the offset of a zone from UTC. Before 1900 offsets have seconds, which matters while the user types a year. */
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
  // `Date.UTC` reads the year 2 as 1902.
  const asUtc =
    new Date(0).setUTCFullYear(year, month - 1, day) + ((hour! * 60 + minute!) * 60 + second!) * 1000;
  return asUtc - Math.floor(instant / 1000) * 1000;
}
