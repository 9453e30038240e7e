import { RE2JS } from 're2js';

import { limits } from './limits.ts';

/** A compiled pattern in RE2 syntax, found anywhere in a text unless it is anchored. */
export interface Pattern {
  /** Instructions of its program: what a character of a text costs at worst. */
  readonly size: number;
  readonly isFoundIn: (text: string) => boolean;
}

/**
 * `undefined` = malformed. Costs up to milliseconds: done when a fragment arrives, never
 * during a request, and once for all who name the pattern.
 *
 * `find` searches without the library's lazy DFA (`test` would use it): building its states costs hostile
 * patterns seven times as much per step, and each pattern may keep 8 MiB of them.
 */
export function compilePattern(source: string, foldsCase: boolean): Pattern | undefined {
  if (source.length > limits.patternLength) return undefined;
  try {
    const compiled = RE2JS.compile(source, foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { size: compiled.programSize(), isFoundIn: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}

/** RE2 syntax: no look-around, no back-references. How large its program may be is for `limits` to say. */
export function isPattern(source: string): boolean {
  try {
    RE2JS.compile(source);
    return true;
  } catch {
    return false;
  }
}
