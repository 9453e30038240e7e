import { RE2JS } from 're2js';

import { limits } from '../definition/limits.ts';
import { isFound } from './pattern-machine.ts';
import { ProgramBuilder, type GetNamedClass, type PatternProgram } from './pattern-program.ts';
import { estimatedSize } from './pattern-size.ts';
import { syntaxProblem } from './syntax-problem.ts';

/** Patterns in RE2 syntax. A text matches when any of them matches anywhere in it; anchored patterns match at the start only. */
export interface Pattern {
  /** Instructions executed per character of a text, at worst. */
  readonly weight: number;
  /** Memory, counted in instructions. */
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

/** Stands for a pattern that is too large, to distinguish it from a malformed one. It is never run. */
function tooLarge(size: number): Pattern {
  return { size, weight: size, isFoundIn: () => false };
}

/**
 * Compiles patterns; `undefined` = one of them is malformed. Takes up to milliseconds, so it runs when a fragment arrives and never
 * during a request, and its result is shared by all conditions with the same patterns. re2js parses the syntax. `isFound` runs the program
 * in a third of the library's time and a hundredth of its memory, because it does not report where a match is.
 */
export function compilePatterns(
  sources: readonly string[],
  foldsCase: boolean,
  namedClassOf: GetNamedClass,
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

/**
 * Returns what keeps a text from being a pattern in RE2 syntax, as it stands behind a colon; undefined = it is one. `limits` restricts its
 * size separately.
 */
export function patternProblem(source: string): string | undefined {
  if (source.length > limits.patternLength || estimatedSize(source) > 2 * limits.patternProgram) {
    return undefined;
  }
  try {
    RE2JS.compile(source);
    return undefined;
  } catch (error) {
    return syntaxProblem(source, { error: '', input: '', ...(error as object) });
  }
}
