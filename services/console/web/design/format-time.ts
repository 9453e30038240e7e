import { preferences } from './preferences.ts';

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });

/** Returns the option of `Intl` for the time zone of the preferences; the browser's zone without one. */
function zoneOption(): { timeZone?: string } {
  const { timeZone } = preferences();
  return timeZone ? { timeZone } : {};
}

/** Returns a formatter for the time zone of the preferences. Formatters are cached, because creating one is slow. */
function formatOf(options: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: { zone: string | undefined; format: Intl.DateTimeFormat } | undefined;
  return (at) => {
    const { timeZone: zone } = preferences();
    if (made === undefined || made.zone !== zone) {
      made = {
        zone,
        format: new Intl.DateTimeFormat('en-GB', { ...options, ...(zone && { timeZone: zone }) }),
      };
    }
    return made.format.format(at);
  };
}

const dayParts = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const clockParts = { hour: '2-digit', minute: '2-digit' } as const;
const day = formatOf(dayParts);
const clock = formatOf(clockParts);
const moment = formatOf({ ...dayParts, ...clockParts, timeZoneName: 'short' });
const exact = formatOf({
  weekday: 'short',
  ...dayParts,
  ...clockParts,
  second: '2-digit',
  timeZoneName: 'short',
});

/** Formats a time as "28 Nov 2026, 09:00 UTC"; as it is if it is no time. */
export function formatMoment(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : moment(date);
}

/** Returns the name of the time zone of the preferences at a time: "UTC" or "CET"; empty if it is no time. */
export function formatZone(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  const format = Intl.DateTimeFormat('en-GB', { timeZoneName: 'short', ...zoneOption() });
  const parts = format.formatToParts(date);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** Formats a time as "just now", "3 min ago" or "in 2 hr"; more than a day away as "28 Nov 2026, 09:00 UTC". */
export function ago(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return 'just now';
  if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return moment(at);
}

/** Formats a time as "Sat, 28 Nov 2026, 09:00:12 UTC". */
export const formatExactly = (at: Date) => exact(at);
export const formatDay = (at: Date) => day(at);
export const formatClock = (at: Date) => clock(at);
