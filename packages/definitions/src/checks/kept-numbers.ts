import { memberPath, maxProblems, shortened, type Problem } from './problem.ts';
import { deepest } from './storable-problems.ts';

/**
 * Returns whether a double has exactly the value of a number as it was written. Most whole numbers beyond 2^53 are rounded.
 * Numbers with a fraction count as exact, because every reader of JSON rounds them; `storableProblems` reports numbers that are
 * not finite.
 */
export function isExact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (/^0[xo]/.test(written)) return BigInt(written) === BigInt(value);
  const [digits, exponent] = wholeOf(written);
  const [digitsKept, exponentKept] = wholeOf(String(value));
  return exponent < 0 || (digits === digitsKept && exponent === exponentKept);
}

/** Returns the problem of a number that is not stored as it was written. `written` is its text. */
export function inexact(path: string, written: string): Problem {
  const change = `${shortened(written, 50)} would become ${Number(written)}`;
  return { path, message: `must be a number that can be stored exactly: ${change}` };
}

/**
 * Returns the digits without zeros at both ends, and the power of ten: `-120.0` is 12 and 1. A negative power means a
 * fraction.
 */
function wholeOf(written: string): readonly [digits: string, exponent: number] {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const all = `${whole}${fraction}`;
  let [from, to] = [0, all.length];
  // The pattern /0+$/ would take quadratic time on digits with many zeros in between.
  while (from < to && all[from] === '0') from += 1;
  while (from < to && all[to - 1] === '0') to -= 1;
  const exponent = Number(power) - fraction.length + all.length - to;
  return from === to ? ['', 0] : [all.slice(from, to), exponent];
}

/** No shorter number is rounded. */
const shortestRounded = 16;
const longNumber = new RegExp(`[\\d.]{${shortestRounded}}`);

/** A container that is open at the current position. */
interface Position {
  readonly isList: boolean;
  /** The beginning of the current member's name. */
  nameAt: number;
  /** The index of the current entry. */
  index: number;
}

/**
 * Finds the numbers in a JSON text that JSON.parse rounds, each with its path. Returns at most `most` and one more. The text must be valid
 * JSON. From Node.js 21 on JSON.parse gives its reviver a number as it was written; 20.19, which is supported, does not. Returns nothing
 * for a text that is nested deeper than `storableProblems` allows, because that function reports it. Reads character by character, which
 * is ten times as fast as a regular expression that finds the tokens.
 */
export function roundedNumbers(json: string, most = maxProblems): Problem[] {
  if (!longNumber.test(json)) return [];
  const problems: Problem[] = [];
  const positions: Position[] = [];
  let position: Position | undefined;
  let textAt = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        textAt = at;
        at = endOfText(json, at + 1) - 1;
        break;
      case '{':
      case '[':
        if (positions.length > deepest) return [];
        position = { isList: json[at] === '[', nameAt: 0, index: 0 };
        positions.push(position);
        break;
      case '}':
      case ']':
        positions.pop();
        position = positions.at(-1);
        break;
      case ':':
        if (position !== undefined) position.nameAt = textAt;
        break;
      case ',':
        if (position !== undefined) position.index += 1;
        break;
      default: {
        const end = endOfNumber(json, at);
        if (end - at >= shortestRounded) {
          const written = json.slice(at, end);
          if (!isExact(written)) problems.push(inexact(pathOf(json, positions), written));
          if (problems.length > most) return problems;
        }
        // An empty number is white space or a letter of a literal such as `true`.
        at = Math.max(at, end - 1);
      }
    }
  }
  return problems;
}

function endOfNumber(json: string, from: number): number {
  let end = from;
  while (end < json.length && '0123456789.-+eE'.includes(json[end]!)) end += 1;
  return end;
}

/** Returns the position after the quote that ends the text. */
function endOfText(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); ; quote = json.indexOf('"', quote + 1)) {
    let escapes = 0;
    while (json[quote - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
  }
}

function pathOf(json: string, positions: readonly Position[]): string {
  return positions.reduce(
    (path, { isList, nameAt, index }) =>
      isList ? `${path}[${index}]` : memberPath(path, nameIn(json, nameAt)),
    '',
  );
}

/**
 * Returns the beginning of a name, as long as paths show it: a name may be as long as the body, and is in the path of each number below
 * it.
 */
function nameIn(json: string, from: number): string {
  const characters = /(?:[^"\\]|\\u.{4}|\\.){0,200}/sy;
  characters.lastIndex = from + 1;
  return JSON.parse(`"${characters.exec(json)?.[0] ?? ''}"`) as string;
}
