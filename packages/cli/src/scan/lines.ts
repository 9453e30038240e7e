import { maskSecrets } from './mask-secrets.ts';

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly snippet: string;
  readonly isComment: boolean;
}

const longestSnippet = 500;
const longestLineRead = 4_000;
const commentStart = /^(?:\/\/|\/\*|\*(?![\w.])|#(?=\s|!|$)|--\s|<!--|\{\/\*|"""|''')/;

/** Lines of a file by byte offset. Asked in rising order it looks at every byte once. */
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
    const from = Math.max(start, offset - longestLineRead);
    const text = bytes.toString('utf8', from, Math.min(end, offset + longestLineRead));
    return {
      number,
      snippet: toSnippet(text, offset - from),
      isComment: commentStart.test(text.trimStart()),
    };
  };
}

/**
 * One line for people to read: secrets masked, control characters made blanks, at most 500 characters round the place.
 */
export function toSnippet(line: string, at: number): string {
  const visible = /[^ -~]/.test(line)
    ? line.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, ' ').trim()
    : line.trim();
  const clean = maskSecrets(visible).trim();
  if (clean.length <= longestSnippet) return clean;
  const from = Math.max(0, Math.min(at - longestSnippet / 2, clean.length - longestSnippet));
  return clean
    .slice(from, from + longestSnippet)
    .replace(/^[\udc00-\udfff]/, '')
    .replace(/[\ud800-\udbff]$/, '');
}
