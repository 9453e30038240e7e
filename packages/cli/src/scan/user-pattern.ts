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

export type PatternMatcher = (path: string, bytes: Buffer) => readonly PatternMatch[];

/**
 * RE2 reads a text in time that is linear in its length, so that no pattern can hang CI. It is loaded when there are
 * patterns: most scans do without.
 */
export async function createPatternMatcher(
  patterns: readonly UserPattern[],
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

  return (path, bytes) => {
    const wanted = compiled.filter(({ covers }) => covers(path));
    if (wanted.length === 0) return [];
    const text = bytes.toString('utf8');
    const isAscii = text.length === bytes.length;
    return wanted.flatMap(({ expression }) => {
      // Whether there is a match at all is told several times faster than where its group lies.
      if (!expression.test(text)) return [];
      const found: PatternMatch[] = [];
      const matcher = expression.matcher(text);
      while (matcher.find()) {
        const key = keyFrom(matcher.group(1) ?? '');
        if (key === undefined) continue;
        const at = matcher.start(1);
        found.push({ key, offset: isAscii ? at : Buffer.byteLength(text.slice(0, at)) });
      }
      return found;
    });
  };
}

/** What is wrong with a pattern; undefined: nothing. */
export async function problemOfPattern(pattern: string): Promise<string | undefined> {
  const { RE2JS } = await import('re2js');
  try {
    const groups = RE2JS.compile(pattern, RE2JS.MULTILINE).groupCount();
    return groups === 1 ? undefined : `needs exactly one capture group, the key; it has ${groups}`;
  } catch (error) {
    return `is not RE2 syntax: ${error instanceof Error ? error.message : String(error)}`;
  }
}
