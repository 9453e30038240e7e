import { maskSecrets } from './mask-secrets.ts';

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly snippet: string;
  readonly isComment: boolean;
}

const maxSnippetLength = 500;
/** Bytes of a line that are read on either side of an offset. */
const maxReach = 4_000;
const commentStart = /^(?:\/\/|\/\*|\*(?![\w.])|#(?=\s|!|$)|--\s|<!--|\{\/\*|"""|''')/;

/** Returns the line at a byte offset. Offsets in rising order read every byte once. */
export function createLineReader(bytes: Buffer): (offset: number) => Line {
  let counted = 0;
  let start = 0;
  let number = 1;
  return (offset) => {
    if (offset < start) {
      counted = 0;
      start = 0;
      number = 1;
    }
    for (; counted < offset; counted++) {
      if (bytes[counted] !== 10) continue;
      start = counted + 1;
      number++;
    }
    const nextBreak = bytes.indexOf(10, offset);
    const end = nextBreak < 0 ? bytes.length : nextBreak;
    const from = Math.max(start, offset - maxReach);
    const text = bytes.toString('utf8', from, Math.min(end, offset + maxReach));
    return {
      number,
      snippet: toSnippet(text, offset - from),
      isComment: commentStart.test(text.trimStart()),
    };
  };
}

/**
 * Returns a line for people: without secrets and control characters, at most 500 characters around the index `at`.
 */
export function toSnippet(line: string, at: number): string {
  const visible = /[^ -~]/.test(line)
    ? line.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').trim()
    : line.trim();
  const clean = maskSecrets(visible).trim();
  if (clean.length <= maxSnippetLength) return clean;
  const from = Math.max(0, Math.min(at - maxSnippetLength / 2, clean.length - maxSnippetLength));
  return clean
    .slice(from, from + maxSnippetLength)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '');
}
