import {
  MOST_INSTRUCTIONS,
  operation,
  OPERAND_SHIFT,
  OPERATION_BITS,
  TARGET_MASK,
} from './pattern-program.ts';
import type { PatternProgram } from './pattern-program.ts';
import { isInClass } from './rune-class.ts';
import type { RuneClass } from './rune-class.ts';

const OPERATION_MASK = (1 << OPERATION_BITS) - 1;

// Assertions, numbered as RE2 numbers them.
const BEGIN_LINE = 1;
const END_LINE = 2;
const BEGIN_TEXT = 4;
const END_TEXT = 8;
const WORD_BOUNDARY = 16;
const NO_WORD_BOUNDARY = 32;

const NEWLINE = 10;
const NOTHING = -1;

// Scratch for all runs: a run is synchronous, and leaves nothing behind that another one reads.
let threads = new Uint16Array(MOST_INSTRUCTIONS);
let nextThreads = new Uint16Array(MOST_INSTRUCTIONS);
const waiting = new Uint16Array(2 * MOST_INSTRUCTIONS + 2);
/** By instruction: at which position of which run it was come to last. */
const seenAt = new Float64Array(MOST_INSTRUCTIONS);
let positions = 0;

/**
 * Whether a pattern is found in a text: all ways through its program at once (Pike's machine), so that each character of the text costs
 * at most one step for each instruction. Where the match lies nobody asks, so it stops at the first one.
 */
export function isFound({ code, starts, isAnchored, classes }: PatternProgram, text: string): boolean {
  const { length } = text;
  let position = 0;
  let before = NOTHING;
  let unit = length === 0 ? NOTHING : text.charCodeAt(0);
  let count = 0;
  positions++;
  for (;;) {
    // Wherever a match may begin.
    if (!isAnchored || position === 0) {
      const assertions = assertionsBetween(before, unit);
      for (let index = 0; index < starts.length; index++) {
        count = follow(code, starts[index] as number, assertions, threads, count);
        if (count < 0) return true;
      }
    }
    if (count === 0 && isAnchored) return false;
    if (position >= length) return false;
    const rune = text.codePointAt(position) as number;
    position += rune > 0xffff ? 2 : 1;
    before = rune > 0xffff ? text.charCodeAt(position - 1) : rune;
    unit = position < length ? text.charCodeAt(position) : NOTHING;
    const assertions = assertionsBetween(before, unit);
    positions++;
    let nextCount = 0;
    for (let index = 0; index < count; index++) {
      const instruction = code[threads[index] as number] as number;
      if (!takes(instruction, rune, classes)) continue;
      nextCount = follow(
        code,
        (instruction >>> OPERATION_BITS) & TARGET_MASK,
        assertions,
        nextThreads,
        nextCount,
      );
      if (nextCount < 0) return true;
    }
    [threads, nextThreads] = [nextThreads, threads];
    count = nextCount;
  }
}

function takes(instruction: number, rune: number, classes: readonly RuneClass[]): boolean {
  switch (instruction & OPERATION_MASK) {
    case operation.rune:
      return instruction >>> OPERAND_SHIFT === rune;
    case operation.class:
      return isInClass(classes[instruction >>> OPERAND_SHIFT] as RuneClass, rune);
    case operation.any:
      return true;
    default:
      return rune !== NEWLINE;
  }
}

/** Adds all that is come to without taking a character; how many threads there are then, or -1: the pattern is found. */
function follow(
  code: Uint32Array,
  from: number,
  assertions: number,
  list: Uint16Array,
  countBefore: number,
): number {
  let count = countBefore;
  let pending = 1;
  waiting[0] = from;
  while (pending > 0) {
    const place = waiting[--pending] as number;
    if (seenAt[place] === positions) continue;
    seenAt[place] = positions;
    const instruction = code[place] as number;
    const target = (instruction >>> OPERATION_BITS) & TARGET_MASK;
    switch (instruction & OPERATION_MASK) {
      case operation.fail:
        break;
      case operation.either:
        waiting[pending++] = instruction >>> OPERAND_SHIFT;
        waiting[pending++] = target;
        break;
      case operation.empty:
        if (((instruction >>> OPERAND_SHIFT) & ~assertions) === 0) waiting[pending++] = target;
        break;
      case operation.match:
        return -1;
      default:
        list[count++] = place;
    }
  }
  return count;
}

/** What holds between two code units, of which `NOTHING` is the end of the text. */
function assertionsBetween(before: number, after: number): number {
  let assertions = isWord(before) === isWord(after) ? NO_WORD_BOUNDARY : WORD_BOUNDARY;
  if (before === NOTHING) assertions |= BEGIN_TEXT | BEGIN_LINE;
  else if (before === NEWLINE) assertions |= BEGIN_LINE;
  if (after === NOTHING) assertions |= END_TEXT | END_LINE;
  else if (after === NEWLINE) assertions |= END_LINE;
  return assertions;
}

/** RE2's `\w`: ASCII letters, digits and the underscore. */
function isWord(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f
  );
}
