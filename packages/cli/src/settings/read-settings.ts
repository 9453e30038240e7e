import { join, resolve } from 'node:path';
import type { Document, LineCounter } from 'yaml';
import { Failure, exitCodes } from '../command/failure.ts';
import { readTextFile } from '../files/text-files.ts';
import { checkSettings } from './check-settings.ts';
import { defaultSettings, type Settings } from './settings.ts';

const settingsFile = 'bunting.yaml';
const maxBytes = 256 * 1024;
const maxAliases = 100;
/** Number of problems that are printed. */
const maxProblems = 50;

/** Reads bunting.yaml at the top of the repository, or the file that --config names. Throws a Failure that lists every problem in it. */
export async function readSettings(
  root: string,
  named: string | undefined,
  folder: string,
): Promise<Settings> {
  const path = named === undefined ? join(root, settingsFile) : resolve(folder, named);
  let text: string;
  try {
    text = readTextFile(path, root, maxBytes);
  } catch (error) {
    if (named === undefined && (error as NodeJS.ErrnoException).code === 'ENOENT') return defaultSettings;
    throw new Failure(exitCodes.usage, `${path} cannot be read: ${(error as Error).message}`);
  }
  const name = named ?? settingsFile;
  try {
    const value = await parse(text);
    if (Array.isArray(value)) return fail(name, value);
    const { settings, problems } = await checkSettings(value.settings);
    if (problems.length === 0) return settings;
    return fail(
      name,
      problems.map(({ path: at, message }) => `${at === '' ? 'the document' : at} ${message}.`),
    );
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) return fail(name, ['the document is nested too deeply.']);
    throw error;
  }
}

function fail(name: string, problems: readonly string[]): never {
  const lines = problems.slice(0, maxProblems).map((problem) => `${name}: ${problem}`);
  const rest = problems.length - lines.length;
  throw new Failure(
    exitCodes.usage,
    [...lines, ...(rest > 0 ? [`${name}: and ${rest} more.`] : [])].join('\n'),
  );
}

/** Returns the value, or what is wrong with the document. Each step takes time in proportion to the length of the text. */
async function parse(text: string): Promise<{ readonly settings: unknown } | string[]> {
  const yaml = await import('yaml');
  const lineCounter = new yaml.LineCounter();
  // Both options are quadratic: one compares each key with every other, the other reads the whole line for each error.
  const document = yaml.parseDocument(text, { uniqueKeys: false, prettyErrors: false, lineCounter });
  if (document.errors.length > 0)
    return document.errors.map(({ message, pos: [offset] }) => at(lineCounter, offset, message));
  const problems = problemsOf(yaml, document, lineCounter);
  if (problems.length > 0) return problems;
  return { settings: document.toJS({ maxAliasCount: maxAliases }) };
}

function problemsOf(
  { visit, isScalar }: typeof import('yaml'),
  document: Document.Parsed,
  lineCounter: LineCounter,
): string[] {
  const problems: string[] = [];
  let aliases = 0;
  visit(document, {
    Alias() {
      aliases++;
    },
    Map(_, map) {
      const keys = new Set<string>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        // As a text, because a set of numbers that somebody has chosen could be slow.
        const name = `${typeof key.value} ${String(key.value)}`;
        if (keys.has(name)) problems.push(at(lineCounter, key.range?.[0] ?? 0, 'duplicate key'));
        keys.add(name);
      }
    },
  });
  if (aliases > maxAliases) problems.push(`the document has more than ${maxAliases} aliases.`);
  return problems;
}

function at(lineCounter: LineCounter, offset: number, message: string): string {
  const { line, col } = lineCounter.linePos(offset);
  return `${message} at line ${line}, column ${col}.`;
}
