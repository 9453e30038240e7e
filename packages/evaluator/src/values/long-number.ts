import { formatDecimal } from './decimal.ts';

/**
 * A whole number that no double keeps, such as 9007199254740993 (decisions §1.2). Clients in other languages send ids of 64 bits as numbers, and
 * JSON.parse rounds them, so that several people would be one.
 */
export class LongNumber {
  /** As they were sent, without an exponent. */
  readonly digits: string;
  /** The double next to it. */
  readonly value: number;
  private isAbove: boolean | undefined = undefined;

  constructor(digits: string) {
    this.digits = digits;
    this.value = Number(digits);
  }

  /** Compares with a number; below 0 = it is less than the number. It equals none. */
  compare(number: number): number {
    if (this.value !== number) return this.value < number ? -1 : 1;
    this.isAbove ??= BigInt(this.digits) > BigInt(formatDecimal(number));
    return this.isAbove ? 1 : -1;
  }

  toJSON(): string {
    return this.digits;
  }
}

/** Returns whether JSON.parse may have rounded this number. Below 2^53 it keeps all whole numbers. */
export function mayBeRounded(value: number): boolean {
  return value > Number.MAX_SAFE_INTEGER || value < -Number.MAX_SAFE_INTEGER;
}

/** JSON.parse keeps the digits of every shorter number. */
const shortestRounded = 16;

/**
 * Parses JSON as JSON.parse does, except that whole numbers that no double keeps become `LongNumber`s. It takes about three times as long, so
 * use it where a user has a number that `mayBeRounded`. The text must be valid JSON. (Only from Node.js 21 on does JSON.parse give its
 * reviver a number as it was written.)
 */
export function parseWithDigits(json: string): unknown {
  const mark = unusedMark(json);
  let marked = '';
  // A byte-order mark is no JSON, but readers of bodies may allow it.
  let copied = json.startsWith('\ufeff') ? 1 : 0;
  for (let at = copied; at < json.length; at += 1) {
    if (json[at] === '"') {
      at = endOfText(json, at + 1) - 1;
      continue;
    }
    const end = endOfNumber(json, at);
    const digits = end - at < shortestRounded ? undefined : lostDigits(json.slice(at, end));
    if (digits !== undefined) {
      marked += `${json.slice(copied, at)}"${mark}${digits}"`;
      copied = end;
    }
    at = Math.max(at, end - 1);
  }
  return JSON.parse(marked + json.slice(copied), (_name, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? new LongNumber(value.slice(mark.length)) : value,
  );
}

/** Returns a number and a space with which no text of the JSON begins. */
function unusedMark(json: string): string {
  const used = new Set<string>();
  JSON.parse(json.replace(/^\ufeff/, ''), (_name, value: unknown) => {
    const beginning = typeof value === 'string' ? /^\d{1,9} /.exec(value)?.[0] : undefined;
    if (beginning !== undefined) used.add(beginning);
  });
  let count = 0;
  while (used.has(`${count} `)) count += 1;
  return `${count} `;
}

/** Returns a function that parses a text with digits at its first call, and returns the same value ever after. */
export function createReread(json: () => string): () => unknown {
  let value: unknown;
  return () => (value ??= parseWithDigits(json()));
}

/**
 * Returns the digits of a whole number; `undefined` = the double has them, or the number has a fraction or is too large for a
 * double.
 */
function lostDigits(written: string): string | undefined {
  const value = Number(written);
  if (!Number.isFinite(value) || !mayBeRounded(value)) return undefined;
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.slice(sign.length).split('.');
  const all = `${whole}${fraction}`;
  const length = whole.length + Number(power);
  for (let index = length; index < all.length; index += 1) if (all[index] !== '0') return undefined;
  let from = 0;
  while (all[from] === '0') from += 1;
  const digits = `${sign}${all.slice(from, length).padEnd(length - from, '0')}`;
  return digits === formatDecimal(value) ? undefined : digits;
}

function endOfNumber(json: string, from: number): number {
  let end = from;
  while (end < json.length && '0123456789.-+eE'.includes(json[end] as string)) end += 1;
  return end;
}

/** Returns the position after the quote that ends the text. */
function endOfText(json: string, from: number): number {
  for (let at = from; at < json.length; at += 1) {
    if (json[at] === '"') return at + 1;
    if (json[at] === '\\') at += 1;
  }
  return json.length;
}
