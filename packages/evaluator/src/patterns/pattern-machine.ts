import { codePointAt } from '../values/code-point.ts';
import {
  maxInstructions,
  operation,
  operandShift,
  operationBits,
  targetMask,
  type PatternProgram,
} from './pattern-program.ts';
import { isInClass, type RuneClass } from './rune-class.ts';

const operationMask = (1 << operationBits) - 1;

// Assertions, numbered as RE2 numbers them.
const beginLine = 1;
const endLine = 2;
const beginText = 4;
const endText = 8;
const wordBoundary = 16;
const noWordBoundary = 32;

const newline = 10;
const nothing = -1;

// Scratch memory of all runs: a run is synchronous, and no run reads what another one left.
const oneList = new Uint16Array(maxInstructions);
const otherList = new Uint16Array(maxInstructions);
const waiting = new Uint16Array(2 * maxInstructions + 2);
/** By instruction: the position and run in which it was last reached. */
const seenAt = new Int32Array(maxInstructions);
let positions = 0;
const maxPositions = 2 ** 30;

/**
 * Tests whether a text contains a match. It follows all paths through the program at once (Pike's machine), so each character costs at
 * most one step per instruction. It does not report where the match is, so it stops at the first one.
 */
export function isFound(program: PatternProgram, text: string): boolean {
  const { code, starts, isAnchored, hasAssertions, classes } = program;
  const { length } = text;
  let threads = oneList;
  let nextThreads = otherList;
  let position = 0;
  let count = 0;
  let assertions = hasAssertions ? assertionsAt(text, 0) : 0;
  if (positions > maxPositions) forgetPositions();
  positions++;
  for (;;) {
    // A match may begin at every position.
    if (!isAnchored || position === 0) {
      for (let index = 0; index < starts.length; index++) {
        count = follow(code, starts[index] as number, assertions, threads, count);
        if (count < 0) return true;
      }
    }
    if (position >= length || (count === 0 && isAnchored)) return false;
    let rune = text.charCodeAt(position);
    if ((rune & 0xf800) === 0xd800) rune = codePointAt(text, position);
    position += rune > 0xffff ? 2 : 1;
    if (hasAssertions) assertions = assertionsAt(text, position);
    positions++;
    let nextCount = 0;
    for (let index = 0; index < count; index++) {
      const instruction = code[threads[index] as number] as number;
      if (!takes(instruction, rune, classes)) continue;
      const target = (instruction >>> operationBits) & targetMask;
      nextCount = follow(code, target, assertions, nextThreads, nextCount);
      if (nextCount < 0) return true;
    }
    const list = threads;
    threads = nextThreads;
    nextThreads = list;
    count = nextCount;
  }
}

function takes(instruction: number, rune: number, classes: readonly RuneClass[]): boolean {
  switch (instruction & operationMask) {
    case operation.rune:
      return instruction >>> operandShift === rune;
    case operation.class:
      return isInClass(classes[instruction >>> operandShift] as RuneClass, rune);
    case operation.any:
      return true;
    default:
      return rune !== newline;
  }
}

/** Resets the positions. `maxPositions` leaves a range that is longer than any text. */
function forgetPositions(): void {
  seenAt.fill(0);
  positions = 0;
}

/** Adds every instruction that is reached without consuming a character. Returns the number of threads, or -1 for a match. */
function follow(
  code: Uint32Array,
  from: number,
  assertions: number,
  list: Uint16Array,
  countBefore: number,
): number {
  let count = countBefore;
  let pending = 0;
  let position = from;
  for (;;) {
    if (seenAt[position] !== positions) {
      seenAt[position] = positions;
      const instruction = code[position] as number;
      const kind = instruction & operationMask;
      if (kind >= operation.rune) {
        list[count++] = position;
      } else if (kind === operation.either) {
        waiting[pending++] = instruction >>> operandShift;
        position = (instruction >>> operationBits) & targetMask;
        continue;
      } else if (kind === operation.match) {
        return -1;
      } else if (kind === operation.empty && ((instruction >>> operandShift) & ~assertions) === 0) {
        position = (instruction >>> operationBits) & targetMask;
        continue;
      }
    }
    if (pending === 0) return count;
    position = waiting[--pending] as number;
  }
}

/** Returns the assertions that are true before a code unit of the text, or at its end. */
function assertionsAt(text: string, position: number): number {
  const before = position === 0 ? nothing : text.charCodeAt(position - 1);
  const after = position < text.length ? text.charCodeAt(position) : nothing;
  let assertions = isWord(before) === isWord(after) ? noWordBoundary : wordBoundary;
  if (before === nothing) assertions |= beginText | beginLine;
  else if (before === newline) assertions |= beginLine;
  if (after === nothing) assertions |= endText | endLine;
  else if (after === newline) assertions |= endLine;
  return assertions;
}

/** Returns whether RE2's `\w` matches: ASCII letters, digits and the underscore. */
function isWord(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f
  );
}
