import { keyFrom } from './lexing/key-syntax.ts';

/** A pattern of bunting.yaml. */
export interface UserPattern {
  /** RE2 syntax with exactly one capture group, the key. `^` and `$` match at line breaks. */
  readonly pattern: string;
  /** The files to search, in the syntax of .gitignore; undefined for all files. */
  readonly files: readonly string[] | undefined;
}

export interface PatternMatch {
  readonly key: string;
  /** Offset of the key, in bytes. */
  readonly offset: number;
}

/** Returns undefined if the time for all files together has run out before this file was searched completely. */
export type PatternMatcher = (path: string, bytes: Buffer) => readonly PatternMatch[] | undefined;

/**
 * The time for all files together. One search is linear, but a new one begins behind each match: `a.*b|(a)` reads to the end
 * of the line for every a.
 */
const maxMs = 60_000;
/** Instructions of a compiled pattern. A search takes up to this many steps for each character. */
const maxProgramSize = 5_000;

/**
 * Compiles the patterns; undefined if there are none. RE2 searches in linear time, so that no pattern can block CI. It is
 * imported here because most scans have no patterns.
 */
export async function createPatternMatcher(
  patterns: readonly UserPattern[],
  budgetMs = maxMs,
): Promise<PatternMatcher | undefined> {
  if (patterns.length === 0) return undefined;
  const [{ RE2JS }, { default: ignore }] = await Promise.all([import('re2js'), import('ignore')]);
  const compiled = patterns.map(({ pattern, files }) => {
    const filter = files === undefined ? undefined : ignore().add([...files]);
    return {
      expression: RE2JS.compile(pattern, RE2JS.MULTILINE),
      covers: (path: string) => filter === undefined || filter.ignores(path),
    };
  });

  let leftMs = budgetMs;
  return (path, bytes) => {
    const wanted = compiled.filter(({ covers }) => covers(path));
    if (wanted.length === 0) return [];
    const text = bytes.toString('utf8');
    const found: PatternMatch[] = [];
    const startedAt = performance.now();
    const isTimeUp = () => performance.now() - startedAt > leftMs;
    for (const { expression } of wanted) {
      if (isTimeUp()) break;
      // `test` is several times faster than finding the capture group.
      if (!expression.test(text)) continue;
      const matcher = expression.matcher(text);
      let [at, offset] = [0, 0];
      while (!isTimeUp() && matcher.find()) {
        const key = keyFrom(matcher.group(1) ?? '');
        if (key === undefined) continue;
        offset += Buffer.byteLength(text.slice(at, matcher.start(1)));
        at = matcher.start(1);
        found.push({ key, offset });
      }
    }
    leftMs -= performance.now() - startedAt;
    return leftMs < 0 ? undefined : found;
  };
}

/** Returns the problem of a pattern; undefined for a valid one. */
export async function problemOfPattern(pattern: string): Promise<string | undefined> {
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
    const groups = compiled.groupCount();
    if (groups !== 1) return `needs exactly one capture group, the key; it has ${groups}`;
    return compiled.programSize() > maxProgramSize ? 'repeats too much: it would be too slow' : undefined;
  } catch (error) {
    return `is not RE2 syntax: ${error instanceof Error ? error.message : String(error)}`;
  }
}
