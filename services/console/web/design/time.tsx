import { preferences } from './preferences.ts';

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });

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

const dayThisYear = formatOf({ day: 'numeric', month: 'short' });
const day = formatOf({ day: 'numeric', month: 'short', year: 'numeric' });
const full = formatOf({ dateStyle: 'full', timeStyle: 'long' });
const clock = formatOf({ hour: '2-digit', minute: '2-digit' });

/** Formats a time as "just now", "3 min ago", "yesterday", then as the day. */
export function ago(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return 'just now';
  if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (Math.abs(seconds) < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return at.getFullYear() === now.getFullYear() ? dayThisYear(at) : day(at);
}

export const formatDay = (at: Date) => day(at);
export const formatClock = (at: Date) => clock(at);

/** Shows a relative time. The tooltip has the exact time, local and in UTC. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${full(date)} · ${date.toISOString()}`}>
      {exact ? clock(date) : ago(date)}
    </time>
  );
}
