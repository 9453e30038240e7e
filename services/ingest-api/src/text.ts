/** The longest id and the longest e-mail address of a user. */
export const maxUserFieldCharacters = 500;

/** Returns whether a value is a string that is not blank. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Counts characters, not UTF-16 units, of which an emoji has two. */
export function isShort(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return true;
  return text.length <= 2 * maxCharacters && Array.from(text).length <= maxCharacters;
}
