import type { Problem } from '@bunting/definitions/checks';
import type { YAMLError } from 'yaml';

/**
 * Messages for authors of documents, by kind of mistake. The library's messages may repeat parts of the document, which
 * has secrets.
 */
const messages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  ALIAS_PROPS: "an alias (*name) can't have an anchor or a tag",
  BAD_ALIAS: "an anchor (&name) or alias (*name) needs a name that doesn't end with a colon",
  BAD_COLLECTION_TYPE: "tags (!name) aren't supported",
  BAD_DIRECTIVE: "directives aren't supported: quote a line that begins with %",
  BAD_DQ_ESCAPE: 'invalid escape: double the backslash, or use single quotes',
  BAD_INDENT: "the indentation doesn't match the previous lines",
  BAD_PROP_ORDER: 'an anchor or tag is in the wrong position',
  BAD_SCALAR_START: 'text that begins with this character must be quoted',
  BLOCK_AS_IMPLICIT_KEY: 'a value with a colon or a dash must be quoted, or on separate lines',
  BLOCK_IN_FLOW: "block lists and maps aren't allowed within brackets",
  KEY_OVER_1024_CHARS: 'a key has more than 1,024 characters',
  MULTILINE_IMPLICIT_KEY: 'a key spans several lines: a colon or quote is missing',
  MULTIPLE_ANCHORS: 'a value can have only one anchor (&name)',
  MULTIPLE_DOCS: 'only one document is allowed',
  MULTIPLE_TAGS: "tags (!name) aren't supported",
  TAB_AS_INDENT: "tabs can't be used for indentation: use spaces",
  TAG_RESOLVE_FAILED: "tags (!name) aren't supported: quote text instead",
};

/** Returns our message for a syntax error of a document. */
export function messageOfError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'MISSING_CHAR') {
    if (message.includes('quote')) return "a quote isn't closed";
    if (message.includes('Missing ,')) return 'a comma is missing';
    return 'a colon, a dash, a space or a closing bracket is missing';
  }
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) {
    return "a bracket isn't closed, or its content isn't indented";
  }
  return messages[code] ?? 'invalid syntax: a quote, comma or bracket is missing or extra';
}

/** Returns the problem of a document that cannot be converted to a value. */
export function problemOfFailure(error: unknown): Problem {
  return { path: 'document', message: messageOfFailure(error) };
}

function messageOfFailure(error: unknown): string {
  if (error instanceof RangeError) return 'is nested too deeply';
  const { message } = error as Error;
  if (message.startsWith('Unresolved alias'))
    return 'has an alias (*name) without an anchor (&name) before it';
  if (message.startsWith('Excessive alias count')) return 'has too many repeated aliases (*name)';
  // The library resolves no alias within its anchor, and JSON has no cycles.
  if (error instanceof ReferenceError || error instanceof TypeError) {
    return 'has an alias (*name) inside its own anchor';
  }
  return 'cannot be read';
}
