import type { Problem } from '@bunting/definitions/checks';
import type { YAMLError } from 'yaml';

/**
 * Messages for authors of documents, by kind of mistake. The library's messages may repeat parts of the document, which
 * has secrets.
 */
const messages: Readonly<Partial<Record<YAMLError['code'], string>>> = {
  ALIAS_PROPS: 'an alias (*name) has no anchor and no tag of its own',
  BAD_ALIAS: 'an anchor (&name) and an alias (*name) need a name that does not end with a colon',
  BAD_COLLECTION_TYPE: 'tags (!name) are not supported',
  BAD_DIRECTIVE: 'this directive is not supported: a line begins with % only in quotes',
  BAD_DQ_ESCAPE: 'this backslash begins no escape: write two, or use single quotes',
  BAD_INDENT: 'the indentation does not fit the lines before',
  BAD_PROP_ORDER: 'an anchor or a tag stands on the wrong side of the sign behind it',
  BAD_SCALAR_START: 'a text that begins with this character must stand in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a value with a colon or a dash must stand in quotes, or on lines of its own',
  BLOCK_IN_FLOW: 'within brackets there are no lines with dashes or with keys by indentation',
  KEY_OVER_1024_CHARS: 'a key has more than 1,024 characters',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines: a colon or a quote is missing before',
  MULTIPLE_ANCHORS: 'a value has at most one anchor (&name)',
  MULTIPLE_DOCS: 'a second document begins here: only one is read',
  MULTIPLE_TAGS: 'tags (!name) are not supported',
  TAB_AS_INDENT: 'tabs cannot indent: use spaces',
  TAG_RESOLVE_FAILED: 'tags (!name) are not supported: put a text in quotes instead',
};

/** Returns our message for a syntax error of a document. */
export function messageOfError({ code, message }: Pick<YAMLError, 'code' | 'message'>): string {
  if (code === 'MISSING_CHAR') {
    if (message.includes('quote')) return 'a quote is not closed';
    if (message.includes('Missing ,')) return 'a comma is missing';
    return 'a colon, a dash, a space or a closing bracket is missing';
  }
  if (code === 'BAD_INDENT' && message.startsWith('Flow')) {
    return 'a bracket is not closed, or what stands in it is not indented';
  }
  return (
    messages[code] ??
    'this cannot be read: a quote, a comma or a bracket is missing, or there is one too many'
  );
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
  if (message.startsWith('Excessive alias count')) return 'repeats too much by aliases (*name)';
  // The library resolves no alias within its anchor, and JSON has no cycles.
  if (error instanceof ReferenceError || error instanceof TypeError) {
    return 'has an alias (*name) within the value that it names';
  }
  return 'cannot be read';
}
