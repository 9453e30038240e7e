/** Dates as users read and type them. Dates of inputs have the form of `<input type="datetime-local">`, in the user's time zone. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?$/;
const written = /^(\d{1,2})\.? ([a-z]{3,9})\.?,? (\d{4})(?:,? (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/i;

/** Formats `2026-11-28` as "28 Nov 2026", and `2026-11-28T14:05` as "28 Nov 2026, 14:05". */
export function formatDateText(value: string): string {
  const [, year, month, day, hour, minute, second] = iso.exec(value) ?? [];
  if (year === undefined) return value;
  const name = months[Number(month) - 1] ?? '';
  const date = `${Number(day)} ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`;
  if (hour === undefined) return date;
  return `${date}, ${hour}:${minute}${second === undefined ? '' : `:${second}`}`;
}

/** Parses "28 Nov 2026" and `2026-11-28`, with a time if there is one; undefined = not a date. */
export function parseDateText(text: string, hasTime = false): string | undefined {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ');
  const [, day = '', name = '', ...own] = written.exec(trimmed) ?? [];
  const ofName = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const [, year = own[0], month = String(ofName), date = day, ...clock] = iso.exec(trimmed) ?? [];
  const [hour, minute, second] = iso.test(trimmed) ? clock : own.slice(1);
  if (year === undefined) return undefined;
  const two = (part: string | undefined) => (part ?? '0').padStart(2, '0');
  const found = `${year}-${two(month)}-${two(date)}`;
  const full = `${found}T${two(hour)}:${two(minute)}${second === undefined ? '' : `:${second}`}`;
  const at = new Date(`${full}Z`);
  // 31 Feb would become a day of March.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(full)) return undefined;
  return hasTime ? full : found;
}

/** Describes a period of days: "1 Nov 2026 to 28 Nov 2026", "From 1 Nov 2026"; undefined = no limit. */
export function describeDays(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return `${formatDateText(from)} to ${formatDateText(to)}`;
  if (from) return `From ${formatDateText(from)}`;
  return to ? `Until ${formatDateText(to)}` : undefined;
}
