const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto', style: 'short' });
const dayThisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** "now", "3 min ago", "yesterday", then the day. */
export function ago(at: Date, now = new Date()): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  if (Math.abs(seconds) < 45) return 'now';
  if (Math.abs(seconds) < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (Math.abs(seconds) < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (Math.abs(seconds) < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return at.getFullYear() === now.getFullYear() ? dayThisYear.format(at) : day.format(at);
}

export const dayOf = (at: Date) => day.format(at);
export const clockOf = (at: Date) => clock.format(at);

/** A time as people say it; the tooltip has the instant, here and in UTC. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={`${full.format(date)} · ${date.toISOString()}`}>
      {exact ? clock.format(date) : ago(date)}
    </time>
  );
}

/** An instant as `<input type="datetime-local">` has it: in the time zone of whoever looks. */
export function localInputOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** And back, in UTC; undefined = it is empty or no time. */
export function instantOf(local: string): string | undefined {
  const date = new Date(local);
  return local === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
