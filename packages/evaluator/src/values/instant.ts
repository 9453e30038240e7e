// ISO 8601 in its extended and in its basic form, which do not mix. A fraction is one of the lowest unit that is given.
// Dates are of the calendar, of the year (`2026-325`) or of the week (`2026-W47-6`). Offsets are taken in either form, behind both. A year
// beyond 0000 to 9999 is written with six digits and a sign, as JavaScript writes it; -000000 is none.
const extended =
  /^(\d{4}|[+-]\d{6})-(?:(\d{2})-(\d{2})|(\d{3})|W(\d{2})-([1-7]))(?:[Tt](\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d{1,30}))?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;
const basic =
  /^(\d{4}|[+-]\d{6})(?:(\d{2})(\d{2})|(\d{3})|W(\d{2})([1-7]))(?:[Tt](\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d{1,30}))?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)?)?$/;

/** The maximal length of a valid text. */
const maxLength = 64;

/** The last instant that a Date holds, and before 1970 the first: 13 September of the year 275760. */
const maxInstant = 8.64e15;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
const secondMs = 1_000;

/**
 * Milliseconds since 1970 of an ISO 8601 date, or date and time. Without an offset it is UTC; a date alone
 * is its midnight, 24:00 the end of its day. `undefined` for anything else: 30 February, leap seconds.
 */
export function parseInstant(text: string): number | undefined {
  if (text.length > maxLength) return undefined;
  const match = extended.exec(text) ?? basic.exec(text);
  if (match === null || match[1] === '-000000') return undefined;
  const field = (index: number): number => Number(match[index] ?? 0);
  const midnight =
    match[2] !== undefined
      ? calendarDate(field(1), field(2), field(3))
      : match[4] !== undefined
        ? ordinalDate(field(1), field(4))
        : weekDate(field(1), field(5), field(6));
  const [hour, minute, second] = [field(7), field(8), field(9)];
  const [offsetHours, offsetMinutes] = [field(12), field(13)];
  const lowestUnit = match[9] === undefined ? (match[8] === undefined ? hourMs : minuteMs) : secondMs;
  const fraction = match[10] === undefined ? 0 : Number(`0.${match[10]}`) * lowestUnit;
  const time = hour * hourMs + minute * minuteMs + second * secondMs + fraction;
  if (midnight === undefined || time > dayMs || minute > 59 || second > 59) return undefined;
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const offset = (match[11] === '-' ? -1 : 1) * (offsetHours * hourMs + offsetMinutes * minuteMs);
  const instant = midnight + time - offset;
  return Math.abs(instant) <= maxInstant ? instant : undefined;
}

/** Returns midnight of a calendar date; `undefined` = the date does not exist. */
function calendarDate(year: number, month: number, day: number): number | undefined {
  const date = new Date(0);
  // Date.UTC would read years below 100 as those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined;
}

/** Returns midnight of a day of the year, counted from 1. */
function ordinalDate(year: number, day: number): number | undefined {
  return day > 0 && day <= daysOf(year) ? firstDay(year) + (day - 1) * dayMs : undefined;
}

/** Returns midnight of a day of a week: 1 is Monday, and the first week contains 4 January. */
function weekDate(year: number, week: number, day: number): number | undefined {
  const fourth = firstDay(year) + 3 * dayMs;
  const monday = fourth - weekday(fourth) * dayMs;
  // A year has 53 weeks when it has 53 Thursdays.
  const thursday = monday + 3 * dayMs;
  const weeks = Math.ceil((firstDay(year) + daysOf(year) * dayMs - thursday) / (7 * dayMs));
  return week > 0 && week <= weeks ? monday + ((week - 1) * 7 + day - 1) * dayMs : undefined;
}

/**
 * Returns midnight of 1 January, also beyond the range of Date: the calendar repeats every 400 years, which have
 * 146,097 days.
 */
function firstDay(year: number): number {
  const cycles = Math.floor(year / 400);
  return new Date(0).setUTCFullYear(year - 400 * cycles, 0, 1) + cycles * 146_097 * dayMs;
}

function daysOf(year: number): number {
  return (firstDay(year + 1) - firstDay(year)) / dayMs;
}

/** Returns the day of the week, 0 = Monday. 1 January 1970 was a Thursday. */
function weekday(midnight: number): number {
  const day = (midnight / dayMs + 3) % 7;
  return day < 0 ? day + 7 : day;
}
