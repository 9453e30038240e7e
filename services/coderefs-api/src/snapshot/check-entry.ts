import { errors, type HttpError } from '@bunting/service';
import { brokenStorageRule, firstCharacters, hasControlCharacters, isBlank, isLongerThan } from './text.ts';
import type { Entry, Reference } from './snapshot.ts';

const maxKeyLength = 500;
const maxFileLength = 1_024;
const maxSnippetLength = 500;
/** The largest value of PostgreSQL's integer. */
const maxLineNumber = 2_147_483_647;

/**
 * Checks the reference at `index` in the list, field by field (contract §2.5, decisions §4). Returns the error instead
 * of throwing it, because a body with an invalid reference is read to its end.
 */
export function checkEntry(entry: Entry | undefined, index: number): Reference | { error: HttpError } {
  if (entry === undefined) return { error: errors.referenceNotObject(index) };
  const { key, file, line_number: lineNumber, snippet } = entry;
  const [field, rule] =
    fault('key', checkKey(key)) ??
    fault('file', checkFile(file)) ??
    fault('line_number', checkLineNumber(lineNumber)) ??
    fault('snippet', checkSnippet(snippet)) ??
    [];
  if (field !== undefined) {
    return {
      error:
        rule === 'is required'
          ? errors.referenceFieldRequired(index, field)
          : errors.referenceFieldInvalid(index, field, rule!),
    };
  }
  return {
    key: lowerCased(key as string),
    file: file as string,
    lineNumber: (lineNumber as number | null | undefined) ?? null,
    snippet: snippet === undefined || snippet === null ? null : shortened(snippet as string),
  };
}

/** The rule that a value breaks, as it is in the error text; undefined if it is valid. */
type BrokenRule = string | undefined;

function fault(field: string, rule: BrokenRule): [field: string, rule: string] | undefined {
  return rule === undefined ? undefined : [field, rule];
}

function checkKey(key: unknown): BrokenRule {
  if (key === undefined || key === null) return 'is required';
  if (typeof key !== 'string') return 'be a string';
  if (isBlank(key)) return 'is required';
  const unstorable = brokenStorageRule(key);
  if (unstorable !== undefined) return unstorable;
  if (hasControlCharacters(key)) return 'not contain control characters';
  return isLongerThan(lowerCased(key), maxKeyLength) ? `have at most ${maxKeyLength} characters` : undefined;
}

function checkFile(file: unknown): BrokenRule {
  if (file === undefined || file === null) return 'is required';
  if (typeof file !== 'string') return 'be a string';
  if (isBlank(file)) return 'is required';
  const unstorable = brokenStorageRule(file);
  if (unstorable !== undefined) return unstorable;
  if (hasControlCharacters(file)) return 'not contain control characters';
  if (isLongerThan(file, maxFileLength)) return `have at most ${maxFileLength} characters`;
  return leavesRepository(file) || file === '.' ? 'be a path within the repository' : undefined;
}

function checkLineNumber(lineNumber: unknown): BrokenRule {
  if (lineNumber === undefined || lineNumber === null) return undefined;
  if (Number.isInteger(lineNumber) && isBetween(lineNumber as number, 1, maxLineNumber)) return undefined;
  return `be an integer from 1 to ${maxLineNumber}`;
}

function checkSnippet(snippet: unknown): BrokenRule {
  if (snippet === undefined || snippet === null) return undefined;
  if (typeof snippet !== 'string') return 'be a string';
  return snippet.includes('\0') ? 'not contain NUL' : undefined;
}

/**
 * Returns whether a path is absolute (Windows drives included), or has `..` anywhere. Scanners on Windows may send
 * backslashes.
 */
function leavesRepository(file: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(file) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file);
}

function isBetween(number: number, min: number, max: number): boolean {
  return number >= min && number <= max;
}

/** Lower-cases in the same way as the evaluator lower-cases the keys of requests. */
function lowerCased(key: string): string {
  return key.toLowerCase();
}

/** Shortens a snippet. No look-up uses it, so half of a surrogate pair may become U+FFFD. */
function shortened(snippet: string): string {
  return firstCharacters(snippet, maxSnippetLength).toWellFormed();
}
