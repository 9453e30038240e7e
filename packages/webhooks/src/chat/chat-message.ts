/** An event as people read it in a chat. All texts are plain: the formats escape what would be markup. */
export interface ChatMessage {
  /** What happened, in a sentence without a full stop. */
  readonly title: string;
  /** The differences, one each. The formats show the first of them, and how many more there are. */
  readonly lines: readonly string[];
  /** The author's comment. */
  readonly comment: string | undefined;
  /** Where it happened: the organisation, and the project if there is one. */
  readonly place: string;
  /** The page of the console; undefined = the installation does not know its address. */
  readonly url: string | undefined;
}

/** What the formats show of a message at most. */
export const maxShown = { title: 300, comment: 500, line: 200, lines: 20, place: 300 };

/**
 * Returns a text on one line, with at most `max` characters. Names and comments are written by users: line feeds would let them
 * imitate other parts of the message, and marks that change the direction of text would let them hide something.
 */
export function toLine(text: string, max: number): string {
  const line = text.replaceAll(/[\s\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** Returns the line for differences that are not shown. */
export function describeHidden(count: number): string {
  return `… and ${count} more`;
}
