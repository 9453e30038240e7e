import { RE2JS } from 're2js';

import { createRuneClass, weightOf } from './rune-class.ts';
import type { RuneClass } from './rune-class.ts';

/**
 * What some patterns look for, in four bytes an instruction: the operation in the lowest three bits, then ten for the
 * instruction that follows, then what the operation needs, a code point or a number below a thousand.
 */
export interface PatternProgram {
  readonly code: Uint32Array;
  /** Where each of them starts. */
  readonly starts: Uint16Array;
  /** Whether all of them can only be found at the beginning of a text. */
  readonly isAnchored: boolean;
  /** Whether what lies before or after a character counts. */
  readonly hasAssertions: boolean;
  readonly classes: readonly RuneClass[];
}

export const operation = {
  fail: 0,
  either: 1,
  empty: 2,
  match: 3,
  rune: 4,
  class: 5,
  any: 6,
  anyButNewline: 7,
} as const;

export const OPERATION_BITS = 3;
export const TARGET_BITS = 10;
export const OPERAND_SHIFT = OPERATION_BITS + TARGET_BITS;
export const TARGET_MASK = (1 << TARGET_BITS) - 1;
/** As large as an operand can be. */
const MOST_OPERAND = 2 ** (32 - OPERAND_SHIFT) - 1;
export const MOST_INSTRUCTIONS = 2 ** TARGET_BITS;

/** What an instruction of the library's programs may be (`Inst` of re2js). */
const theirs = {
  alt: 1,
  altMatch: 2,
  capture: 3,
  emptyWidth: 4,
  match: 6,
  nop: 7,
  rune: 8,
  rune1: 9,
  runeAny: 10,
  runeAnyNotNewline: 11,
} as const;

/** The kind of assertion that a program begins with when it is anchored. */
const BEGIN_TEXT = 4;
const FOLDS_CASE = 1;

interface TheirInstruction {
  readonly op: number;
  readonly out: number;
  readonly arg: number;
  readonly runes: Int32Array;
}

interface TheirProgram {
  readonly inst: readonly TheirInstruction[];
  readonly start: number;
}

/** A class that is kept once in the process, by the notation that names it. */
export type NamedClassOf = (notation: string, make: () => RuneClass) => RuneClass;

/**
 * Puts patterns together, one by one: each is the library's program without what only tells where a match begins and ends.
 */
export class ProgramBuilder {
  /** What a character of a text costs at worst, in instructions. */
  weight = 0;
  private readonly code: number[] = [operation.fail];
  private readonly starts: number[] = [];
  private readonly classes: RuneClass[] = [];
  private isAnchored = true;
  private hasAssertions = false;
  private readonly namedClassOf: NamedClassOf;

  constructor(namedClassOf: NamedClassOf) {
    this.namedClassOf = namedClassOf;
  }

  /** How much room it takes, in instructions. */
  get size(): number {
    return this.code.length + this.classes.reduce((sum, { ranges }) => sum + ranges.length, 0);
  }

  /** Throws when the pattern is malformed. */
  add(source: string, foldsCase: boolean): void {
    const { inst, start } = programOf(foldsCase ? `(?i)${source}` : source, source);
    const named = this.namedClassesOf(source, foldsCase);
    const indexes = numberInstructions(inst, start, this.code.length);
    const indexOfSlug = (target: number): number => indexes.get(skipMarks(inst, target)) ?? 0;
    const alike = runesAlike([...indexes.keys()].map((target) => inst[target] as TheirInstruction));
    const known: KnownClass[] = [];
    const classIndexOf = (runes: Int32Array): number => {
      const same = known.find((each) => isSameList(each.runes, runes));
      if (same !== undefined) return same.index;
      const index = this.classIndexOf(createRuneClass(runes, named));
      known.push({ runes, index });
      return index;
    };
    for (const [target, index] of indexes) {
      const instruction = inst[target] as TheirInstruction;
      const [op, operand] = translate(instruction, indexOfSlug, alike, classIndexOf);
      this.code[index] = op | (indexOfSlug(instruction.out) << OPERATION_BITS) | (operand << OPERAND_SHIFT);
      if (op === operation.empty) this.hasAssertions = true;
      this.weight += op === operation.class ? 1 + weightOf(this.classes[operand] as RuneClass) : 1;
    }
    const first = inst[skipMarks(inst, start)] as TheirInstruction;
    this.isAnchored &&= first.op === theirs.emptyWidth && (first.arg & BEGIN_TEXT) !== 0;
    this.starts.push(indexOfSlug(start));
  }

  build(): PatternProgram {
    return {
      code: Uint32Array.from(this.code),
      starts: Uint16Array.from(this.starts),
      isAnchored: this.isAnchored,
      hasAssertions: this.hasAssertions,
      classes: this.classes.slice(),
    };
  }

  private classIndexOf(added: RuneClass): number {
    const known = this.classes.findIndex((each) => isSameClass(each, added));
    return known === -1 ? this.classes.push(added) - 1 : known;
  }

