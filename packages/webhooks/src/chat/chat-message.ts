/** An event as people read it in a chat. All texts are plain: the formats escape what would be markup. */
export interface ChatMessage {
  /** A sentence without a full stop that says what happened. */
  readonly title: string;
  /** The differences, one each. The formats show the first of them, and how many more there are. */
  readonly lines: readonly string[];
  /** The author's comment. */
  readonly comment: string | undefined;
  /** The organisation, and the project if there is one. */
  readonly scope: string;
  /** The page of the console; undefined = the installation does not know its address. */
  readonly url: string | undefined;
}

/** The lengths to which the formats cut the parts of a message, in characters, and the number of lines. */
export const maxShown = { title: 300, comment: 500, line: 200, lines: 20, scope: 300 };

/**
 * Returns a text on one line, with at most `max` UTF-16 units. Names and comments are written by users: line feeds would let them
 * imitate other parts of the message, and marks that change the direction of text would let them hide something.
 */
export function toLine(text: string, max: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  if (line.length <= max) return line;
  // Half of a character of two units would be shown as a question mark.
  return `${line.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns the line for differences that are not shown. */
export function describeHidden(count: number): string {
  return `… and ${count} more`;
}
