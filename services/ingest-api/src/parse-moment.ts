import { parseInstant } from '@bunting/evaluator';

/**
 * Milliseconds since 1970 of an ISO 8601 date with a time; without an offset it is UTC (decisions §3). Undefined for
 * everything else, a date alone included.
 */
export function parseMoment(given: unknown): number | undefined {
  if (typeof given !== 'string') return undefined;
  return (
    parseUsual(given) ??
    (/[Tt]/.test(given.slice(0, maxDateCharacters + 1)) ? parseInstant(given) : undefined)
  );
}

/** Of the longest date, `2026-11-21` or `2026-W47-6`; behind it comes the T. */
const maxDateCharacters = 10;
const usualShape = '0000-00-00T00:00:00.000Z';
const zero = 48;

/**
 * The form that most clients send, `2026-11-21T09:00:00.000Z`, in a fifth of the time. Undefined: another form, or a field
 * that takes a second look.
 */
function parseUsual(text: string): number | undefined {
  if (text.length !== usualShape.length) return undefined;
  for (let i = 0; i < usualShape.length; i++) {
    const expected = usualShape.charCodeAt(i);
    const code = text.charCodeAt(i);
    if (expected === zero ? code < zero || code > zero + 9 : code !== expected) return undefined;
  }
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  const isPlain = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  if (!isPlain || hour > 23 || minute > 59 || second > 59) return undefined;
  return Date.UTC(year, month - 1, day, hour, minute, second, digits(text, 20, 23));
}

function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - zero;
  return value;
}
