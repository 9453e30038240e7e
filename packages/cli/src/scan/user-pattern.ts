import { keyFrom } from './key-characters.ts';

/** A pattern of bunting.yaml. */
export interface UserPattern {
  /** RE2 syntax with exactly one capture group: the key. `^` and `$` are a line's. */
  readonly pattern: string;
  /** Where it is looked for, as in .gitignore; everywhere when left out. */
  readonly files: readonly string[] | undefined;
}

export interface PatternMatch {
  readonly key: string;
  /** Of the key, in bytes. */
  readonly offset: number;
}

/** Undefined: the time that all files together may take is up, so the file was not, or not wholly, looked through. */
export type PatternMatcher = (path: string, bytes: Buffer) => readonly PatternMatch[] | undefined;

/** A search is linear, but a new one begins behind each match: `a.*b|(a)` reads to the end of the line for every a. */
const longestMs = 60_000;
/** Instructions of the compiled pattern; a search may take as many steps for each character. */
const largestProgram = 5_000;

/**
 * RE2 reads a text in time that is linear in its length, so that no pattern can hang CI. It is loaded when there are
 * patterns: most scans do without.
 */
export async function createPatternMatcher(
  patterns: readonly UserPattern[],
  budgetMs = longestMs,
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
      // Whether there is a match at all is told several times faster than where its group lies.
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

/** What is wrong with a pattern; undefined: nothing. */
export async function problemOfPattern(pattern: string): Promise<string | undefined> {
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
    const groups = compiled.groupCount();
    if (groups !== 1) return `needs exactly one capture group, the key; it has ${groups}`;
    return compiled.programSize() > largestProgram ? 'repeats too much: it would take too long' : undefined;
  } catch (error) {
    return `is not RE2 syntax: ${error instanceof Error ? error.message : String(error)}`;
  }
}
