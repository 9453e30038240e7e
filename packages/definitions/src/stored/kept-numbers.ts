import { memberPath, maxProblems, shortened } from '../checks/problem.ts';
import type { Problem } from '../checks/problem.ts';
import { deepest } from './storable-problems.ts';

/**
 * Whether a number is served as it was written. Whole ones beyond 2^53 mostly are not: a double does not hold them. What has a
 * fraction is rounded as everywhere, and what is no finite number is for `storableProblems` to tell.
 */
export function isExact(written: string): boolean {
  const value = Number(written);
  if (!Number.isFinite(value)) return true;
  if (/^0[xo]/.test(written)) return BigInt(written) === BigInt(value);
  const [digits, exponent] = wholeOf(written);
  const [digitsKept, exponentKept] = wholeOf(String(value));
  return exponent < 0 || (digits === digitsKept && exponent === exponentKept);
}

export function inexact(path: string, written: string): Problem {
  const change = `${shortened(written, 50)} would become ${Number(written)}`;
  return { path, message: `must be a number that can be kept exactly: ${change}` };
}

/** Digits without zeros around them, and how many zeros follow: `-120.0` is 12 and 1. Below 0 there is a fraction. */
function wholeOf(written: string): readonly [digits: string, exponent: number] {
  const [mantissa = '', power = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const all = `${whole}${fraction}`;
  let [from, to] = [0, all.length];
  // Not with /0+$/, which takes the square of the digits where zeros stand in between.
  while (from < to && all[from] === '0') from += 1;
  while (from < to && all[to - 1] === '0') to -= 1;
  const exponent = Number(power) - fraction.length + all.length - to;
  return from === to ? ['', 0] : [all.slice(from, to), exponent];
}

/** A number that is not kept has so many characters. */
const shortestRounded = 16;
const longNumber = new RegExp(`[\\d.]{${shortestRounded}}`);

/** A container that is open where one reads. */
interface Position {
  readonly isList: boolean;
  /** Of the member or the entry that is being read: where its name begins, or which it is. */
  nameAt: number;
  index: number;
}

/**
 * The numbers of a text that JSON.parse has read which are not kept, each with its path; the first `most` of them and one more. From
 * Node.js 21 on JSON.parse tells its reviver how a number was written; 20.19, which is supported, does not.
 * What is nested deeper than `storableProblems` allows is left to it. It goes by characters: a regular expression that
 * finds the parts takes ten times as long.
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
        // What is no number has no length, and is a blank or a letter of `true`.
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

/** Behind the quote that ends the text. */
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

/** No more of a name than a path shows: it may be as long as the body, and hold a thousand such numbers. */
function nameIn(json: string, from: number): string {
  const characters = /(?:[^"\\]|\\u.{4}|\\.){0,200}/sy;
  characters.lastIndex = from + 1;
  return JSON.parse(`"${characters.exec(json)?.[0] ?? ''}"`) as string;
}
