import type { CallPattern } from './calls/call-pattern.ts';
import { ways, type ConstantUse, type FileFindings, type Found, type Way } from './finding.ts';
import { findOccurrences, type Lookout, type Occurrences } from './find-occurrences.ts';
import { findUrls } from './find-urls.ts';
import { createHashSet, hashBackwards, hashForwards, type HashSet } from './hash-set.ts';
import { readImports } from './imports.ts';
import { languageOf, languages, type Language } from './languages.ts';
import { createLineReader } from './lines.ts';
import { readCall, type Call, type PatternsByName } from './read-call.ts';
import { readTag } from './read-tag.ts';
import type { SkipReason } from './read-tree-file.ts';
import { createFileEvidence } from './receiver.ts';
import type { PatternMatcher } from './user-pattern.ts';

export interface FileScanner {
  /** `constants` are hashes of names that may be constants with a key. Findings are undefined where there are none. */
  scan(file: number, path: string, bytes: Buffer): ScannedFile | SkipReason;
}

export interface ScannedFile {
  readonly findings: FileFindings | undefined;
  readonly constants: readonly number[];
}

interface Tables {
  readonly language: Language;
  readonly lookout: Lookout;
  readonly patternsByName: PatternsByName;
}

/** Finds the keys of one file after the other. Pure but for its tables: bytes in, findings out. */
export function createFileScanner(
  knownKeys: ReadonlySet<string>,
  match: PatternMatcher | undefined,
): FileScanner {
  const keys = createHashSet([...knownKeys].map(hashForwards));
  const byLanguage = new Map(languages.map((language) => [language, tablesOf(language, keys)]));
  const elsewhere: Lookout = {
    keys,
    callNames: createHashSet([]),
    tagNames: undefined,
    callsWithoutParentheses: false,
    enumsHaveArguments: false,
    constantsAreDefined: false,
    isCode: false,
  };

  const someKey = knownKeys.values().next().value ?? 'key';
  for (const { language, lookout } of byLanguage.values()) walkEveryPath(lookout, language, someKey);
  walkEveryPath(elsewhere, undefined, someKey);

  return {
    scan(file, path, bytes) {
      const language = languageOf(path);
      const tables = language === undefined ? undefined : byLanguage.get(language);
      const occurrences = findOccurrences(bytes, tables?.lookout ?? elsewhere);
      const urls = findUrls(bytes, occurrences.urls);
      const matches = match === undefined ? [] : match(path, bytes);
      if (matches === undefined) return 'slow';
      const isBare = occurrences.quoted.length + occurrences.calls.length + occurrences.tags.length === 0;
      if (isBare && urls.length + matches.length === 0)
        return { findings: undefined, constants: occurrences.constants };

      const lineAt = createLineReader(bytes);
      const found = new Map<string, Found>();
      const uses: ConstantUse[] = [];
      const add = (key: string, offset: number, way: Way, client: Found['client']): void => {
        const { number, snippet, isComment } = lineAt(offset);
        const id = `${number} ${key}`;
        const earlier = found.get(id);
        if (earlier !== undefined && ways.indexOf(earlier.way) <= ways.indexOf(way)) return;
        found.set(id, { key, line: number, snippet, way, client, isComment });
      };
      const addCall = (call: Call | undefined, at: number): void => {
        if (call === undefined) return;
        for (const key of call.keys) add(key, offsetOf(bytes, key, at), 'call', call.client);
        for (const path of call.constants) {
          const offset = offsetOf(bytes, path.at(-1) as string, at);
          const { number, snippet, isComment } = lineAt(offset);
          uses.push({ path, offset, line: number, snippet, client: call.client, isComment });
        }
      };

      if (tables !== undefined && occurrences.calls.length + occurrences.tags.length > 0)
        readCalls(bytes.toString('latin1'), occurrences, tables, addCall);
      for (const { key, offset } of urls) add(key, offset, 'url', 'Bunting');
      for (const { key, offset } of matches) add(key, offset, 'pattern', undefined);
      for (let i = 0; i < occurrences.quoted.length; i += 2) {
        const [start, end] = [occurrences.quoted[i] as number, occurrences.quoted[i + 1] as number];
        const key = bytes.toString('latin1', start, end).toLowerCase();
        if (knownKeys.has(key)) add(key, start, 'quoted', undefined);
      }
      if (found.size + uses.length === 0) return { findings: undefined, constants: occurrences.constants };
      const imports =
        uses.length === 0 ? { importWords: [], renames: [] } : readImports(bytes.toString('latin1'));
      return {
        findings: { file, found: [...found.values()], uses, ...imports },
        constants: occurrences.constants,
      };
    },
  };
}

/** `text` has one character a byte, so that offsets agree; keys and names are ASCII. */
function readCalls(
  text: string,
  occurrences: Occurrences,
  { language, patternsByName }: Tables,
  addCall: (call: Call | undefined, at: number) => void,
): void {
  const evidence = createFileEvidence(text);
  for (const at of occurrences.calls) addCall(readCall(text, at, patternsByName, evidence), at);
  for (const at of occurrences.tags) addCall(readTag(text, at, language.tags ?? []), at);
}

/** Where the key or the constant's name stands in the call that begins at `from`: mostly at once. */
function offsetOf(bytes: Buffer, word: string, from: number): number {
  const wanted = word.toLowerCase();
  for (const reach of [wanted.length + 100, 2_000]) {
    const window = bytes.toString('latin1', from, from + reach).toLowerCase();
    for (let at = window.indexOf(wanted); at >= 0; at = window.indexOf(wanted, at + 1)) {
      if (!/\w/.test(window[at - 1] ?? '') && !/\w/.test(window[at + wanted.length] ?? '')) return from + at;
    }
  }
  return from;
}

/**
 * V8 compiles the pass early, and throws the result away at each branch it had not seen by then. So every branch is walked before the
 * first file. Without it a scan of 20,000 files takes 4 to 8 % more processor time, one of 500 a fifth more (Node.js 20.20); to be
 * removed when `npm run bench:scan` no longer tells the difference.
 */
function walkEveryPath(lookout: Lookout, language: Language | undefined, key: string): void {
  const name = language?.calls[0]?.names[0] ?? 'name';
  const tag = language?.tags?.[0]?.name ?? 'Tag';
  const code =
    `const KEY: &'static str = "a"; ${name}('${key}'); ${name}<A<B>>("b c"); ${name} :a; <${tag} a="b">; /v1/a\n` +
    `define('A', 'b'); A("b"), 'a' => r"b", { a: \`b\` } if ( a ) x ? 'a' : "b"; 'unclosed /a\n`;
  const bytes = Buffer.from(code.repeat(4));
  for (let i = 0; i < 4; i++) findOccurrences(bytes, lookout);
}

function tablesOf(language: Language, keys: HashSet): Tables {
  const patternsByName = new Map<string, CallPattern[]>();
  for (const pattern of language.calls) {
    for (const name of pattern.names)
      patternsByName.set(name, [...(patternsByName.get(name) ?? []), pattern]);
  }
  const lookout: Lookout = {
    keys,
    callNames: createHashSet([...patternsByName.keys()].map(hashBackwards)),
    tagNames:
      language.tags === undefined
        ? undefined
        : createHashSet(language.tags.map(({ name }) => hashForwards(name))),
    callsWithoutParentheses: language.callsWithoutParentheses ?? false,
    enumsHaveArguments: language.enumsHaveArguments ?? false,
    constantsAreDefined: language.constantsAreDefined ?? false,
    isCode: true,
  };
  return { language, lookout, patternsByName };
}
