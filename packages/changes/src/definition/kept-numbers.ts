import { memberPath } from './problem.ts';
import type { Problem } from './problem.ts';
import { deepest } from './storable-problems.ts';

/**
 * Whether a number is served as it was written. Whole ones beyond 2^53 mostly are not: a double does not hold them. What has a
 * fraction is rounded as everywhere, and what is no finite number is for `storableProblems` to tell.
 */
export function isKept(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (/^0[xo]/.test(written)) return BigInt(written) === BigInt(value);
  const [digits, exponent] = wholeOf(written);
  const [digitsKept, exponentKept] = wholeOf(String(value));
  return exponent < 0 || (digits === digitsKept && exponent === exponentKept);
}

export function notKept(path: string, written: string): Problem {
  const told = written.length > 50 ? `${written.slice(0, 50)}…` : written;
  return {
    path,
    message: `must be a number that can be kept exactly: ${told} would become ${Number(written)}`,
  };
}

/** Digits without zeros around them, and how many zeros follow: `-120.0` is 12 and 1. Below 0 there is a fraction. */
function wholeOf(written: string): readonly [digits: string, exponent: number] {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  const exponent = Number(power) - fraction.length + all.length - digits.length;
  return digits === '' ? ['', 0] : [digits, exponent];
}

/** A number that is not kept has so many digits. */
const longNumber = /[\d.]{16}/;

/** A container that is open where one reads. */
interface Place {
  readonly isList: boolean;
  /** Of the member or the entry that is being read: where its name stands, or which it is. */
  name: readonly [from: number, to: number];
  index: number;
}

/**
 * The numbers of a text that JSON.parse has read which are not kept, each with its path; the first `most` of them. What is nested
 * deeper than `storableProblems` allows is left to it.
 */
export function roundedNumbers(json: string, most = Number.POSITIVE_INFINITY): Problem[] {
  if (!longNumber.test(json)) return [];
  const problems: Problem[] = [];
  const places: Place[] = [];
  let text: readonly [from: number, to: number] = [0, 0];
  const token = /["[\]{}:,]|-?\d[\d.eE+-]*/g;
  for (let found = token.exec(json); found !== null; found = token.exec(json)) {
    const place = places.at(-1);
    switch (found[0]) {
      case '"':
        token.lastIndex = endOfText(json, token.lastIndex);
        text = [found.index, token.lastIndex];
        break;
      case '{':
      case '[':
        if (places.length > deepest) return [];
        places.push({ isList: found[0] === '[', name: text, index: 0 });
        break;
      case '}':
      case ']':
        places.pop();
        break;
      case ':':
        if (place !== undefined) place.name = text;
        break;
      case ',':
        if (place !== undefined) place.index += 1;
        break;
      default:
        if (!isKept(found[0])) problems.push(notKept(pathOf(json, places), found[0]));
        if (problems.length >= most) return problems;
    }
  }
  return problems;
}

/** Behind the quote that ends the text. */
function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); ; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}

function pathOf(json: string, places: readonly Place[]): string {
  return places.reduce(
    (path, { isList, name, index }) =>
      isList ? `${path}[${index}]` : memberPath(path, JSON.parse(json.slice(...name)) as string),
    '',
  );
}
