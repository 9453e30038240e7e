import { RE2JS } from 're2js';

import { limits } from '../compile/limits.ts';
import { isFound } from './pattern-machine.ts';
import { ProgramBuilder } from './pattern-program.ts';
import type { NamedClassOf, PatternProgram } from './pattern-program.ts';
import { estimatedSize } from './pattern-size.ts';

/** Patterns in RE2 syntax, any of which is to be found anywhere in a text unless it is anchored. */
export interface Pattern {
  /** Instructions that a character of a text costs at worst. */
  readonly weight: number;
  /** Instructions that it takes the room of. */
  readonly size: number;
  readonly isFoundIn: (text: string) => boolean;
}

class CompiledPattern implements Pattern {
  readonly weight: number;
  readonly size: number;
  private readonly program: PatternProgram;

  constructor(program: PatternProgram, weight: number, size: number) {
    this.program = program;
    this.weight = weight;
    this.size = size;
  }

  isFoundIn(text: string): boolean {
    return isFound(this.program, text);
  }
}

/** So that one that is too large is told from one that is malformed. It is never run. */
function tooLarge(size: number): Pattern {
  return { size, weight: size, isFoundIn: () => false };
}

/**
 * `undefined` = one of them is malformed. Costs up to milliseconds: done when a fragment arrives, never during a request, and once for
 * all who name the same. Their syntax is the library's to read; its programs are run by `isFound`, which takes a third of the time
 * and a hundredth of the memory, for it need not say where a match lies.
 */
export function compilePatterns(
  sources: readonly string[],
  foldsCase: boolean,
  namedClassOf: NamedClassOf,
): Pattern | undefined {
  const program = new ProgramBuilder(namedClassOf);
  try {
    for (const source of sources) {
      if (source.length > limits.patternLength) return undefined;
      const estimate = estimatedSize(source);
      if (estimate > 2 * limits.patternProgram) return tooLarge(estimate);
      program.add(source, foldsCase);
      if (program.size > limits.patternProgram) return tooLarge(program.size);
    }
  } catch {
    return undefined;
  }
  return new CompiledPattern(program.build(), program.weight, program.size);
}

/** RE2 syntax: no look-around, no back-references. How large its program may be is for `limits` to say. */
export function isPattern(source: string): boolean {
  if (source.length > limits.patternLength || estimatedSize(source) > 2 * limits.patternProgram) return true;
  try {
    RE2JS.compile(source);
    return true;
  } catch {
    return false;
  }
}
