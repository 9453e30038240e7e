import { RE2JS } from 're2js';

/** A compiled pattern in RE2 syntax, found anywhere in a text unless it is anchored. */
export interface Pattern {
  /** About how much a character of a text costs at worst. */
  readonly steps: number;
  readonly isFoundIn: (text: string) => boolean;
}

/**
 * `undefined` = malformed. Costs up to milliseconds and tens of kilobytes: done when a fragment arrives, never
 * during a request, and once for all who name the pattern.
 *
 * `find` searches without the library's lazy DFA (`test` would use it): building its states costs hostile
 * patterns seven times as much per step, and each pattern may keep 8 MiB of them.
 */
export function compilePattern(source: string, foldsCase: boolean): Pattern | undefined {
  try {
    const compiled = RE2JS.compile(source, foldsCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { steps: compiled.programSize(), isFoundIn: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}
