import { findAliasCalls, findMethodCalls, mayHaveBuntingNames } from './calls/bunting-names.ts';
import { createFileEvidence } from './calls/client-evidence.ts';
import { readCall, readTag, type Call, type PatternsByName } from './calls/read-call.ts';
import { readImports } from './constants/find-constants.ts';
import type { SkipReason } from './files/skip-reason.ts';
import { ways, type ConstantUse, type FileFindings, type Found, type Way } from './findings.ts';
import type { CallPattern, Language } from './languages/language.ts';
import { detectLanguage, languages } from './languages/languages.ts';
import { findOccurrences, type Occurrences, type SearchTables } from './lexing/find-occurrences.ts';
import { createHashSet, hashBackwards, hashForwards, type HashSet } from './lexing/hash-set.ts';
import { findUrls } from './lexing/key-syntax.ts';
import { createLineReader } from './snippets/line-reader.ts';
import type { PatternMatcher } from './user-patterns.ts';

export interface FileScanner {
  scan(file: number, path: string, bytes: Buffer): ScannedFile | SkipReason;
}

export interface ScannedFile {
  /** Absent if the file has no findings. */
  readonly findings: FileFindings | undefined;
  /** Hashes of names that may be constants with a key. */
  readonly constants: readonly number[];
}

/** The search tables for the files of one language. */
interface LanguageTables {
  readonly language: Language;
  readonly search: SearchTables;
  readonly patternsByName: PatternsByName;
}

/** Finds the keys of one file at a time. It reads no files; callers pass the bytes. */
export function createFileScanner(
  knownKeys: ReadonlySet<string>,
  match: PatternMatcher | undefined,
): FileScanner {
  const keys = createHashSet([...knownKeys].map(hashForwards));
  const byLanguage = new Map(languages.map((language) => [language, tablesOf(language, keys)]));
  const withoutLanguage: SearchTables = {
    keys,
    callNames: createHashSet([]),
    tagNames: undefined,
    callsWithoutParentheses: false,
    enumsHaveArguments: false,
    constantsAreDefined: false,
    isCode: false,
  };

  const someKey = knownKeys.values().next().value ?? 'key';
  for (const { language, search } of byLanguage.values()) warmUp(search, language, someKey);
  warmUp(withoutLanguage, undefined, someKey);

  return {
    scan(file, path, bytes) {
      const language = detectLanguage(path);
      const tables = language === undefined ? undefined : byLanguage.get(language);
      const occurrences = findOccurrences(bytes, tables?.search ?? withoutLanguage);
      const urls = findUrls(bytes, occurrences.urls);
      const matches = match === undefined ? [] : match(path, bytes);
      if (matches === undefined) return 'slow';
      const mayHaveAliases = language?.hasOurPackages === true && mayHaveBuntingNames(bytes);
      const hasNoCandidates =
        occurrences.quoted.length + occurrences.calls.length + occurrences.tags.length === 0;
      if (hasNoCandidates && !mayHaveAliases && urls.length + matches.length === 0)
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

      if (tables !== undefined && (mayHaveAliases || occurrences.calls.length + occurrences.tags.length > 0))
        readCalls(bytes.toString('latin1'), { occurrences, tables, mayHaveAliases }, addCall);
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

interface Candidates {
  readonly occurrences: Occurrences;
  readonly tables: LanguageTables;
  readonly mayHaveAliases: boolean;
}

/** Reads calls. `text` is Latin-1, so that its indexes are the offsets in the bytes; keys and names are ASCII. */
function readCalls(
  text: string,
  { occurrences, tables: { language, patternsByName }, mayHaveAliases }: Candidates,
  addCall: (call: Call | undefined, at: number) => void,
): void {
  const evidence = createFileEvidence(text);
  for (const at of occurrences.calls) addCall(readCall(text, at, patternsByName, evidence), at);
  for (const at of occurrences.tags) addCall(readTag(text, at, language.tags ?? []), at);
  if (!mayHaveAliases) return;
  const { aliases, testClients } = evidence.ours();
  for (const at of findMethodCalls(text, testClients, 'set'))
    addCall(readCall(text, at, patternsByName, evidence), at);
  const patternsByAlias = new Map<string, readonly CallPattern[]>();
  for (const [alias, name] of aliases) {
    // Only our own: `details` and `value` are also methods of other clients.
    const patterns = patternsByName.get(name)?.filter(({ client }) => client === 'Bunting');
    if (patterns !== undefined) patternsByAlias.set(alias, patterns);
  }
  for (const at of findAliasCalls(text, aliases)) addCall(readCall(text, at, patternsByAlias, evidence), at);
}

/** Returns the offset of the key, or of the name of a constant, in the call that begins at `from`. */
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
 * Runs every branch of findOccurrences before the first file. V8 optimises that function early and discards the result at each branch
 * that it has not seen before. Without this a scan of 20,000 files takes 4 to 8 % more processor time, one of 500 a fifth more (Node.js
 * 20.20). Remove it when `npm run bench:scan` shows no difference.
 */
function warmUp(search: SearchTables, language: Language | undefined, key: string): void {
  const name = language?.calls[0]?.names[0] ?? 'name';
  const tag = language?.tags?.[0]?.name ?? 'Tag';
  const code =
    `const KEY: &'static str = "a"; ${name}('${key}'); ${name}<A<B>>("b c"); ${name} :a; <${tag} a="b">; /v1/a\n` +
    `define('A', 'b'); A("b"), 'a' => r"b", { a: \`b\` } if ( a ) x ? 'a' : "b"; 'unclosed /a\n`;
  const bytes = Buffer.from(code.repeat(4));
  for (let i = 0; i < 4; i++) findOccurrences(bytes, search);
}

function tablesOf(language: Language, keys: HashSet): LanguageTables {
  const patternsByName = new Map<string, CallPattern[]>();
  for (const pattern of language.calls) {
    for (const name of pattern.names)
      patternsByName.set(name, [...(patternsByName.get(name) ?? []), pattern]);
  }
  const search: SearchTables = {
    keys,
    callNames: createHashSet(namesToFind(language).map(hashBackwards)),
    tagNames:
      language.tags === undefined
        ? undefined
        : createHashSet(language.tags.map(({ name }) => hashForwards(name))),
    callsWithoutParentheses: language.callsWithoutParentheses ?? false,
    enumsHaveArguments: language.enumsHaveArguments ?? false,
    constantsAreDefined: language.constantsAreDefined ?? false,
    isCode: true,
  };
  return { language, search, patternsByName };
}

function namesToFind({ calls }: Language): string[] {
  return calls.flatMap(({ names, needs }) => (needs === 'test client' ? [] : names));
}