  private namedClassesOf(source: string, foldsCase: boolean): readonly RuneClass[] {
    const notations = [...new Set(source.match(namedClass))].slice(0, MOST_NAMED);
    const folds = foldsCaseWithin.test(source) ? ['(?i)', ''] : [foldsCase ? '(?i)' : ''];
    return notations.flatMap((notation) =>
      folds.map((flag) =>
        this.namedClassOf(flag + notation, () => {
          const { inst } = programOf(flag + notation, notation);
          return createRuneClass(inst.find(({ op }) => op === theirs.rune)?.runes ?? [], []);
        }),
      ),
    );
  }
}

const foldsCaseWithin = /\(\?[a-zA-Z]*i/;
const namedClass = /\\[pP](?:[A-Z]|\{\^?[A-Za-z_]+\})/g;
/** Of one pattern. */
const MOST_NAMED = 8;

/** Its flags are written in front of it, as the library itself does. */
function programOf(flagged: string, source: string): TheirProgram {
  try {
    return RE2JS.compile(flagged).re2().prog as TheirProgram;
  } catch (error) {
    // What is malformed is so without flags as well: then that is what is told.
    RE2JS.compile(source);
    throw error;
  }
}

/** Those that can be come to, from `from` on; 0 is where nothing goes on. */
function numberInstructions(
  inst: readonly TheirInstruction[],
  start: number,
  from: number,
): Map<number, number> {
  const indexes = new Map<number, number>();
  const waiting = [skipMarks(inst, start)];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    const instruction = inst[target];
    if (instruction === undefined || indexes.has(target) || isFailure(instruction)) continue;
    indexes.set(target, from + indexes.size);
    const { op, arg, out } = instruction;
    if (op === theirs.alt || op === theirs.altMatch) waiting.push(skipMarks(inst, arg));
    if (op !== theirs.match) waiting.push(skipMarks(inst, out));
  }
  return indexes;
}

function isFailure({ op }: TheirInstruction): boolean {
  return !Object.values(theirs).includes(op as (typeof theirs)[keyof typeof theirs]);
}

function skipMarks(inst: readonly TheirInstruction[], target: number): number {
  let index = target;
  while (inst[index]?.op === theirs.nop || inst[index]?.op === theirs.capture) index = inst[index]!.out;
  return index;
}

function translate(
  instruction: TheirInstruction,
  indexOfSlug: (target: number) => number,
  alike: ReadonlyMap<number, Int32Array>,
  classIndexOf: (runes: Int32Array) => number,
): readonly [operation: number, operand: number] {
  const { op, arg, runes } = instruction;
  switch (op) {
    case theirs.alt:
    case theirs.altMatch:
      return [operation.either, indexOfSlug(arg)];
    case theirs.emptyWidth:
      return [operation.empty, arg];
    case theirs.match:
      return [operation.match, 0];
    case theirs.runeAny:
      return [operation.any, 0];
    case theirs.runeAnyNotNewline:
      return [operation.anyButNewline, 0];
    default: {
      const [rune = 0] = runes;
      if (runes.length === 0) return [operation.fail, 0];
      if (runes.length > 1) return [operation.class, classIndexOf(runes)];
      const ranges = (foldsCaseOf(instruction) ? alike.get(rune) : undefined) ?? Int32Array.of(rune, rune);
      const isAlone = ranges.length === 2 && ranges[0] === ranges[1];
      return isAlone && rune <= MOST_OPERAND
        ? [operation.rune, rune]
        : [operation.class, classIndexOf(ranges)];
    }
  }
}

function foldsCaseOf({ op, arg, runes }: TheirInstruction): boolean {
  return op === theirs.rune && runes.length === 1 && (arg & FOLDS_CASE) !== 0;
}

/**
 * The ranges of what is the same letter without case, of every letter that a program compares so. The library has them where case is
 * folded in a class; all letters are asked for at once, for each question takes a while.
 */
function runesAlike(instructions: readonly TheirInstruction[]): ReadonlyMap<number, Int32Array> {
  const runes = [
    ...new Set(instructions.filter(foldsCaseOf).map((instruction) => instruction.runes[0] as number)),
  ];
  if (runes.length === 0) return new Map();
  const asked = runes.map((rune) => `[\\x{${rune.toString(16)}}\\x{${BESIDE.toString(16)}}]`).join('');
  const { inst } = programOf(`(?i)${asked}`, '');
  const answers = inst.filter(({ op, runes: ranges }) => op === theirs.rune && ranges.length > 1);
  return new Map(runes.map((rune, index) => [rune, withoutBeside(answers[index]?.runes ?? Int32Array.of())]));
}

/** Makes a class of a letter; no letter is like it. */
const BESIDE = 0x10ffff;

function withoutBeside(ranges: Int32Array): Int32Array {
  return ranges.at(-1) === BESIDE && ranges.at(-2) === BESIDE ? ranges.slice(0, -2) : ranges;
}

/** A class of this pattern that was made before. */
interface KnownClass {
  readonly runes: Int32Array;
  readonly index: number;
}

function isSameList(left: Int32Array, right: Int32Array): boolean {
  return left.length === right.length && left.every((rune, index) => rune === right[index]);
}

function isSameClass(left: RuneClass, right: RuneClass): boolean {
  return (
    left.ascii.every((bits, index) => bits === right.ascii[index]) &&
    left.ranges.length === right.ranges.length &&
    left.ranges.every((rune, index) => rune === right.ranges[index]) &&
    left.within.length === right.within.length &&
    left.within.every((each, index) => each === right.within[index])
  );
}
