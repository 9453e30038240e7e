const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,30}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2})?)?)?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date, or date and time. Without an offset it is UTC; a date alone
 * is its midnight. `undefined` for anything else: week dates, 24:00, 30 February, leap seconds.
 */
export function parseInstant(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const field = (index: number): number => Number(match[index] ?? 0);
  const [year, month, day] = [field(1), field(2), field(3)];
  const [hour, minute, second] = [field(4), field(5), field(6)];
  const [offsetHours, offsetMinutes] = [field(9), field(10)];
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  const fraction = match[7] === undefined ? 0 : Number(`0.${match[7]}`);
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  return date.getTime() + ((hour * 60 + minute) * 60 + second + fraction) * 1000 - offset;
}
