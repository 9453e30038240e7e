// ISO 8601 in its extended and in its basic form, which do not mix. A fraction is one of the lowest unit that is given.
const extended =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d{1,30}))?(?:[Zz]|([+-])(\d{2})(?::(\d{2}))?)?)?$/;
const basic =
  /^(\d{4})(\d{2})(\d{2})(?:[Tt](\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d{1,30}))?(?:[Zz]|([+-])(\d{2})(\d{2})?)?)?$/;

/** The longest text that could be one. */
const MAX_LENGTH = 64;

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1_000;

/**
 * Milliseconds since 1970 of an ISO 8601 date, or date and time. Without an offset it is UTC; a date alone
 * is its midnight, 24:00 the end of its day. `undefined` for anything else: week dates, 30 February, leap seconds.
 */
export function parseInstant(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match = extended.exec(text) ?? basic.exec(text);
  if (match === null) return undefined;
  const field = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [field(1), field(2), field(3)];
  const [hour, minute, second] = [field(4), field(5), field(6)];
  const [offsetHours, offsetMinutes] = [field(9), field(10)];
  const lowestUnit = match[6] === undefined ? (match[5] === undefined ? HOUR : MINUTE) : SECOND;
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`) * lowestUnit;
  const time = hour * HOUR + minute * MINUTE + second * SECOND + fraction;
  if (time > 24 * HOUR || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59)
    return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * HOUR + offsetMinutes * MINUTE);
  return date.getTime() + time - offset;
}
