import { errors, type HttpError } from '@bunting/service';
import { firstCharacters, hasControlCharacters, isBlank, isLongerThan } from './text.ts';
import type { Entry, Reference } from './snapshot.ts';

const maxKeyLength = 500;
const maxFileLength = 1_024;
const maxSnippetLength = 500;
/** What PostgreSQL's integer holds. */
const maxLineNumber = 2_147_483_647;

/**
 * Contract §2.5 and decisions §4, field by field, of the reference at `place` in the list. Gives what is wrong instead of
 * throwing it: a body with one wrong reference is read to its end.
 */
export function checkEntry(entry: Entry | undefined, place: number): Reference | { wrong: HttpError } {
  if (entry === undefined) return { wrong: errors.referenceNotObject(place) };
  const { key, file, line_number: lineNumber, snippet } = entry;
  const [field, rule] =
    fault('key', judgeKey(key)) ??
    fault('file', judgeFile(file)) ??
    fault('line_number', judgeLineNumber(lineNumber)) ??
    fault('snippet', judgeSnippet(snippet)) ??
    [];
  if (field !== undefined) {
    return {
      wrong:
        rule === 'is required'
          ? errors.referenceFieldRequired(place, field)
          : errors.referenceFieldInvalid(place, field, rule!),
    };
  }
  return {
    key: lowerCased(key as string),
    file: (file as string).toWellFormed(),
    lineNumber: (lineNumber as number | null | undefined) ?? null,
    snippet: snippet === undefined || snippet === null ? null : shortened(snippet as string),
  };
}

/** What a value must do or be, where it does not. */
type Judgement = string | undefined;

function fault(field: string, judgement: Judgement): [field: string, rule: string] | undefined {
  return judgement === undefined ? undefined : [field, judgement];
}

function judgeKey(key: unknown): Judgement {
  if (key === undefined || key === null) return 'is required';
  if (typeof key !== 'string') return 'be a string';
  if (isBlank(key)) return 'is required';
  if (key.includes('\0')) return 'not contain NUL';
  if (hasControlCharacters(key)) return 'not contain control characters';
  return isLongerThan(lowerCased(key), maxKeyLength) ? `have at most ${maxKeyLength} characters` : undefined;
}

function judgeFile(file: unknown): Judgement {
  if (file === undefined || file === null) return 'is required';
  if (typeof file !== 'string') return 'be a string';
  if (isBlank(file)) return 'is required';
  if (file.includes('\0')) return 'not contain NUL';
  if (hasControlCharacters(file)) return 'not contain control characters';
  if (isLongerThan(file, maxFileLength)) return `have at most ${maxFileLength} characters`;
  return leavesRepository(file) || file === '.' ? 'be a path within the repository' : undefined;
}

function judgeLineNumber(lineNumber: unknown): Judgement {
  if (lineNumber === undefined || lineNumber === null) return undefined;
  if (Number.isInteger(lineNumber) && isBetween(lineNumber as number, 1, maxLineNumber)) return undefined;
  return `be an integer from 1 to ${maxLineNumber}`;
}

function judgeSnippet(snippet: unknown): Judgement {
  if (snippet === undefined || snippet === null) return undefined;
  if (typeof snippet !== 'string') return 'be a string';
  return snippet.includes('\0') ? 'not contain NUL' : undefined;
}

/** Absolute (Windows' drives included), or with a step up anywhere. Whoever scans on Windows may send backslashes. */
function leavesRepository(file: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])/i.test(file) || /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(file);
}

function isBetween(number: number, least: number, most: number): boolean {
  return number >= least && number <= most;
}

/** As the evaluator lower-cases the keys that it is asked for. */
function lowerCased(key: string): string {
  return key.toWellFormed().toLowerCase();
}

/** Half a surrogate pair has no place in UTF-8: it becomes U+FFFD. */
function shortened(snippet: string): string {
  return firstCharacters(snippet, maxSnippetLength).toWellFormed();
}
