import { RE2JS } from 're2js';

import { createRuneClass, estimateWeight, type RuneClass } from './rune-class.ts';

/**
 * The program of some patterns, with four bytes per instruction: the operation in the lowest three bits, the next instruction in ten
 * bits, then the operand of the operation: a code point or a number below 1,000.
 */
export interface PatternProgram {
  readonly code: Uint32Array;
  /** The first instruction of each pattern. */
  readonly starts: Uint16Array;
  /** True if all patterns are anchored at the beginning of a text. */
  readonly isAnchored: boolean;
  /** True if the program has assertions about neighbouring characters. */
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

export const operationBits = 3;
export const targetBits = 10;
export const operandShift = operationBits + targetBits;
export const targetMask = (1 << targetBits) - 1;
/** The largest operand. */
const maxOperand = 2 ** (32 - operandShift) - 1;
export const maxInstructions = 2 ** targetBits;

/** The kinds of instruction in re2js programs (`Inst`). */
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

/** The assertion with which an anchored program begins. */
const beginText = 4;
const foldCaseFlag = 1;

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

/** Classes that are shared by the whole process, by their notation. */
export type GetNamedClass = (notation: string, make: () => RuneClass) => RuneClass;

/**
 * Builds a program from patterns, one by one. It leaves out the library's instructions that only record where a match begins and ends.
 */
export class ProgramBuilder {
  /** Instructions executed per character of a text, at worst. */
  weight = 0;
  private readonly code: number[] = [operation.fail];
  private readonly starts: number[] = [];
  private readonly classes: RuneClass[] = [];
  private isAnchored = true;
  private hasAssertions = false;
  private readonly namedClassOf: GetNamedClass;

  constructor(namedClassOf: GetNamedClass) {
    this.namedClassOf = namedClassOf;
  }

  /** Memory, counted in instructions. */
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
      this.code[index] = op | (indexOfSlug(instruction.out) << operationBits) | (operand << operandShift);
      if (op === operation.empty) this.hasAssertions = true;
      this.weight += op === operation.class ? 1 + estimateWeight(this.classes[operand] as RuneClass) : 1;
    }
    const first = inst[skipMarks(inst, start)] as TheirInstruction;
    this.isAnchored &&= first.op === theirs.emptyWidth && (first.arg & beginText) !== 0;
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
    const notations = [...new Set(source.match(namedClass))].slice(0, maxNamed);
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
/** Parses one pattern. */
const maxNamed = 8;

/** Writes the flags in front of the pattern, as the library does. */
function programOf(flagged: string, source: string): TheirProgram {
  try {
    return RE2JS.compile(flagged).re2().prog as TheirProgram;
  } catch (error) {
    // If the pattern is malformed without flags too, that error is clearer.
    RE2JS.compile(source);
    throw error;
  }
}

/** Numbers the instructions reachable from `from`; 0 is the failing instruction. */
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
      return isAlone && rune <= maxOperand ? [operation.rune, rune] : [operation.class, classIndexOf(ranges)];
    }
  }
}

function foldsCaseOf({ op, arg, runes }: TheirInstruction): boolean {
  return op === theirs.rune && runes.length === 1 && (arg & foldCaseFlag) !== 0;
}

/**
 * Returns, for every letter that a program compares case-insensitively, the ranges of the letters that equal it. The library computes them
 * when it folds a class; one call computes all letters, because each call is slow.
 */
function runesAlike(instructions: readonly TheirInstruction[]): ReadonlyMap<number, Int32Array> {
  const runes = [
    ...new Set(instructions.filter(foldsCaseOf).map((instruction) => instruction.runes[0] as number)),
  ];
  if (runes.length === 0) return new Map();
  const asked = runes.map((rune) => `[\\x{${rune.toString(16)}}\\x{${beside.toString(16)}}]`).join('');
  const { inst } = programOf(`(?i)${asked}`, '');
  const answers = inst.filter(({ op, runes: ranges }) => op === theirs.rune && ranges.length > 1);
  return new Map(runes.map((rune, index) => [rune, withoutBeside(answers[index]?.runes ?? Int32Array.of())]));
}

/** A class of one letter that equals no other letter. */
const beside = 0x10ffff;

function withoutBeside(ranges: Int32Array): Int32Array {
  return ranges.at(-1) === beside && ranges.at(-2) === beside ? ranges.slice(0, -2) : ranges;
}

/** A class of this pattern that already exists. */
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
